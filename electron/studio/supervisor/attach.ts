import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, readFileSync } from 'node:fs'
import type { Clock } from '../../../shared/util/clock.ts'
import { sleep, systemClock } from '../../util/time.ts'
import { forgetDeadStudio, isStudioAlive, patienceWith, readAddress, type StudioAddress } from '../address.ts'
import { type AdministrationAddress, administer } from '../administration/client.ts'
import { logFileIn, openLog } from '../logFile.ts'

export interface AttachOptions {
  readonly dataDir: string
  /** The command that runs the studio on that data dir: a program and its arguments. */
  readonly command: readonly string[]
  readonly clock: Clock
  /** How long a studio that starts may show no progress, in ms. */
  readonly patienceMs?: number
  /** Aborting it stops the wait and ends the process that was started; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

export interface Attached extends StudioAddress {
  /** False: the studio was running already. */
  readonly started: boolean
}

/** No studio could be found or started. The message gives the reason and where to look. */
export class AttachError extends Error {
  override readonly name = 'AttachError'
}

const POLL_MS = 50
/** A process whose start failed, and that does not end when asked to, is killed after this time, in ms. */
const GRACE_MS = 1_000

/**
 * Finds the studio of a data dir, or starts it as a process that outlives this one.
 *
 * Two processes that start a studio at the same time end up with the same one: the lock lets only one through, and both
 * read its address. When the call rejects, it leaves no process running, so repeated calls do not pile up processes.
 */
export async function attachOrStart(options: AttachOptions): Promise<Attached> {
  const { dataDir, clock, signal } = options
  const running = forgetDeadStudio(dataDir) ? null : await answering(dataDir, clock)
  if (running) return { ...running, started: false }
  signal?.throwIfAborted()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const child = start(options)
  try {
    const address = await firstAddress(options, child)
    const started = address.pid === child.process.pid
    // Another studio was faster. Ours must not be left waiting to take over when that one ends.
    if (!started) await end(child, clock)
    return { ...address, started }
  } catch (error) {
    await end(child, clock)
    throw error
  }
}

/** What the studio is doing; above all whether anything is on air. */
export function summary(address: AdministrationAddress, clock: Clock = systemClock) {
  return administer(address, 'summary', undefined, clock)
}

/** Asks the studio to end. Broadcasts that are running continue by the clock when it is started again. */
export async function quit(address: AdministrationAddress, clock: Clock = systemClock): Promise<void> {
  await administer(address, 'quit', undefined, clock)
}

/** Returns the address of a running or starting studio, if the process that it names responds there. */
async function answering(dataDir: string, clock: Clock): Promise<StudioAddress | null> {
  const address = readAddress(dataDir)
  if (!address) return null
  try {
    const { pid } = await administer(address, 'ping', undefined, clock)
    return pid === address.pid ? address : null
  } catch {
    return null
  }
}

interface Child {
  readonly process: ChildProcess
  readonly logFile: string
  /** Where this process's output starts in the log file, in bytes. */
  readonly logStart: number
  /** Why the process could not be run, or null while no failure is known. */
  failure(): string | null
  /** Resolves once the process is gone, or if it never existed. */
  readonly gone: Promise<void>
}

function start({ dataDir, command: [program = '', ...args] }: AttachOptions): Child {
  const log = openLog(dataDir)
  const logStart = fstatSync(log).size
  const { CUELIGHT_API_KEY: _, ...env } = process.env
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], env, windowsHide: true })
  closeSync(log)
  let failure: string | null = null
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      failure = error.message
      resolve()
    })
  })
  child.unref()
  return { process: child, logFile: logFileIn(dataDir), logStart, failure: () => failure ?? exitOf(child), gone }
}

/** Ends the process that was started and waits until it is gone. One that hangs at startup may ignore SIGTERM. */
async function end({ process: child, gone }: Child, clock: Clock): Promise<void> {
  child.kill()
  const cancel = clock.after(GRACE_MS, () => child.kill('SIGKILL'))
  await gone
  cancel()
}

/** Exit code 0 is no failure: another studio of this data dir was faster, and its address will be read. */
function exitOf({ exitCode, signalCode }: ChildProcess): string | null {
  if (signalCode !== null) return `it was ended by ${signalCode}`
  return exitCode === null || exitCode === 0 ? null : `it ended with code ${exitCode}`
}

async function firstAddress(
  { dataDir, clock, signal, patienceMs = 10_000 }: AttachOptions,
  child: Child,
): Promise<StudioAddress> {
  const goesOn = patienceWith(dataDir, clock, patienceMs)
  while (goesOn()) {
    const failure = child.failure()
    if (failure !== null) throw new AttachError(`The studio could not be started: ${failure}. ${lastWords(child)}`)
    const address = await answering(dataDir, clock)
    if (address) return address
    await sleep(clock, POLL_MS, signal)
  }
  throw new AttachError(`The studio did not say where it is within ${patienceMs} ms. ${lastWords(child)}`)
}

function lastWords({ logFile, logStart }: Child): string {
  const said = readFileSync(logFile).subarray(logStart).toString().trim()
  if (said === '') return `It said nothing to its log, ${logFile}.`
  return `Its log, ${logFile}, ends: ${said.split('\n').slice(-3).join(' / ')}`
}

export interface Leaving {
  dataDir: string
  clock: Clock
  log: (line: string) => void
  /** We started it, so no other process relies on it. */
  isOurs: boolean
}

/** How long a studio with nothing to do may take to end, in ms. */
const QUIT_MS = 3_000
const QUIT_POLL_MS = 20

/** Leaves a studio. One that we started ends with us, unless something is on air on it; any other keeps running. */
export async function detach(studio: StudioAddress, leaving: Leaving): Promise<void> {
  const { dataDir, clock, log, isOurs } = leaving
  if (!isStudioAlive(dataDir)) return
  try {
    const { onAir } = await summary(studio, clock)
    if (onAir.length > 0) log('The local studio goes on: something is on air. Start Cuelight again to control it.')
    else if (isOurs) await quitAndWait(studio, leaving)
  } catch (error) {
    log(`The local studio could not be asked what is on air: ${error}`)
  }
}

/** Ends a studio and waits until it is gone, so that the next one finds the data dir free. */
export async function quitAndWait(
  studio: StudioAddress,
  { dataDir, clock, log }: Omit<Leaving, 'isOurs'>,
): Promise<void> {
  await quit(studio, clock)
  const isThere = () => readAddress(dataDir)?.adminSecret === studio.adminSecret
  for (const giveUp = clock.monotonic() + QUIT_MS; isThere(); await sleep(clock, QUIT_POLL_MS)) {
    if (clock.monotonic() < giveUp) continue
    log(`The local studio (process ${studio.pid}) was asked to end, and still runs after ${QUIT_MS} ms.`)
    return
  }
}
