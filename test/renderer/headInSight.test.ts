/** The head on every screen, in every mode: the lamp is lit and uncovered, and Stop is one press away. */
import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import { gone } from '../support/gone.ts'
import { keysAt } from '../support/keys.ts'
import { BUILD_SHEET } from './buildSheet.ts'
import { FILES_SHEET } from './filesSheet.ts'
import { expectFocus, expectText, type Panel, panels, WAIT } from './panel.ts'
import { READS } from './projectStates.ts'
import { SCHEDULE_SHEET } from './scheduleSheet.ts'
import type { SetUpState } from './setupSheet.ts'
import { startsIn } from './shellSheet.ts'
import { appState, arm, done, NOW, offProject, padlocked, unsyncedProject } from './states.ts'
import { STATISTICS_SHEET } from './statisticsSheet.ts'

const open = panels()

const SCREENS = ['', '#projects', '#build', '#schedule', '#files', '#reports', '#set-up/appearance', '#guide']
const MODES = {
  dark: { media: { colorScheme: 'dark', forcedColors: 'none' }, size: { width: 1280, height: 800 } },
  light: { media: { colorScheme: 'light', forcedColors: 'none' }, size: { width: 1280, height: 800 } },
  'forced colours': { media: { colorScheme: 'dark', forcedColors: 'active' }, size: { width: 1280, height: 800 } },
  '200 %': { media: { colorScheme: 'light', forcedColors: 'none' }, size: { width: 640, height: 400 } },
  phone: { media: { colorScheme: 'dark', forcedColors: 'none' }, size: { width: 360, height: 740 } },
} as const

/** The reads of a screen, from its own sheet. */
const SHEETS: Record<string, Record<string, SetUpState>> = {
  '#files': FILES_SHEET,
  '#schedule': SCHEDULE_SHEET,
  '#reports': STATISTICS_SHEET,
  '#build': BUILD_SHEET,
}
const readAt = (hash: string) => Object.values(SHEETS[hash] ?? {})[0]?.read ?? READS

let reader: Page | null = null
afterEach(async () => {
  await reader?.close()
  reader = null
})

interface Seen {
  /** A picture of the visible part of the head. */
  head: Buffer
  /** The lamp's position in the picture. */
  lamp: { x: number; y: number; width: number; height: number }
}

/** The share of red among the pixels of the lamp. */
async function redOf(page: Page, { head, lamp }: Seen): Promise<number> {
  reader ??= (await page.context().browser()?.newPage()) ?? page
  return reader.evaluate(
    async ([text, { x, y, width, height }]) => {
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), x, y, width, height)
      const canvas = new OffscreenCanvas(width, height)
      const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      drawing.drawImage(image, 0, 0)
      const { data } = drawing.getImageData(0, 0, width, height)
      const isRed = (at: number) => (data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 90 && (data[at + 2] ?? 0) < 110
      return (
        Array.from({ length: width * height }, (_, nr) => isRed(nr * 4)).filter(Boolean).length / (width * height)
      )
    },
    [head.toString('base64'), lamp] as const,
  )
}

/** The head at this scroll position of the page. */
async function seenAt(page: Page, y: number): Promise<Seen> {
  await page.evaluate((top) => scrollTo(0, top), y)
  const head = page.locator(y > 0 ? '.strip' : '.tally')
  await head.waitFor()
  const lamp = await head.evaluate((drawn) => {
    const [outer, inner] = [drawn, drawn.querySelector('.lamp') as Element].map((one) => one.getBoundingClientRect())
    const [from, to] = [outer as DOMRect, inner as DOMRect]
    return { x: to.x - from.x, y: to.y - from.y, width: to.width, height: to.height }
  })
  const whole = Object.entries(lamp).map(([name, px]) => [name, Math.round(px)])
  return { head: await head.screenshot({ animations: 'disabled' }), lamp: Object.fromEntries(whole) as Seen['lamp'] }
}

describe.each(Object.entries(MODES))('%s', (_, { media, size }) => {
  it('the lamp is lit and whole on every screen, at any scroll position', async () => {
    const panel = await open(appState(unsyncedProject()), { frozen: true })
    const { page } = panel
    await page.emulateMedia(media)
    await page.setViewportSize(size)
    for (const hash of SCREENS) {
      panel.core.read = readAt(hash)
      await page.evaluate((to) => {
        location.hash = to
      }, hash)
      await page.locator('.place').first().waitFor()
      await page.locator('main > .page').first().waitFor()
      // Long enough to scroll, with bright content below the head.
      await page.evaluate(() => {
        const main = document.querySelector('main') as HTMLElement
        main.style.minBlockSize = '2600px'
        main.style.backgroundImage = 'repeating-linear-gradient(magenta 0 37px, lime 37px 80px)'
      })
      if (hash.length < 2)
        await expect
          .poll(async () => redOf(page, await seenAt(page, 0)), { message: 'at its top' })
          .toBeGreaterThan(0.15)
      const [some, more] = [await seenAt(page, 400), await seenAt(page, 1_111)]
      await expect.poll(() => redOf(page, some), { message: `${hash} scrolled` }).toBeGreaterThan(0.15)
      expect(more.head.equals(some.head), `${hash}: what is beneath the head is seen through it`).toBe(true)
    }
  })
})

