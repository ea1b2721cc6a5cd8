import type { Arm } from '../../../shared/commands/arming.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import type { HotkeyAction } from '../../../shared/settings/desktop.ts'
import { type AppState, isRunning } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Core } from '../../core/core.ts'
import type { Look } from '../notifications/notification.ts'
import { alarmsBetween } from '../notifications/rules.ts'
import { FLASH_MS, onAirSaid, type Said, saidOf } from './toast.ts'

export interface Flashes {
  /** Shows it until its time is over or something newer comes. @param arm what it is about, while that is armed */
  say(said: Said, arm?: Arm): void
  /** Shows how a press ended. @param action the key's; null: it was no key's */
  outcome(outcome: Outcome, action: HotkeyAction | null): void
  /** A start of this project is on its way: it is followed until it is on air, or surely is not. */
  starts(projectId: string, answer: Promise<Outcome>): void
  stop(): void
}

/** Writes the answer to the latest press into the state; the overlay draws it, and nothing else does. */
export function createFlashes({ core, clock }: { core: Pick<Core, 'store'>; clock: Clock }): Flashes {
  let nr = core.store.get().desktop?.flash?.nr ?? 0
  /** The arm that is shown, and the start that is followed. */
  let armId: string | null = null
  let start: Start | null = null
  let stopTimer = () => {}
  let last: Look = { state: core.store.get(), at: clock.now() }

  function write(said: Said | null): void {
    core.store.change(({ desktop }) => {
      if (desktop) desktop.flash = said && { nr, at: clock.now(), ...said }
    })
  }

  function say(said: Said, arm?: Arm): void {
    nr += 1
    armId = arm?.armId ?? null
    write(said)
    stopTimer()
    stopTimer = clock.after(said.tone === 'armed' ? leftOf(arm) : FLASH_MS[said.tone], clear)
  }

  const leftOf = (arm: Arm | undefined) => Math.max(0, (arm?.expires ?? 0) - clock.now())

  function clear(): void {
    armId = null
    stopTimer()
    write(null)
  }

  function outcome(ended: Outcome, action: HotkeyAction | null): void {
    // A reading was quicker than the answer: what the answer says is of the past.
    if (start?.aired && isOfStart(ended)) return
    say(saidOf(ended, action), ended.result === 'armed' ? ended.arm : undefined)
  }

  function starts(projectId: string, answer: Promise<Outcome>): void {
    const mine: Start = { projectId, answered: false, aired: isRunning(liveOf(core.store.get(), projectId)) }
    if (mine.aired) return
    start = mine
    void answer.then(() => {
      mine.answered = true
    })
  }

  /** What happened to the show without anybody here: it interrupts whatever is said. */
  function tellAlarms(state: AppState): void {
    const look = { state, at: clock.now() }
    for (const { title, body } of alarmsBetween(last, look)) say({ tone: 'alarm', title, detail: body })
    last = look
  }

  /** What is armed may be cancelled elsewhere, and a start is on air only when a reading says so. */
  function follow(state: AppState): void {
    tellAlarms(state)
    if (armId !== null && state.arm?.armId !== armId) clear()
    if (!start || start.aired) return
    const { live, pending, name } = state.projects[start.projectId] ?? NOTHING
    if (live?.status === 'LIVE') {
      start.aired = true
      say(onAirSaid(name))
    } else if (start.answered && !isRunning(live) && pending === null) {
      start = null
    }
  }

  // Not within the store's own round: others would hear of our change before the one that led to it.
  let looks = false
  const unsubscribe = core.store.subscribe(() => {
    if (looks) return
    looks = true
    queueMicrotask(() => {
      looks = false
      follow(core.store.get())
    })
  })
  return {
    say,
    outcome,
    starts,
    stop() {
      unsubscribe()
      stopTimer()
    },
  }
}

interface Start {
  projectId: string
  answered: boolean
  /** It was said to be on air. */
  aired: boolean
}

const NOTHING = { live: null, pending: null, name: '' }
const liveOf = (state: AppState, projectId: string) => state.projects[projectId]?.live ?? null

function isOfStart(outcome: Outcome): boolean {
  if (outcome.result === 'unknown') return outcome.failure.operation === 'startLive'
  return outcome.result === 'done' && outcome.done.what === 'started'
}
