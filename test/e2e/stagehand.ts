import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { type ClientMessage, ServerMessage } from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'
import { openAddress } from '../fakes/panelPage.ts'
import { launch } from '../renderer/panelFiles.ts'
import { atEnd } from '../support/atEnd.ts'
import { type App, type AppOptions, startApp, sweep } from './app.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})

afterAll(() => browser?.close())

/**
 * A browser with no session yet.
 *
 * @param onEnd does it when the test ends; tests that run at the same time have each their own
 */
export async function newPage(onEnd: (end: () => Promise<void>) => void = atEnd): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1180, height: 900 } })
  onEnd(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

export interface Show {
  app: App
  page: Page
}

/**
 * Cuelight as built, and its panel open in a browser.
 *
 * @param onEnd as with `newPage`
 */
export async function openShow(
  options: AppOptions = {},
  onEnd: (end: () => Promise<void>) => void = atEnd,
): Promise<Show> {
  const app = await startApp(options)
  onEnd(() => sweep(app))
  const page = await newPage(onEnd)
  await page.goto(app.address)
  return { app, page }
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits until the tally says so. */
export async function tally(page: Page, word: string, withinMs = 25_000): Promise<void> {
  await page.locator(`[role=status][data-tally=${word}]`).waitFor({ timeout: withinMs })
}

/** Presses a button, and waits until the tally says so. */
export async function press(page: Page, name: string, word: string): Promise<void> {
  await button(page, name).click()
  await tally(page, word)
}

/** Holds Stop until it is done. */
export async function holdStop(page: Page): Promise<void> {
  await holdDown(page)
  await page.getByText('Stopped.').first().waitFor()
  await page.mouse.up()
}

/** Begins to hold Stop. A banner that comes or goes in that very moment moves the button away: then once more. */
export async function holdDown(page: Page): Promise<void> {
  const held = page.locator('button.stop:not([data-phase=idle])')
  for (let tries = 1; tries <= 3; tries += 1) {
    await button(page, 'Stop').hover()
    await page.mouse.down()
    const begun = await held.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    )
    if (begun) return
    await page.mouse.up()
  }
  throw new Error('Stop could not be held')
}

/** What a panel says and hears, without a page around it. */
export interface PanelClient {
  send(command: CommandInput): Promise<Outcome>
  state(): Promise<AppState>
  /** Asks for the state until it is so. */
  until(holds: (state: AppState) => boolean): Promise<AppState>
  close(): void
}

/** Answers whether it has heard what it waits for. */
type Listener = (message: ServerMessage) => boolean

/** Opens a printed address as a browser does, and the bridge with the session that gives. */
export async function panelOf({ address }: Pick<App, 'address'>): Promise<PanelClient> {
  const { socket } = await openAddress(address)
  const listeners = new Set<Listener>()
  socket.on('message', (data) => {
    const message = ServerMessage.parse(JSON.parse(data.toString()))
    for (const listener of listeners) if (listener(message)) listeners.delete(listener)
  })

  function ask<Answer>(message: ClientMessage, answerIn: (heard: ServerMessage) => Answer | null): Promise<Answer> {
    return new Promise((resolve) => {
      listeners.add((heard) => {
        const answer = answerIn(heard)
        if (answer !== null) resolve(answer)
        return answer !== null
      })
      socket.send(JSON.stringify(message))
    })
  }

  const state = () => ask({ type: 'resync' }, (heard) => (heard.type === 'snapshot' ? heard.state : null))

  return {
    state,
    send(command) {
      const id = randomUUID()
      return ask({ type: 'command', id, command }, (heard) =>
        heard.type === 'outcome' && heard.id === id ? heard.outcome : null,
      )
    },
    async until(holds) {
      for (;;) {
        const now = await state()
        if (holds(now)) return now
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    close: () => socket.close(),
  }
}
