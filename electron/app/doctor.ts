/** The doctor's checks that use our own processes and files, with or without Electron. */
import { type ExecFileException, exec, execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Found, found } from '../../shared/doctor.ts'
import type { Phones } from '../../shared/phone/phones.ts'
import type { DesktopState } from '../../shared/settings/desktop.ts'
import { type Clock, DAY_MS } from '../../shared/util/clock.ts'
import { phonesDoctorText } from '../../shared/words/accounts/phones.ts'
import { DOCTOR_WORDS } from '../../shared/words/cli/doctor.ts'
import { INSTALL_WORDS } from '../../shared/words/desktop/updates.ts'
import type { StartHelper } from '../core/keychain/helper.ts'
import { processKeychain } from '../core/keychain/processKeychain.ts'
import { isStudioAlive } from '../studio/address.ts'
import { type Attached, attachOrStart, quitAndWait, summary } from '../studio/supervisor/attach.ts'
import { studioCommand } from '../studio/supervisor/place.ts'

export interface Tried {
  clock: Clock
  dataDir: string
  keychain: StartHelper
  /** What runs our command line: a program and its first arguments. */
  cli: readonly string[]
  /** The command that terminals find; null if unknown. */
  installed: () => DesktopState['command'] | null
}

/** Each check runs once and leaves nothing behind. A rejection means that it does not work. */
export const tryProcesses = ({ clock, dataDir, keychain, cli, installed }: Tried) => ({
  // On the disk of the data dir, because each disk handles locks in its own way.
  lock: () =>
    inFolder(dataDir, (dir) => withStudio(dir, clock, () => found(isStudioAlive(dir) ? 'works' : 'doesNot'))),
  keychain: () => tryKeychain(keychain, clock),
  studio: () => inFolder(tmpdir(), (dir) => tryStudio(dir, clock)),
  commandLine: () => inFolder(tmpdir(), (dir) => tryCommand(cli, installed(), dir)),
})

/**
 * Runs a job with a studio on a temporary folder of its own. The studio holds a lock there as the core does, and it is
 * another process: our own process would be refused its own lock whatever the disk does.
 */
async function withStudio(
  dir: string,
  clock: Clock,
  job: (address: Attached) => Found | Promise<Found>,
): Promise<Found> {
  const address = await attachOrStart({
    dataDir: dir,
    command: studioCommand(dir, 0),
    clock,
    patienceMs: PATIENCE_MS,
  })
  try {
    return await job(address)
  } finally {
    await quitAndWait(address, { dataDir: dir, clock, log: () => {} })
  }
}

/** A certificate that ends sooner than this is replaced by the next start, in ms. */
const CERTIFICATE_SOON_MS = 30 * DAY_MS

/** Where phones are served, until when the certificate is good, and how many are paired. @param now wall ms */
export function judgePhones(phones: Phones, now: number): Found {
  const { on, problem, served } = phones
  if (on && (problem !== null || served.length === 0)) return found('doesNot', problem)
  const isEnding = served.some(({ ends }) => ends - now < CERTIFICATE_SOON_MS)
  return found(isEnding ? 'doesNot' : 'works', phonesDoctorText(phones))
}

/** In ms, for each process that is tried: a slow computer is not a broken one. */
const PATIENCE_MS = 30_000

/** Longer than any key. */
const KEY = 'k'.repeat(200)

/** Writes, reads and removes a key under a separate service name. */
async function tryKeychain(start: StartHelper, clock: Clock): Promise<Found> {
  const patient = { ...clock, after: (ms: number, then: () => void) => clock.after(Math.max(ms, PATIENCE_MS), then) }
  const keychain = processKeychain({ start, clock: patient, service: 'Cuelight doctor' })
  const kept = await keychain.set('doctor', KEY)
  if (kept.is !== 'kept') return found('doesNot', kept.is === 'none' ? kept.message : kept.is)
  const read = await keychain.get('doctor', 'quietly')
  await keychain.remove('doctor')
  await keychain.remove('mark')
  return read.is === 'found' && read.key === KEY ? found('works') : found('doesNot', read.is)
}

