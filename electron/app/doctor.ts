/** What the doctor tries by processes and files of ours: with Electron around or not. */
import { type ExecFileException, exec, execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Found, found } from '../../shared/doctor.ts'
import type { DesktopState } from '../../shared/settings/desktop.ts'
import type { Clock } from '../../shared/util/clock.ts'
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
  /** The command that terminals find; null: nobody knows. */
  installed: () => DesktopState['command'] | null
}

/** Each is asked once, and leaves nothing behind. What it rejects with did not work. */
export const tryProcesses = ({ clock, dataDir, keychain, cli, installed }: Tried) => ({
  // On the disk where the data is: each has its own way with locks.
  lock: () =>
    inFolder(dataDir, (dir) => withStudio(dir, clock, () => found(isStudioAlive(dir) ? 'works' : 'doesNot'))),
  keychain: () => tryKeychain(keychain, clock),
  studio: () => inFolder(tmpdir(), (dir) => tryStudio(dir, clock)),
  commandLine: () => inFolder(tmpdir(), (dir) => tryCommand(cli, installed(), dir)),
})

/**
 * With a studio on a folder of its own, gone afterwards. It holds a lock there as the core does, and is another process:
 * a process of ours is refused its own lock whatever the disk does.
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

/** Ms for each process that is tried: a slow computer is none that does not work. */
const PATIENCE_MS = 30_000

/** Longer than any key. */
const KEY = 'k'.repeat(200)

/** Put in, read and taken out again, under a name of its own. */
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

/** It is started as for a rehearsal, and asked what is on air. */
const tryStudio = (dir: string, clock: Clock): Promise<Found> =>
  withStudio(dir, clock, async (address) => {
    const { onAir } = await summary(address, clock)
    return found(address.started && onAir.length === 0 ? 'works' : 'doesNot')
  })

/** The command that terminals find, where it is installed; else what it would call. */
function tryCommand(cli: readonly string[], installed: DesktopState['command'] | null, dir: string): Promise<Found> {
  const { path = null, about = null } = installed ?? {}
  if (path === null && about !== null) return Promise.resolve(found('doesNot', about))
  return tryCommandLine(path === null ? cli : [path], dir)
}

/**
 * An option that is also Chromium's, behind a URL, which Electron on Windows allows nothing behind; then an input that is
 * piped in. No Cuelight runs on that folder: exit code 3 says that all of it was read and understood.
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
    // A batch file is no program: its interpreter runs it, and reads a line. None of ours holds a quote.
    const child = program.endsWith('.cmd')
      ? exec([program, ...args].map((part) => `"${part}"`).join(' '), options, ended)
      : execFile(program, args, options, ended)
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** With a folder of its own, that is gone afterwards. */
async function inFolder(parent: string, job: (dir: string) => Promise<Found>): Promise<Found> {
  const dir = mkdtempSync(join(parent, 'doctor-'))
  try {
    return await job(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
