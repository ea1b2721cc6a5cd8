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
  /**
   * Timers run normally, although the time is always `NOW`. Otherwise time stops, and `page.clock.runFor` advances it.
   */
  timersRun?: boolean
  /** Time is stopped from the start, so that nothing is drawn only because time has passed. */
  frozen?: boolean
  /** The start of a console error that the test expects. */
  forgives?: string
  /** Appended to the address: a page or a place. */
  at?: string
  core?: Partial<ScriptedCore>
  before?: (core: ScriptedCore) => void
  /** Called with the page before anything is loaded into it. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Waits for the parts of the show screen that are separate scripts, because the layout moves until they arrive. */
export async function allHasCome(page: Page): Promise<void> {
  for (const part of ['.place', '.scenes-tools', '.target', '.journal'])
    await page.locator(part).first().waitFor({ state: 'attached' })
}

/**
 * Opens panels for the tests of a file, fails on any page error, and closes everything.
 *
 * @param build makes the panel, if not the shipped one
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

/** Records the errors of a page, except for those of links that a test breaks. */
export function listen(page: Page, problems: string[], forgives?: string): void {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    const isLink = message.text().startsWith('WebSocket connection to')
    const isForgiven = forgives !== undefined && message.text().startsWith(forgives)
    if (message.type() === 'error' && !isLink && !isForgiven) problems.push(message.text())
  })
}

function panel(core: ScriptedCore, page: Page, address: string) {
  // The head is drawn before the rest, so this also waits for `main`: what a test looks at next has been drawn.
  const tally = page.locator('#root:has(main) [data-tally]')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** Waits until exactly these commands have arrived, in this order: given by their types, or in full. */
  const expectCommands = (...expected: Expected[]) => {
    const come = () => core.commands.map((one, nr) => (typeof expected[nr] === 'object' ? one : one.type))
    return expect.poll(come, WAIT).toEqual(expected)
  }
  return {
    ...{ core, page, address, tally, button, expectCommands },
    expectTally: (word: string) => expect.poll(() => tally.getAttribute('data-tally'), WAIT).toBe(word),
    /** Exactly these commands, once everything the page has sent so far has arrived. */
    async expectOnly(...expected: Expected[]) {
      await settle({ page, core })
      await expectCommands(...expected)
    },
    /** Presses a button, and waits until exactly these commands have arrived since the page was opened. */
    async presses(name: string, ...expected: Expected[]) {
      await button(name).click()
      await expectCommands(...expected)
    },
  }
}

export { expectFocus, hasFocus } from '../support/keys.ts'

/** A browser in which nothing can be stored. */
export const keepsNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const get = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })

export { WAIT } from '../../build/suite/patience.ts'

/** Waits until the locator has this text. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => locator.innerText(), WAIT).toMatch(text)
}

/**
 * Waits until everything the page has sent so far has arrived: the link preserves order, and this message comes last.
 */
export async function settle({ page, core }: { page: Page; core: ScriptedCore }): Promise<void> {
  const seen = () => core.messages.filter(({ type }) => type === 'visible').length
  const before = seen()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => seen(), WAIT).toBeGreaterThan(before)
}
