import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Command } from '../../shared/commands/commands.ts'
import type { AppState } from '../../shared/state.ts'
import { buildPanel, launch, type PanelFiles } from './panelFiles.ts'
import { ScriptedCore } from './scriptedCore.ts'
import { NOW } from './states.ts'

export interface Panel {
  core: ScriptedCore
  page: Page
  address: string
  tally: Locator
  button(name: string): Locator
  /** Console errors that begin so are what the test is about. */
  forgive(start: string): void
  /** Waits until just these commands have come, in this order. */
  expectCommands(...types: Command['type'][]): Promise<void>
  /** The same, once all that the page has sent by now has come. */
  expectOnly(...types: Command['type'][]): Promise<void>
  /** Presses a button, and waits until just these commands have come since the page was opened. */
  presses(name: string, ...types: Command['type'][]): Promise<void>
}

interface Options extends BrowserContextOptions {
  /** Timers run on their own, though it is always `NOW`. Else time stands still, and `page.clock.runFor` moves it. */
  timersRun?: boolean
  /** Time stands still from the very first, so that nothing is drawn only because somebody has waited. */
  frozen?: boolean
  /** A console error that begins so is what the test is about, from the start. */
  forgives?: string
  /** What follows the address: a page, a place. */
  at?: string
  /** Called before the page is opened. */
  before?: (core: ScriptedCore) => void
  /** Called with the page before anything is loaded into it. */
  prepare?: (page: Page) => Promise<void>
}

/** Opens panels for the tests of a file, and sees to it that no page complained and everything ends. */
export function panels() {
  let browser: Browser
  let files: PanelFiles
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    ;[browser, files] = await Promise.all([launch(), buildPanel()])
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(() => browser.close())

  return async function open(
    state: AppState,
    { timersRun = false, frozen = false, at = '', forgives, before, prepare, ...context }: Options = {},
  ): Promise<Panel> {
    const core = new ScriptedCore(files, state)
    before?.(core)
    const address = await core.start()
    const page = await browser.newPage(context)
    page.setDefaultTimeout(WAIT.timeout)
    const forgiven: string[] = forgives === undefined ? [] : [forgives]
    const problems = listen(page, forgiven)
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
    return panel(core, page, address, forgiven)
  }
}

/** Whatever a page complains of, but for the links that a test breaks. */
function listen(page: Page, forgiven: readonly string[]): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    const isLink = message.text().startsWith('WebSocket connection to')
    const isForgiven = forgiven.some((start) => message.text().startsWith(start))
    if (message.type() === 'error' && !isLink && !isForgiven) problems.push(message.text())
  })
  return problems
}

function panel(core: ScriptedCore, page: Page, address: string, forgiven: string[]): Panel {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const expectCommands = (...types: Command['type'][]) =>
    expect.poll(() => core.commands.map(({ type }) => type), WAIT).toEqual(types)
  return {
    core,
    page,
    address,
    button,
    expectCommands,
    tally: page.locator('[data-tally]'),
    forgive: (start) => void forgiven.push(start),
    async expectOnly(...types) {
      await settle({ page, core })
      await expectCommands(...types)
    },
    async presses(name, ...types) {
      await button(name).click()
      await expectCommands(...types)
    },
  }
}

/** Long enough for a busy machine; nothing is measured by it. */
export const WAIT = { timeout: 8_000, interval: 20 }

/** Waits until the locator says this. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => locator.innerText(), WAIT).toMatch(text)
}

/** Everything the page had sent by now has come: the link keeps order, and what is sent here comes last. */
export async function settle({ page, core }: Pick<Panel, 'page' | 'core'>): Promise<void> {
  const seen = () => core.messages.filter(({ type }) => type === 'visible').length
  const before = seen()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => seen(), WAIT).toBeGreaterThan(before)
}
