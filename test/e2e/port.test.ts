/** The panel in a real browser, beside other programs of this machine that set cookies, and one that takes the port. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { launch } from '../renderer/browser.ts'
import { startApp, sweep } from './app.ts'

let browser: Browser
const ends: (() => unknown)[] = []
beforeAll(async () => {
  browser = await launch()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => browser.close())

/** Another program's server; what browsers and pages have said to it, word for word. */
async function otherServer(
  port: number,
  cookies: (round: number) => string[],
): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = []
  let round = 0
  const note = (request: IncomingMessage) => heard.push(`${request.url} ${JSON.stringify(request.headers)}`)
  const server: Server = createServer({ maxHeaderSize: 4_000_000 }, (request, response) => {
    note(request)
    round += 1
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies(round) }).end('<p>hello')
  })
  server.on('upgrade', (request, socket) => {
    note(request)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  ends.push(() => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, heard }
}

async function openPanel() {
  const service = await startIndependentServer()
  ends.push(() => service.close())
  const app = await startApp({ service })
  ends.push(() => sweep(app))
  const context = await browser.newContext()
  ends.push(() => context.close())
  const page = await context.newPage()
  await page.goto(app.address)
  await page.locator('[data-tally=off]').waitFor()
  const kept = await page.evaluate(() => localStorage.getItem('cuelight.session'))
  return { app, context, page, session: JSON.parse(kept ?? '') as { id: string; pageKey: string; coreKey: string } }
}

test('whatever another port sets or overwrites, the panel opens again, and nothing of the session gets there', async () => {
  const { app, context, page, session } = await openPanel()
  const { host, origin } = new URL(app.address)
  expect(page.url()).not.toContain('token')
  const name = `cuelight_${host.split(':')[1]}`
  // More than a browser keeps for one name, so that all that was there before is thrown out.
  const bomb = (round: number) =>
    Array.from({ length: 40 }, (_, nr) => `b${round}x${nr}=${'x'.repeat(3_900)}; Path=/`).concat(
      ['/', '/bridge', '/assets'].map((path) => `${name}=tossed; Path=${path}`),
    )
  const other = await otherServer(0, bomb)
  for (let round = 0; round < 6; round += 1) {
    await page.goto(`http://127.0.0.1:${other.port}/${round}`)
  }
  for (const secret of [session.pageKey, session.coreKey]) expect(other.heard.join()).not.toContain(secret)
  expect((await context.cookies()).length).toBeGreaterThan(100)
  await page.goto(origin)
  await page.locator('[data-tally=off]').waitFor()
})

test('after an exit an open panel tells whoever takes the port nothing that opens the panel again', async () => {
  const { app, page, session } = await openPanel()
  const port = Number(new URL(app.address).port)
  await app.end()
  await page.locator('[data-tally=stale], [data-tally=error]').waitFor()
  const taker = await otherServer(port, () => [])
  while (!taker.heard.some((said) => said.startsWith('/bridge')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(taker.heard.join()).toContain(session.id)
  for (const secret of [session.pageKey, session.coreKey]) expect(taker.heard.join()).not.toContain(secret)
})
