import type { Browser } from 'playwright'

/** A picture of a page that is put together here. */
export async function shoot(browser: Browser, html: string, { clear = false } = {}): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  await page.setContent(html, { waitUntil: 'load' })
  const size = await page.evaluate(() => ({
    width: Math.ceil(document.body.getBoundingClientRect().width),
    height: Math.ceil(document.body.getBoundingClientRect().height),
  }))
  await page.setViewportSize(size)
  const picture = await page.screenshot({ omitBackground: clear })
  await page.close()
  return picture
}