it('from top to bottom no screen scrolls the lamp out of sight', async () => {
  const { page } = await open(appState(unsyncedProject()), { viewport: { width: 1280, height: 800 } })
  await page.locator('.place').first().waitFor()
  for (const hash of ['', '#projects']) {
    await page.evaluate((to) => {
      location.hash = to
      ;(document.querySelector('main') as HTMLElement).style.minBlockSize = '2600px'
    }, hash)
    for (let y = 0; y <= 320; y += 16) {
      await page.evaluate((top) => scrollTo(0, top), y)
      const seen = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('.tally .lamp')].some((lamp) => {
            const { x, y, width, height } = lamp.getBoundingClientRect()
            const middle = document.elementFromPoint(x + width / 2, y + height / 2)
            return y + height / 2 > 0 && middle?.closest('.tally') !== null
          }),
        )
      await expect.poll(seen, { ...WAIT, message: `${hash} scrolled by ${y}` }).toBe(true)
    }
  }
})

it.each([1280, 720, 360])(
  'the top shows the whole head or its replacement line, and no empty band below, %d wide',
  async (width) => {
    const { page } = await open(appState(unsyncedProject()), { at: '#projects', viewport: { width, height: 800 } })
    await page.locator('.place').first().waitFor()
    await page.evaluate(() => {
      ;(document.querySelector('main') as HTMLElement).style.minBlockSize = '2600px'
    })
    const height = await page.locator('.tally').evaluate((head) => head.getBoundingClientRect().height)
    const seen = () =>
      page.evaluate(() => {
        const [head, line] = ['.tally', '.strip'].map((one) => document.querySelector(one)?.getBoundingClientRect())
        const beneath = document.elementFromPoint(innerWidth / 2, ((line ?? head)?.bottom ?? 0) + 1)
        return { y: scrollY, line: line?.height ?? null, top: head?.top, band: beneath?.closest('.tally') !== null }
      })
    const down = Array.from({ length: 20 }, (_, step) => 8 * step)
    for (const y of [...down, ...down.toReversed()]) {
      await page.evaluate((top) => scrollTo(0, top), y)
      const isLine = y >= height - 52
      await expect
        .poll(seen, { ...WAIT, message: `scrolled by ${y}` })
        .toEqual({ y, line: isLine ? 52 : null, top: isLine ? -y : 0, band: false })
    }
  },
)

it('while the head turns into the line, it never covers what has the focus', async () => {
  const viewport = { width: 360, height: 720 }
  const panel = await open(appState(unsyncedProject()), { at: '#files', viewport, core: { read: readAt('#files') } })
  await panel.page.locator('.file-rows').waitFor()
  const first = panel.page.locator('main button:visible').first()
  await panel.page.evaluate(() => scrollTo(0, 80))
  await first.focus()
  const clear = () =>
    first.evaluate((one) => {
      const end = document.querySelector('.tally')?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
      return one.getBoundingClientRect().top - end
    })
  await expect.poll(clear).toBeGreaterThan(0)
})

function armingCore({ core }: Panel): void {
  core.reply = ({ command }) => {
    if (command.type !== 'armStop') return done({ what: 'stopped', liveId: 'live1' })
    const armed = arm({ armId: 'a1', mode: 'hold', notBefore: NOW + 1_500, expires: NOW + 3_000 })
    core.set({ arm: armed })
    return { result: 'armed', arm: armed }
  }
}

it.each([0, 900])(
  'the show is stopped from the reports by mouse, scrolled by %d, with the same hold as anywhere',
  async (y) => {
    const panel = await open(appState(unsyncedProject()), { at: '#reports', core: { read: readAt('#reports') } })
    const { page } = panel
    armingCore(panel)
    await page.locator('.reports-row').first().waitFor()
    await page.evaluate(() => ((document.querySelector('main') as HTMLElement).style.minBlockSize = '2600px'))
    await page.evaluate((top) => scrollTo(0, top), y)
    await page.locator(`${y ? '.strip' : '.tally > .head-acts'} .stop`).hover()
    await page.mouse.down()
    await panel.expectCommands({ type: 'armStop', projectId: 'p1', liveId: 'live1', mode: 'hold' })
    await page.locator('.stop[data-phase=armed]').first().waitFor()
    await page.clock.runFor(1_600)
    await panel.expectCommands('armStop', { type: 'commitStop', armId: 'a1' })
    await page.mouse.up()
    // The outcome is visible where it was pressed.
    const answer = page.locator('.armed .answer[data-look]')
    await answer.waitFor()
    await expect.poll(() => answer.evaluate((one) => one.getBoundingClientRect().top >= 0)).toBe(true)
  },
)

