/** One history: what is requested, which faults its requests and its disk meet, and who acts in between. */
import { randomUUID } from 'node:crypto'
import type { JournalLine } from '../../electron/core/journal/line.ts'
import { createOpenLines } from '../../electron/core/journal/openLines.ts'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { createDisk, type SimDisk } from './disk.ts'
import { firstSettings, type Machine, type Process, startProcess } from './process.ts'
import { createWire, type FaultName, type Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

export interface History {
  workflow: string
  /** The fault of the nth request. */
  faults: { at: number; fault: FaultName }[]
  /** At the nth write: kill -9 before or after it is on disk, or the disk is full or slow for a minute. */
  disk: { at: number; fate: 'killBefore' | 'killAfter' | 'full' | 'slow' } | null
  /** The act right after the service has received the nth request. */
  act: { at: number; act: string } | null
}

/** An outcome that was reported, with the state of the service at that moment. */
export interface Told {
  outcome: Outcome
  source: string
  operation: string
  input: Record<string, unknown>
  stood: readonly number[]
  /** What viewers had seen by then, and whether auto-sync was on. */
  aired: readonly string[]
  autoSync: boolean
  /** What existed by then of the things that only this workflow changes. */
  sees: unknown
  /** Wall ms. */
  now: number
}

/** A history while it is played. */
export interface Stage {
  readonly history: History
  readonly clock: VirtualClock
  readonly world: World
  readonly other: World
  readonly wire: Wire
  readonly otherWire: Wire
  readonly disk: SimDisk
  readonly told: Told[]
  /** The outcomes of the user's other commands. */
  readonly answers: Outcome[]
  /** The acts in between, and when they happened. */
  readonly acts: { act: string; at: number; wall: number }[]
  readonly faults: unknown[]
  /** Other journal lines. */
  readonly noted: JournalLine['what'][]
  process(): Process
  /** Dispatches an edit, by default as the user; its outcome is recorded from the journal. */
  press(operation: string, input: Record<string, unknown>, source?: Source): void
  /** Dispatches another command; its outcome goes to `answers`. */
  command(command: CommandInput, source?: Source): void
  /** kill -9, and a new process a second later. */
  kill(): void
  /** No more faults from now on. */
  calm(): void
  /** Runs something later, in whichever process exists then. */
  later(ms: number, act: () => void): void
}

/** One workflow under test: how it begins, what may happen in between, and what must be true afterwards. */
export interface Trial {
  readonly name: string
  readonly acts: Readonly<Record<string, (stage: Stage) => void>>
  /** How many of its first requests and writes may meet a fault. */
  readonly most: { requests: number; writes: number }
  /** Acts of another client happen right before the reading `before`, because no reading shows what comes after it. */
  readonly otherHand: { readonly acts: readonly string[]; readonly before: string }
  prepare(stage: Pick<Stage, 'world' | 'clock'>): void
  begin(stage: Stage): void
  /** What exists of the things that only this workflow changes. */
  sees?(): unknown
  /** Whether to keep waiting although every command has ended. */
  isUnderWay?(stage: Stage): boolean
  /** Each broken promise as a sentence; an empty list: none. */
  broken(stage: Stage): string[]
}

/** A history ends after this time, in ms: everything that resumes automatically has completed by then. */
const LONGEST_MS = 20 * 60_000
/** It lasts at least this long: a lost request may arrive, another profile is used for a minute. */
const SHORTEST_MS = 3 * 60_000
const FULL_MS = 60_000
/** Duration of a write while something else keeps the disk busy. */
const SLOW_WRITE_MS = 1_000
const RESTART_MS = 1_000

const sight = ({ aired, autoSync }: World) => ({ aired: aired.flat(), autoSync })

export async function play(history: History, trial: Trial): Promise<Stage> {
  const clock = new VirtualClock()
  const [world, other] = [createWorld(clock), createWorld(clock)]
  const [wire, otherWire] = [createWire(world, clock), createWire(other, clock)]
  const disk = createDisk(clock)
  const told: Told[] = []
  const faults: unknown[] = []
  const acts: Stage['acts'] = []
  const answers: Outcome[] = []
  const noted: Stage['noted'] = []
  const machine: Machine = {
    ...{ clock, disk, settings: { held: firstSettings() }, wires: { a: wire, b: otherWire } },
    journal: createOpenLines(),
    onLine: (line) => void note(line),
    onFault: (error) => void faults.push(error),
  }
  let process = startProcess(machine, 'a')
  const pressed = new Map<string, { operation: string; input: Record<string, unknown> }>()

  function note({ line, outcome, what, source, id }: JournalLine): void {
    if (line === 'event') noted.push(what)
    if (line !== 'ended' || !outcome || !('command' in what) || what.command !== 'edit') return
    const { operation = '', input = {} } = pressed.get(id) ?? {}
    told.push({
      outcome,
      source,
      operation,
      input,
      stood: world.dates.map(({ at }) => at),
      ...sight(world),
      sees: trial.sees?.(),
      now: clock.now(),
    })
  }

  const stage: Stage = {
    ...{ history, clock, world, other, wire, otherWire, disk, told, acts, faults, answers, noted },
    process: () => process,
    press(operation, input, source) {
      const id = randomUUID()
      pressed.set(id, { operation, input })
      void process.press(id, { type: 'edit', operation: operation as never, input }, source)
    },
    command(command, source = 'panel') {
      void process.press(randomUUID(), command, source).then((outcome) => void answers.push(outcome))
    },
    kill() {
      process.kill()
      clock.after(RESTART_MS, () => {
        process = startProcess(machine, 'a')
      })
    },
    calm() {
      Object.assign(wire, { faultAt: () => undefined, onArrive() {}, onDone() {}, budgetIn: () => 0 })
      disk.onWrite = () => null
    },
    later: (ms, act) => void clock.after(ms, act),
  }

  /** Lets real promises run between two moments of the clock. */
  async function pass(ms: number, isOver: () => boolean = () => false): Promise<void> {
    const end = clock.monotonic() + ms
    for (await breathe(); !isOver() && clock.step(end); ) await breathe()
    if (!isOver()) clock.advance(Math.max(0, end - clock.monotonic()))
    await breathe()
  }

  trial.prepare(stage)
  await pass(30_000, process.isReady)
  await pass(2_000)
  arm(stage, trial, disk)
  trial.begin(stage)
  await pass(SHORTEST_MS)
  const isOver = () => told.length > 0 && process.runs.ofService('a').length === 0 && !trial.isUnderWay?.(stage)
  await pass(LONGEST_MS, isOver)
  process.kill()
  return stage
}

/** Counts requests, writes and acts from now on. */
function arm(stage: Stage, trial: Trial, disk: SimDisk): void {
  const { history, wire, clock, acts } = stage
  const { act, disk: fated } = history
  wire.numbered = 0
  wire.log.length = 0
  disk.writes = 0
  wire.faultAt = (nth) => history.faults.find(({ at }) => at === nth)?.fault
  let isActed = false
  const doIt = () => {
    if (!act || isActed) return
    isActed = true
    acts.push({ act: act.act, at: clock.monotonic(), wall: clock.now() })
    trial.acts[act.act]?.(stage)
  }
  const isOther = act !== null && trial.otherHand.acts.includes(act.act)
  wire.onArrive = (nth, operation) => {
    if (act && isOther && nth !== null && nth > act.at && operation === trial.otherHand.before) doIt()
  }
  wire.onDone = (nth) => {
    if (act && !isOther && nth === act.at) doIt()
  }
  let until = Number.NEGATIVE_INFINITY
  disk.onWrite = (nth) => {
    const lasts = fated?.fate === 'full' || fated?.fate === 'slow'
    if (lasts && nth === fated.at) until = clock.monotonic() + FULL_MS
    if (clock.monotonic() < until) return fated?.fate === 'full' ? 'full' : SLOW_WRITE_MS
    if (!fated || lasts || nth !== fated.at) return null
    if (fated.fate === 'killBefore') {
      stage.kill()
      return 'died'
    }
    // The file is complete, but the process dies before it learns that.
    clock.after(0, stage.kill)
    return null
  }
}
