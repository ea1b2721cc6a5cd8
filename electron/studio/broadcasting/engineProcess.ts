/** The engine's process as the studio sees it: started when first needed, and again whenever it has ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
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

/** It reports every second. Counted in seconds without a report: it may be hung, it is, it takes long to start. */
const SILENT = 3
const HUNG = 8
const STARTING = 30

export interface EngineProcess {
  /** Passes a plan on. A process that is started later gets the latest one. */
  follow(plan: EnginePlan): void
  close(): Promise<void>
}

interface Options {
  readonly clock: Clock
  readonly log: (line: string) => void
  readonly onReport: (report: EngineReport) => void
  /** It has ended by itself, or does not respond: what it reported last is no longer so. */
  readonly onLost: (why: string) => void
  /** Called before a new process gets its plan: a plan says what plays from the moment it was made. */
  readonly onStart: () => void
}

/** Starts nothing until the first plan that has a broadcast. */
export function createEngineProcess({ clock, log, onReport, onLost, onStart }: Options): EngineProcess {
  let child: ChildProcess | null = null
  let startedAt = 0
  let attempts = 0
  let isWanted = false
  /** It has ended, and is started again in a moment. */
  let isPausing = false
  let isClosed = false
  let cancel = () => {}
  let send = (_line: string): void => {}

  function start(): void {
    const [program = '', ...args] = engineCommand()
    const how = { stdio: 'pipe', env: surroundings(), windowsHide: true } as const
    // A system that is out of files gives it no pipes.
    const mine: ChildProcess = spawn(program, args, how)
    child = mine
    if (mine.stdin) send = latestTo(mine.stdin)
    startedAt = clock.monotonic()
    const watch = startWatch(clock, mine, onLost)
    mine.stdout?.on('data', listening(mine)).on('data', watch.hear)
    mine.once('close', watch.stop)
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
    send = () => {}
    if (isClosed) return
    onLost('The engine ended unexpectedly. It is being started again.')
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
      send(`${JSON.stringify(plan)}\n`)
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

/** Writes a line once the one before it was taken, and then the latest: an engine that hangs must not fill our memory. */
function latestTo(input: Writable): (line: string) => void {
  let latest: string | null = null
  input.on('error', () => {})
  input.on('drain', () => {
    if (latest !== null) input.write(latest)
    latest = null
  })
  return (line) => {
    if (input.writableNeedDrain) latest = line
    else input.write(line)
  }
}

/**
 * Counts the seconds in which an engine says nothing. After the studio or the machine itself stood still, no more than
 * one was counted, and what the engine said meanwhile is read before the next.
 */
function startWatch(clock: Clock, engine: ChildProcess, onLost: (why: string) => void) {
  let seconds = -STARTING
  let stop = clock.after(1_000, look)
  function look(): void {
    seconds += 1
    stop = clock.after(1_000, look)
    if (seconds === SILENT) onLost('The engine does not respond.')
    if (seconds === HUNG) engine.kill('SIGKILL')
  }
  return {
    hear(): void {
      seconds = 0
    },
    stop: () => stop(),
  }
}

/** V8 without its compilers, as the core runs (`build/setup/nodeFlags.mjs`). */
export const WITHOUT_COMPILERS = ['--max-lazy', '--no-opt', '--no-maglev', '--no-sparkplug', '--optimize-for-size']

/**
 * Our own program, run as the engine: like the studio itself (`supervisor/place.ts`), but with V8's compilers. It is
 * never idle while something is on air, and takes half the processor time with them.
 */
function engineCommand(): string[] {
  const name = import.meta.url.endsWith('.ts') ? '../engine/main.ts' : './engine.mjs'
  const command = commandOf('engine', new URL(name, import.meta.url))
  return command.filter((one) => !WITHOUT_COMPILERS.includes(one))
}

/** It needs nothing of ours: keys come with the plan. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, HOME, DISPLAY } = process.env
  // Each disk that does not answer takes a thread, of which Node has four.
  return {
    PATH,
    UV_THREADPOOL_SIZE: '16',
    ...(SystemRoot && { SystemRoot }),
    ...(HOME && { HOME }),
    ...(DISPLAY && { DISPLAY }),
  }
}
