/** The engine's process as the studio sees it: started when first needed, and again whenever it has ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Clock } from '../../../shared/util/clock.ts'
import { commandOf } from '../../app/arguments.ts'
import { lines } from '../engine/lines.ts'
import { type EnginePlan, EngineReport } from '../engine/plan.ts'

/** Pauses before it is started again, in ms; the last one for ever. */
const PAUSES_MS = [100, 500, 2_000]
/** An engine that ran for this long was a good one: the next pause is the first again. In ms. */
const GOOD_MS = 30_000
/** How long it may take to end its streams, in ms. */
const GRACE_MS = 2_000

export interface EngineProcess {
  /** Passes a plan on. A process that is started later gets the latest one. */
  follow(plan: EnginePlan): void
  close(): Promise<void>
}

interface Options {
  readonly clock: Clock
  readonly log: (line: string) => void
  readonly onReport: (report: EngineReport) => void
  /** It has ended by itself: what it reported last is no longer so. */
  readonly onEnd: () => void
  /** Called before a new process gets its plan: a plan says what plays from the moment it was made. */
  readonly onStart: () => void
}

/** Starts nothing until the first plan that has a broadcast. */
export function createEngineProcess({ clock, log, onReport, onEnd, onStart }: Options): EngineProcess {
  let child: ChildProcess | null = null
  let startedAt = 0
  let attempts = 0
  let isWanted = false
  /** It has ended, and is started again in a moment. */
  let isPausing = false
  let isClosed = false
  let cancel = () => {}

  function start(): void {
    const [program = '', ...args] = command()
    const mine = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: surroundings(), windowsHide: true })
    child = mine
    startedAt = clock.monotonic()
    mine.stdin?.on('error', () => {})
    mine.stdout?.on('data', listening(mine))
    mine.stderr?.setEncoding('utf8').on('data', (text: string) => log(`Engine: ${text.trim().slice(0, 2_000)}`))
    mine.once('error', (error) => log(`The engine cannot be started: ${error.message}`))
    mine.once('close', (code, signal) => ended(mine, signal ?? `code ${code}`))
  }

  /** An engine that says something else than reports is of no use. */
  function listening(mine: ChildProcess) {
    const take = lines((value) => onReport(EngineReport.parse(value)))
    return (bytes: Buffer) => {
      try {
        take(bytes)
      } catch (error) {
        log(`The engine's report cannot be read: ${String(error)}`)
        mine.kill('SIGKILL')
      }
    }
  }

  function ended(mine: ChildProcess, how: string): void {
    if (child !== mine) return
    child = null
    if (isClosed) return
    onEnd()
    log(`The engine has ended (${how}). It is started again.`)
    if (clock.monotonic() - startedAt >= GOOD_MS) attempts = 0
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)] ?? 0
    attempts += 1
    isPausing = true
    cancel = clock.after(pause, () => {
      isPausing = false
      if (!isWanted) return
      start()
      onStart()
    })
  }

  return {
    follow(plan) {
      isWanted = plan.broadcasts.length > 0
      if (isWanted && !child && !isPausing && !isClosed) start()
      child?.stdin?.write(`${JSON.stringify(plan)}\n`)
    },
    async close() {
      isClosed = true
      cancel()
      const mine = child
      if (!mine) return
      const gone = new Promise((resolve) => mine.once('close', resolve))
      mine.stdin?.end()
      const kill = clock.after(GRACE_MS, () => mine.kill('SIGKILL'))
      await gone
      kill()
    },
  }
}

/** Our own program, run as the engine: like the studio itself (`supervisor/place.ts`). */
function command(): string[] {
  const name = import.meta.url.endsWith('.ts') ? '../engine/main.ts' : './engine.mjs'
  return commandOf('engine', new URL(name, import.meta.url))
}

/** It needs nothing of ours: keys come with the plan. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, HOME, DISPLAY } = process.env
  return { PATH, ...(SystemRoot && { SystemRoot }), ...(HOME && { HOME }), ...(DISPLAY && { DISPLAY }) }
}
