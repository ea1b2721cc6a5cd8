import type { Arm } from '../../shared/commands/arm.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { intents } from '../../shared/intents/intents.ts'
import type { ProjectState } from '../../shared/state.ts'
import { STOP_WORDS } from '../../shared/words/labels.ts'
import type { OpenWork } from '../../shared/workflows.ts'
import { coreNow } from './coreClock.ts'
import type { Answer, FeedbackId } from './submissions.ts'

/** `hold`: a pointer. `cancelWindow`: a key, or a click of a screen reader. */
export type StopMode = 'hold' | 'cancelWindow'

/**
 * What is to be stopped, and at which button: at `quit`, Cuelight ends with it; at that of a project, it is a broadcast
 * beside the show target.
 */
export interface Stopping {
  spot: 'stop' | 'quit' | `project:${string}`
  project: ProjectState
}

export type StopState =
  /** `ours`: the last arm of this page, so that it is not taken for someone else's. */
  | { phase: 'idle'; ours: string | null }
  /** Arming was requested; the core has not responded. */
  | { phase: 'arming'; spot: Stopping['spot']; mode: StopMode }
  /** Armed: the second step is sent `lastsMs` after this began, unless cancelled. */
  | {
      phase: 'armed'
      spot: Stopping['spot']
      mode: StopMode
      arm: Arm
      lastsMs: number
      commitAt: number
    }
  /** The second step was sent and cannot be taken back. */
  | { phase: 'committed'; spot: Stopping['spot'] }

export const RESTING: StopState = { phase: 'idle', ours: null }

export interface StopControl {
  begin(mode: StopMode, stopping: Stopping): Promise<void>
  /** The pointer was released or lost, or the user cancelled. No effect after the second step. */
  cancel(): void
  /** The arm that the core reports. If ours was reported and now there is none, there is nothing left to commit. */
  sawArm(arm: Arm | null): void
  linkLost(): void
}

interface Needs {
  send(command: CommandInput): Promise<Answer>
  press(spot: FeedbackId, command: CommandInput): Promise<Answer | null>
  tell(spot: FeedbackId, answer: Answer): void
  show(state: StopState): void
  /** The incomplete workflows that the quit dialog names. */
  openWork(): readonly OpenWork[]
}

/** Quitting after a question that names incomplete workflows leaves them incomplete. */
export const leavingWork = (openWork: readonly OpenWork[]): { openWork?: 'leave' } =>
  openWork.length > 0 ? { openWork: 'leave' } : {}

/** Added to the guard's time, because timers may fire slightly early. */
const MARGIN_MS = 25

/**
 * The two steps of Stop, from this page. The core checks the time; here it is only counted, from when the core
 * reported the arm. A lost response or a slow core therefore never shortens the hold.
 */
export function createStopControl({ send, press, tell, show, openWork }: Needs): StopControl {
  let state: StopState = RESTING
  let spot: Stopping['spot'] = 'stop'
  let ours: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Increases with each attempt, so that the outcome of an abandoned attempt is recognized. */
  let attempt = 0
  /** The arm that the core shows, and whether it has shown ours; it may do so before it sends the outcome. */
  let shown: string | null = null
  let seen = false

  function go(next: StopState): void {
    state = next
    show(next)
  }

  function rest(answer: Answer | null = null): void {
    clearTimeout(timer)
    attempt++
    go({ phase: 'idle', ours })
    if (answer) tell(spot, answer)
  }

  const giveUp = (why: string) => rest({ result: 'inert', why })

  async function begin(mode: StopMode, stopping: Stopping): Promise<void> {
    if (state.phase !== 'idle') return
    const mine = ++attempt
    spot = stopping.spot
    go({ phase: 'arming', spot, mode })
    const meant = intents(stopping.project).armStop(mode)
    const answer: Answer = 'reason' in meant ? { result: 'refused', refusal: meant } : await send(meant)
    const arm = answer.result === 'armed' ? answer.arm : null
    ours = arm?.armId ?? ours
    if (mine !== attempt) {
      if (arm) void send({ type: 'cancelArm', armId: arm.armId })
      if (state.phase === 'idle') go({ phase: 'idle', ours })
      return
    }
    return arm ? armed(mode, arm) : rest(answer)
  }

  function armed(mode: StopMode, arm: Arm): void {
    seen = shown === arm.armId
    const lastsMs = Math.max(0, arm.notBefore - arm.armedAt) + MARGIN_MS
    go({ phase: 'armed', spot, mode, arm, lastsMs, commitAt: coreNow() + lastsMs - MARGIN_MS })
    timer = setTimeout(() => void commit(arm.armId), lastsMs)
  }

  async function commit(armId: string): Promise<void> {
    go({ phase: 'committed', spot })
    const quit = { type: 'quit', onAir: 'stop', armId, ...leavingWork(openWork()) } as const
    await press(spot, spot === 'quit' ? quit : { type: 'commitStop', armId })
    rest()
  }

  function cancel(): void {
    if (state.phase !== 'arming' && state.phase !== 'armed') return
    if (state.phase === 'armed') void send({ type: 'cancelArm', armId: state.arm.armId })
    giveUp(state.mode === 'hold' ? STOP_WORDS.hold : STOP_WORDS.cancelled)
  }

  function sawArm(arm: Arm | null): void {
    shown = arm?.armId ?? null
    if (state.phase !== 'armed') return
    if (shown === state.arm.armId) seen = true
    else if (seen && arm === null) giveUp(STOP_WORDS.goneElsewhere)
  }

  return {
    begin,
    cancel,
    sawArm,
    linkLost() {
      if (state.phase === 'arming' || state.phase === 'armed') giveUp(STOP_WORDS.linkLost)
    },
  }
}
