/** Compares the state whenever it changed or time alone makes news, and reports each item once. */

import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Snapshot } from '../../../shared/news/news.ts'
import { nextChangeAt } from '../../../shared/news/rules.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { escapeControls } from '../../../shared/util/escapeControls.ts'
import { NEWS } from '../../../shared/words/desktop/notifications.ts'
import { type Dispatch, runMenuAction, type ShellActions } from '../../app/dispatch.ts'
import type { Core } from '../../core/core.ts'
import type { NotificationText } from './notification.ts'
import { notificationsBetween } from './rules.ts'

/** Where the user clicked: beside the button, or on it. */
export type Pressed = 'body' | 'action'

export interface NotifierOptions {
  core: Pick<Core, 'store'>
  clock: Clock
  act: Dispatch
  /** Shows a notification; calls back when it is clicked. */
  show: (text: NotificationText, onClick: (pressed: Pressed) => void) => void
  actions: ShellActions
  /** Receives an error if one could not be shown. */
  log: (line: string) => void
}

/** In ms: related changes of the state follow each other closely, so they are compared as one. */
const TOGETHER_MS = 100
/** How many reported items are remembered. */
const REMEMBERED = 500

/** Starts to notify; what is already true is not reported. @returns a function that ends it */
export function createNotifier({ core, clock, act, show, actions, log }: NotifierOptions): () => void {
  const shown = new Set<string>()
  let last: Snapshot = lookNow()
  let stopLooking: (() => void) | null = null
  let stopWaiting = () => {}

  function lookNow(): Snapshot {
    return { state: core.store.get(), at: clock.now() }
  }

  function changed(): void {
    const { projects, journal } = core.store.get()
    if (projects === last.state.projects && journal === last.state.journal) return
    stopLooking ??= clock.after(TOGETHER_MS, look)
  }

  function look(): void {
    stopLooking?.()
    stopLooking = null
    const now = lookNow()
    for (const one of notificationsBetween(last, now)) tell(one)
    last = now
    waitForNews(now)
  }

  function waitForNews({ state, at }: Snapshot): void {
    stopWaiting()
    const next = nextChangeAt(state, at)
    stopWaiting = next === null ? () => {} : clock.after(next - at, look)
  }

  function tell(one: NotificationText): void {
    if (shown.has(one.once)) return
    shown.add(one.once)
    if (shown.size > REMEMBERED) shown.delete(shown.values().next().value ?? one.once)
    showIt(one)
  }

  function showIt(one: NotificationText): void {
    try {
      const [title, body] = [escapeControls(one.title), escapeControls(one.body)]
      show({ ...one, title, body }, (pressed) => press(one, pressed))
    } catch (error) {
      log(`a notification could not be shown: ${error instanceof Error ? error.stack : error}`)
    }
  }

  function press({ action }: NotificationText, pressed: Pressed): void {
    if (pressed === 'body' || !action) actions.showPanel()
    else if ('shell' in action.does) runMenuAction(action.does.shell, actions)
    else void send(action.does.command)
  }

  async function send(command: CommandInput): Promise<void> {
    const outcome = await act(command)
    // What is armed waits for its second step, so the panel is shown to the user.
    if (outcome.result === 'armed') actions.showPanel()
    else if (outcome.result !== 'done') {
      const words = NEWS.notDone(command.type, outcome)
      showIt({ kind: 'failed', once: '', ...words, action: null })
    }
  }

  const unsubscribe = core.store.subscribe(changed)
  waitForNews(last)
  return () => {
    unsubscribe()
    stopLooking?.()
    stopWaiting()
  }
}
