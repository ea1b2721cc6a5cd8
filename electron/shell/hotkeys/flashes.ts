import type { Arm } from '../../../shared/arming.ts'
import type { Clock } from '../../../shared/clock.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { type AppState, isRunning } from '../../../shared/state.ts'
import type { Core } from '../../core/core.ts'
import { FLASH_MS, onAirSaid, type Said, saidOf } from './flash.ts'

export interface Flashes {
  /** Shows it until its time is over or something newer comes. @param arm what it is about, while that is armed */
  say(said: Said, arm?: Arm): void
  /** Shows how a press ended; a start is followed until it is on air. */
  outcome(outcome: Outcome): void
  stop(): void
}

/** Writes the answer to the latest press into the state; the overlay draws it, and nothing else does. */
export function createFlashes({ core, clock }: { core: Pick<Core, 'store'>; clock: Clock }): Flashes {
  let nr = core.store.get().desktop?.flash?.nr ?? 0
  /** The arm that is shown, and the start that is followed. */
  let armId: string | null = null
  let starting: string | null = null
  let stopTimer = () => {}

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

  function outcome(ended: Outcome): void {
    starting = startOf(ended, core.store.get()) ?? starting
    say(saidOf(ended), ended.result === 'armed' ? ended.arm : undefined)
  }

  /** What is armed may be cancelled elsewhere, and a start is on air only when a reading says so. */
  function follow(state: AppState): void {
    if (armId !== null && state.arm?.armId !== armId) clear()
    if (starting === null) return
    const { live, pending, name } = state.projects[starting] ?? { live: null, pending: null, name: '' }
    if (live?.status === 'LIVE') {
      starting = null
      say(onAirSaid(name))
    } else if (!isRunning(live) && pending === null) {
      starting = null
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
    stop() {
      unsubscribe()
      stopTimer()
    },
  }
}

/** The project that this outcome starts, or may have started; null where it is about something else. */
function startOf(outcome: Outcome, state: AppState): string | null {
  const started = outcome.result === 'done' && outcome.done.what === 'started' ? outcome.done.liveId : null
  const unknown = outcome.result === 'unknown' && outcome.failure.operation === 'startLive'
  for (const { id, live, pending } of Object.values(state.projects)) {
    if (started !== null && live?.liveId === started) return id
    if (unknown && pending?.act === 'start') return id
  }
  return null
}