/** Starts the studio as for a rehearsal and reads what is on air. */
const tryStudio = (dir: string, clock: Clock): Promise<Found> =>
  withStudio(dir, clock, async (address) => {
    const { onAir } = await summary(address, clock)
    if (!address.started || onAir.length > 0) return found('doesNot')
    const isElectron = process.versions.electron !== undefined
    return process.platform === 'darwin' && isElectron ? judgeLaunched(await launched(), address.pid) : found('works')
  })

/** What macOS lists as running apps; null: it does not say. */
const launched = (): Promise<string | null> =>
  new Promise((resolve) =>
    execFile('lsappinfo', ['list'], { timeout: PATIENCE_MS }, (error, stdout) => resolve(error ? null : stdout)),
  )

/**
 * Is the studio kept apart from the app? macOS lists every process of our program as Cuelight
 * (electron/shell/besideTheApp.ts), one that stands aside as one of the background.
 *
 * @param list of `lsappinfo list`: blocks that begin with a number and a name, each with `pid = …` and `type="…"`
 */
export function judgeLaunched(list: string | null, pid: number): Found {
  if (list === null) return found('cannotTell')
  const block = list.split(/^ *\d+\) "/m).find((one) => new RegExp(`\\bpid = ${pid}\\b`).test(one))
  const type = /\btype="(\w+)"/.exec(block ?? '')?.[1] ?? null
  const isApart = block === undefined || type === 'BackgroundOnly'
  return isApart ? found('works') : found('doesNot', DOCTOR_WORDS.secondApp)
}

/**
 * Tries the command that terminals find if it is installed, otherwise the program it would call. That one works from
 * anywhere, even where none is installed because the app will not be found again.
 */
export function tryCommand(
  cli: readonly string[],
  installed: DesktopState['command'] | null,
  dir: string,
): Promise<Found> {
  const { path = null, about = null } = installed ?? {}
  const isInTheWay = about !== null && about !== INSTALL_WORDS.notInApplications
  if (path === null && isInTheWay) return Promise.resolve(found('doesNot', about))
  return tryCommandLine(path === null ? cli : [path], dir)
}

/**
 * First an option that Chromium also has, after a URL (Electron on Windows allows nothing after one); then piped input.
 * No Cuelight runs on that folder, so exit code 3 means that everything was read and understood.
 */
async function tryCommandLine([program = '', ...first]: readonly string[], dir: string): Promise<Found> {
  const url = 'https://example.com/v.mp4'
  const lines: [args: string[], input: string][] = [
    [['edit', 'importFile', '--url', url, '--type=video'], ''],
    [['edit', 'importFile', '--input', '-'], JSON.stringify({ url, type: 'video' })],
  ]
  for (const [args, input] of lines) {
    const code = await exitCode(program, [...first, ...args, '--json', '--data-dir', dir], input)
    if (code !== NOBODY_RUNS)
      return found('doesNot', `${basename(program)} ${args.slice(0, 3).join(' ')} … → ${code}`)
  }
  return found('works')
}

const NOBODY_RUNS = 3

function exitCode(program: string, args: readonly string[], input: string): Promise<number | string> {
  return new Promise((resolve) => {
    const ended = (error: ExecFileException | null) =>
      resolve(error === null ? 0 : (error.code ?? error.signal ?? error.message))
    const options = { timeout: PATIENCE_MS, windowsHide: true }
    // A batch file is not a program: its interpreter runs it from a command line. None of our arguments contains a
    // quote.
    const child = program.endsWith('.cmd')
      ? exec([program, ...args].map((part) => `"${part}"`).join(' '), options, ended)
      : execFile(program, args, options, ended)
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** Runs a job with a temporary folder of its own. */
async function inFolder(parent: string, job: (dir: string) => Promise<Found>): Promise<Found> {
  const dir = mkdtempSync(join(parent, 'doctor-'))
  try {
    return await job(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
