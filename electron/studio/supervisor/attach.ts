import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, readFileSync } from 'node:fs'
import type { Clock } from '../../../shared/util/clock.ts'
import { sleep, systemClock } from '../../util/time.ts'
import { forgetDeadStudio, isStudioAlive, readAddress, type StudioAddress } from '../address.ts'
import { type AdministrationAddress, administer } from '../administration/client.ts'
import { logFileIn, openLog } from '../logFile.ts'

export interface AttachOptions {
  readonly dataDir: string
  /** What runs the studio on that data dir: a program and its arguments. */
  readonly command: readonly string[]
  readonly clock: Clock
  /** How long a studio may take to start, in ms. */
  readonly patienceMs?: number
  /** Set off, none is waited for any more, and what was begun is ended: it rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

export interface Attached extends StudioAddress {
  /** False: it ran already. */
  readonly started: boolean
}

/** No studio could be found or started; the message says why and where to look. */
export class AttachError extends Error {
  override readonly name = 'AttachError'
}

const POLL_MS = 50
/** What was started in vain and does not end when asked is killed after this time, in ms. */
const GRACE_MS = 1_000

/**
 * Finds the studio of a data dir, or starts it as a process that outlives this one.
 *
 * Two that start one at the same time end with the same studio: its lock lets one through, and both read its address.
 * Rejected, it leaves nothing running: asked again and again, it does not pile up processes.
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
    // Another one was faster: ours must not take its place when that one ends.
    if (!started) await end(child, clock)
    return { ...address, started }
  } catch (error) {
    await end(child, clock)
    throw error
  }
}

/** What the studio does: above all whether anything is on air. */
export function summary(address: AdministrationAddress, clock: Clock = systemClock) {
  return administer(address, 'summary', undefined, clock)
}

/** Asks the studio to end. What runs goes on with its clock when it is started again. */
export async function quit(address: AdministrationAddress, clock: Clock = systemClock): Promise<void> {
  await administer(address, 'quit', undefined, clock)
}

/** For one that runs, or is just being started. The address is believed only when that very process answers there. */
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
  /** Where in it that process begins to speak, in bytes. */
  readonly logStart: number
  /** Why it could not be run at all, once that is known. */
  failure(): string | null
  /** Resolves once there is no such process, or never was. */
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

/** Ends what was started, and stays until it is gone. One that hangs as it starts may not listen. */
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
  const end = clock.monotonic() + patienceMs
  while (clock.monotonic() < end) {
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
  /** We started it: nobody else waits for it. */
  isOurs: boolean
}

/** How long a studio with nothing to do may take to end, in ms. */
const QUIT_MS = 3_000
const QUIT_POLL_MS = 20

/** Leaves a studio: ours ends with us, unless something is on air on it; another's is none of our business. */
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

/** Ends a studio, and stays until it is gone: what is started next finds the place free. */
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
