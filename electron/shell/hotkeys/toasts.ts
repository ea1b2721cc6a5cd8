import type { Arm } from '../../../shared/commands/arm.ts'
import { lastsMs } from '../../../shared/commands/arming.ts'
import { createAlarms } from '../../../shared/news/alarms.ts'
import type { Done, Outcome } from '../../../shared/outcome.ts'
import type { Toast } from '../../../shared/settings/desktop.ts'
import type { HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import { type AppState, isRunning } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { HOTKEY_WORDS } from '../../../shared/words/desktop/desktop.ts'
import {
  ENDED_WORDS_ELSEWHERE as ELSEWHERE,
  SENT_WORDS,
  TOAST_WORDS,
  toDo,
} from '../../../shared/words/desktop/hotkeys.ts'
import { describeOutcome } from '../../../shared/words/outcomes/outcomes.ts'
import type { Core } from '../../core/core.ts'
import { changeDesktop } from '../../core/state/store.ts'

/** The texts of the overlay, derived from the outcome of a press. Pure. */

/** A toast before it has a number and a time. */
export type ToastText = Pick<Toast, 'tone' | 'title' | 'detail'>

/** How long each tone is shown, in ms, unless a newer toast comes. An armed one is shown as long as the arm lasts. */
export const TOAST_MS: Record<Exclude<Toast['tone'], 'armed'>, number> = {
  /** Until the response comes; the request is given up long before. */
  sent: 30_000,
  onAir: 4_000,
  done: 2_500,
  refused: 6_000,
  unknown: 10_000,
  alarm: 10_000,
}

/** The toast for an outcome. @param action of the key; null: it was no key */
export function saidOf(outcome: Outcome, action: HotkeyAction | null): ToastText {
  const { result } = outcome
  if (result === 'armed') return armed(outcome.arm)
  const title = action ? HOTKEY_WORDS[action] : ELSEWHERE[result]
  const detail = describeOutcome(outcome)
  if (result === 'done') return { tone: 'done', title, detail, ...doneLook(outcome.done) }
  // The whole message would not fit: what matters is that it may have happened. The journal has all of it.
  if (result === 'unknown') return { tone: 'unknown', title, detail: TOAST_WORDS.unknownMore }
  return { tone: 'refused', title, detail }
}

function armed(arm: Arm): ToastText {
  const title = TOAST_WORDS[arm.mode === 'press' ? 'pressAgain' : 'confirm'](lastsMs(arm))
  return { tone: 'armed', title, detail: toDo(arm) }
}

/** A login turned out to be expired since it was armed. */
function doubted({ mode, expired = [] }: Arm): ToastText {
  const detail = TOAST_WORDS[mode === 'press' ? 'againAnyway' : 'confirmAnyway']
  return { tone: 'armed', title: TOAST_WORDS.reconnect(expired), detail }
}

/** Only what the service confirmed to be on air looks like it. */
function doneLook(done: Done): Partial<ToastText> {
  if (done.what === 'started') return { title: TOAST_WORDS.starting(done.projectName) }
  if (done.what !== 'sceneSwitched') return {}
  const looks: Record<typeof done.reached, Partial<ToastText>> = {
    onAir: { tone: 'onAir', title: done.sceneName },
    notOnAir: { title: TOAST_WORDS.notOnAir(done.sceneName) },
    notConfirmed: { tone: 'unknown', title: done.sceneName },
    nothingRunning: { title: done.sceneName },
  }
  return looks[done.reached]
}

/** All other toasts about presses. `letGo`: a second press, or a held key. `proven`: the result of the self-test. */
export const SAYS = {
  sent: (action: HotkeyAction): ToastText => ({ tone: 'sent', title: SENT_WORDS[action], detail: null }),
  inert: (action: HotkeyAction, why: string): ToastText => ({
    tone: 'refused',
    title: HOTKEY_WORDS[action],
    detail: why,
  }),
  onItsWay: (): ToastText => ({ tone: 'refused', title: TOAST_WORDS.onItsWay, detail: TOAST_WORDS.onItsWayMore }),
  letGo: (arm: Arm): ToastText => ({ tone: 'armed', title: TOAST_WORDS.letGo, detail: toDo(arm) }),
  held: (): ToastText => ({ tone: 'refused', title: TOAST_WORDS.held, detail: TOAST_WORDS.heldMore }),
  stray: (key: string): ToastText => ({
    tone: 'refused',
    title: TOAST_WORDS.stray,
    detail: TOAST_WORDS.strayMore(key),
  }),
  proven: (action: HotkeyAction): ToastText => ({
    tone: 'done',
    title: TOAST_WORDS.proven,
    detail: HOTKEY_WORDS[action],
  }),
} as const

export type Toasts = ReturnType<typeof createToasts>

/** Writes the outcome of the latest press into the state; only the overlay draws it. */
export function createToasts({ core, clock }: { core: Pick<Core, 'store'>; clock: Clock }) {
  let nr = core.store.get().desktop?.flash?.nr ?? 0
  /** The arm that is shown, and the start that is followed. */
  let shown: Arm | null = null
  let start: Start | null = null
  let stopTimer = () => {}
  /** A change of the show that no user here made interrupts whatever is shown. */
  const alarms = createAlarms({ state: core.store.get, clock }, ({ title, body }) =>
    say({ tone: 'alarm', title, detail: body }),
  )

  function write(said: ToastText | null): void {
    changeDesktop(core.store, { flash: said && { nr, at: clock.now(), ...said } })
  }

  /** Shows a toast until its time is over or a newer one comes. @param arm the toast's subject, while that is armed */
  function say(said: ToastText, arm?: Arm): void {
    nr += 1
    shown = arm ?? null
    write(said)
    stopTimer()
    stopTimer = clock.after(said.tone === 'armed' ? leftOf(arm) : TOAST_MS[said.tone], clear)
  }

  const leftOf = (arm: Arm | undefined) => Math.max(0, (arm?.expires ?? 0) - clock.now())

  function clear(): void {
    shown = null
    stopTimer()
    write(null)
  }

  /** Shows the outcome of a press. @param action of the key; null: it was no key */
  function outcome(ended: Outcome, action: HotkeyAction | null): void {
    // A reading was faster than the response, which is out of date by now.
    if (start?.aired && isOfStart(ended)) return
    say(saidOf(ended, action), ended.result === 'armed' ? ended.arm : undefined)
  }

  /** A start of this project is under way: it is followed until it is on air, or certainly is not. */
  function starts(projectId: string, answer: Promise<Outcome>): void {
    const mine: Start = { projectId, answered: false, aired: isRunning(liveOf(core.store.get(), projectId)) }
    if (mine.aired) return
    start = mine
    void answer.then(() => {
      mine.answered = true
    })
  }

  /** The arm may be cancelled by another client, and a start is only on air once a reading shows it. */
  function follow(state: AppState): void {
    alarms.look(state)
    if (shown && state.arm?.armId !== shown.armId) clear()
    else if (shown && state.arm?.expired && !shown.expired) say(doubted(state.arm), state.arm)
    if (!start || start.aired) return
    const { live, pending, name } = state.projects[start.projectId] ?? NOTHING
    if (live?.status === 'LIVE') {
      start.aired = true
      say({ tone: 'onAir', title: name, detail: null })
    } else if (start.answered && !isRunning(live) && pending === null) {
      start = null
    }
  }

  const unsubscribe = afterChanges(core.store, follow)
  return {
    say,
    outcome,
    starts,
    stop() {
      unsubscribe()
      alarms.stop()
      stopTimer()
    },
  }
}

/**
 * Outside of the store's own notification round: otherwise other listeners would receive our change before the one that
 * caused it.
 */
function afterChanges(store: Core['store'], look: (state: AppState) => void): () => void {
  let looks = false
  return store.subscribe(() => {
    if (looks) return
    looks = true
    queueMicrotask(() => {
      looks = false
      look(store.get())
    })
  })
}

interface Start {
  projectId: string
  answered: boolean
  /** Already reported as on air. */
  aired: boolean
}

const NOTHING = { live: null, pending: null, name: '' }
const liveOf = (state: AppState, projectId: string) => state.projects[projectId]?.live ?? null

function isOfStart(outcome: Outcome): boolean {
  if (outcome.result === 'unknown') return outcome.failure.operation === 'startLive'
  return outcome.result === 'done' && outcome.done.what === 'started'
}
