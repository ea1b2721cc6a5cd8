import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { afterEach, beforeAll, expect } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import type { Command } from '../../shared/commands/commands.ts'
import type { AppState } from '../../shared/state.ts'
import { sharedBrowser } from '../support/browser.ts'
import { buildPanel, type PanelFiles } from './panelFiles.ts'
import { ScriptedCore } from './scriptedCore.ts'
import { NOW } from './states.ts'

export type Panel = ReturnType<typeof panel>
type Expected = Command['type'] | Command

interface Options extends BrowserContextOptions {
  /** Timers run on their own, though it is always `NOW`. Else time stands still, and `page.clock.runFor` moves it. */
  timersRun?: boolean
  /** Time stands still from the very first, so that nothing is drawn only because somebody has waited. */
  frozen?: boolean
  /** A console error that begins so is what the test is about. */
  forgives?: string
  /** What follows the address: a page, a place. */
  at?: string
  core?: Partial<ScriptedCore>
  before?: (core: ScriptedCore) => void
  /** Called with the page before anything is loaded into it. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Waits for what comes late on the show screen, by scripts of its own: until then things move. */
export async function allHasCome(page: Page): Promise<void> {
  for (const part of ['.place', '.scenes-tools', '.target', '.journal'])
    await page.locator(part).first().waitFor({ state: 'attached' })
}

/**
 * Opens panels for the tests of a file, and sees to it that no page complained and everything ends.
 *
 * @param build makes the panel, where it is not the one that ships
 */
export function panels(build: () => Promise<PanelFiles> = buildPanel) {
  let files: PanelFiles
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    files = await build()
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  return async function open(
    state: AppState,
    { timersRun = false, frozen = false, at = '', forgives, core: given, before, prepare, ...context }: Options = {},
  ): Promise<Panel> {
    const core = Object.assign(new ScriptedCore(files, state), given)
    before?.(core)
    const address = await core.start()
    const browser = await sharedBrowser()
    const page = await browser.newPage(context)
    page.setDefaultTimeout(WAIT.timeout)
    const problems: string[] = []
    listen(page, problems, forgives)
    await page.addInitScript(() => {
      const complain = (event: SecurityPolicyViolationEvent) =>
        console.error(`against the content policy: ${event.violatedDirective} ${event.blockedURI}`)
      document.addEventListener('securitypolicyviolation', complain)
    })
    ends.push(async () => {
      await page.close()
      await core.stop()
      expect(problems).toEqual([])
    })
    await prepare?.(page)
    await (timersRun ? page.clock.setFixedTime(NOW) : page.clock.install({ time: NOW - 60_000 }))
    if (frozen) await page.clock.pauseAt(NOW)
    await page.goto(address + at)
    if (!timersRun && !frozen) await page.clock.pauseAt(NOW)
    return panel(core, page, address)
  }
}

/** Takes down whatever a page complains of, but for the links that a test breaks. */
export function listen(page: Page, problems: string[], forgives?: string): void {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    const isLink = message.text().startsWith('WebSocket connection to')
    const isForgiven = forgives !== undefined && message.text().startsWith(forgives)
    if (message.type() === 'error' && !isLink && !isForgiven) problems.push(message.text())
  })
}

function panel(core: ScriptedCore, page: Page, address: string) {
  // The head is there before the rest: what a test looks at next is drawn as soon as this is found.
  const tally = page.locator('#root:has(main) [data-tally]')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** Waits until just these commands have come, in this order: by their types, or whole. */
  const expectCommands = (...expected: Expected[]) => {
    const come = () => core.commands.map((one, nr) => (typeof expected[nr] === 'object' ? one : one.type))
    return expect.poll(come, WAIT).toEqual(expected)
  }
  return {
    ...{ core, page, address, tally, button, expectCommands },
    expectTally: (word: string) => expect.poll(() => tally.getAttribute('data-tally'), WAIT).toBe(word),
    /** These commands and no others, once all that the page has sent by now has come. */
    async expectOnly(...expected: Expected[]) {
      await settle({ page, core })
      await expectCommands(...expected)
    },
    /** Presses a button, and waits until just these commands have come since the page was opened. */
    async presses(name: string, ...expected: Expected[]) {
      await button(name).click()
      await expectCommands(...expected)
    },
  }
}

export { expectFocus, hasFocus } from '../support/keys.ts'

/** A browser that lets nobody keep anything. */
export const keepsNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const get = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })

export { WAIT } from '../../build/suite/patience.ts'

/** Waits until the locator says this. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => locator.innerText(), WAIT).toMatch(text)
}

/** Everything the page had sent by now has come: the link keeps order, and what is sent here comes last. */
export async function settle({ page, core }: { page: Page; core: ScriptedCore }): Promise<void> {
  const seen = () => core.messages.filter(({ type }) => type === 'visible').length
  const before = seen()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => seen(), WAIT).toBeGreaterThan(before)
}