it('off air and with nothing waiting the head has nothing to press; the padlock is visible and opens from any screen', async () => {
  const panel = await open(appState(offProject()), { at: '#files', core: { read: readAt('#files') } })
  await panel.page.locator('.file-rows').waitFor()
  expect(await panel.page.locator('.tally .button').count()).toBe(0)
  panel.core.set({ padlock: { locked: true } })
  await panel.presses('Open the padlock', { type: 'setPadlock', locked: false })
})

it('a refusal by the padlock offers to open it, and disappears once it is open', async () => {
  const panel = await open(appState(unsyncedProject(), { padlock: { locked: true } }), {
    core: { reply: () => padlocked },
  })
  await panel.button('Sync').click()
  const said = panel.page.getByText('The padlock is closed. Open it first.').first()
  await said.waitFor()
  await panel.page.locator('.controls-answer').getByRole('button', { name: 'Open the padlock' }).click()
  await panel.expectCommands('sync', { type: 'setPadlock', locked: false })
  panel.core.set({ padlock: { locked: false } })
  await gone(said)
  await expectText(panel.page.locator('.controls-answer'), 'Hold Stop')
})

it('after the padlock is opened from a refusal, the focus returns to the refused control, never to the page’s start', async () => {
  const panel = await open(appState(unsyncedProject(), { padlock: { locked: true } }), {
    core: { reply: () => padlocked },
  })
  await panel.button('Sync').focus()
  await keysAt(panel.button('Sync'), 'Enter')
  const way = panel.page.locator('.controls-answer').getByRole('button', { name: 'Open the padlock' })
  await way.waitFor()
  await way.focus()
  await keysAt(way, 'Enter')
  await panel.expectCommands('sync', { type: 'setPadlock', locked: false })
  panel.core.set({ padlock: { locked: false } })
  await gone(panel.page.getByText('The padlock is closed. Open it first.').first())
  await expectFocus(panel.button('Sync'))
})

describe('a date that is about to begin', () => {
  const soon = (inMs: number) => startsIn(inMs, readAt('#files'))
  const countdown = ({ page }: Panel) => page.locator('.starts-soon')

  it('counts down on every screen and in the line, for any project, but not earlier than ten minutes before', async () => {
    const panel = await open(appState(offProject()), { at: '#files', core: { read: soon(10 * 60_000 + 30_000) } })
    await panel.page.locator('.file-rows').waitFor()
    expect(await countdown(panel).count()).toBe(0)
    await panel.page.clock.runFor(65_000)
    await expectText(countdown(panel), /Morning prayer starts by itself in\s+9:25/)
    await panel.page.evaluate(() => {
      ;(document.querySelector('main') as HTMLElement).style.minBlockSize = '2600px'
      scrollTo(0, 900)
    })
    await expectText(panel.page.locator('.strip'), 'Morning prayer starts in 9:25')
    await panel.page.evaluate(() => {
      location.hash = ''
    })
    await countdown(panel).waitFor()
  })

  it('is cancelled after a question whose first choice is to keep it', async () => {
    const panel = await open(appState(offProject()), { at: '#files', core: { read: soon(5 * 60_000) } })
    const not = panel.page.getByRole('button', { name: /^Not (tonight|today) Morning prayer$/ })
    await not.click()
    await expectFocus(panel.button('Keep it'))
    await panel.button('Keep it').click()
    await panel.expectOnly()
    await not.click()
    const input = { projectId: 'p2', liveId: 'soon' }
    await panel.presses('Cancel this date', { type: 'edit', operation: 'cancelSchedule', input } as never)
    await expect.poll(() => panel.page.locator('dialog[open]').count()).toBe(0)
  })
})

it.each([
  ['off air', appState(offProject())],
  ['with pending changes', appState(unsyncedProject())],
  ['on the local studio', appState(offProject(), { service: { ...appState().service, rehearsal: true } })],
])('%s, the navigation stays where it is from screen to screen', async (_, state) => {
  const panel = await open(state, { viewport: { width: 1280, height: 800 }, timersRun: true })
  const top = async () => {
    await panel.page.locator('.place').first().waitFor()
    return panel.page.locator('.place').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  }
  const before = await top()
  for (const place of ['projects', 'build', 'files']) {
    await panel.page.goto(`${panel.address}#${place}`)
    await panel.page.locator(`.${place}-screen`).waitFor()
    expect(await top(), place).toEqual(before)
  }
})
