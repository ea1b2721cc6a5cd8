/** What the doctor tries by processes and files of ours: with Electron around or not. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Found, found } from '../../shared/doctor.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { takeCoreLock } from '../core/files/lock.ts'
import type { StartHelper } from '../core/keychain/helper.ts'
import { processKeychain } from '../core/keychain/processKeychain.ts'
import { attachOrStart, quit } from '../studio/supervisor/attach.ts'
import { studioCommand } from '../studio/supervisor/place.ts'

export interface Tried {
  clock: Clock
  keychain: StartHelper
  /** What runs our command line: a program and its first arguments. */
  cli: readonly string[]
}

/** Each is asked once, and leaves nothing behind. What it rejects with did not work. */
export const tryProcesses = ({ clock, keychain, cli }: Tried) => ({
  lock: () => inFolder(async (dir) => tryLock(dir)),
  keychain: () => tryKeychain(keychain, clock),
  studio: () => inFolder((dir) => tryStudio(dir, clock)),
  commandLine: () => inFolder((dir) => tryCommandLine(cli, dir)),
})

function tryLock(dir: string): Found {
  const ours = takeCoreLock(dir, () => {})
  const second = takeCoreLock(dir, () => {})
  second?.release()
  ours?.release()
  return found(ours !== null && second === null ? 'works' : 'doesNot')
}

/** Longer than any key. */
const KEY = 'k'.repeat(200)

/** Put in, read and taken out again, under a name of its own. */
async function tryKeychain(start: StartHelper, clock: Clock): Promise<Found> {
  const keychain = processKeychain({ start, clock, service: 'Cuelight doctor' })
  const kept = await keychain.set('doctor', KEY)
  if (kept.is !== 'kept') return found('doesNot', kept.is === 'none' ? kept.message : kept.is)
  const read = await keychain.get('doctor', 'quietly')
  await keychain.remove('doctor')
  await keychain.remove('mark')
  return read.is === 'found' && read.key === KEY ? found('works') : found('doesNot', read.is)
}

async function tryStudio(dir: string, clock: Clock): Promise<Found> {
  const address = await attachOrStart({ dataDir: dir, command: studioCommand(dir, 0), clock })
  await quit(address, clock)
  return found(address.started ? 'works' : 'doesNot')
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
    if (code !== NOBODY_RUNS) return found('doesNot', `${args.slice(0, 3).join(' ')} … → ${code}`)
  }
  return found('works')
}

const NOBODY_RUNS = 3

function exitCode(program: string, args: readonly string[], input: string): Promise<number | string> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: 20_000, windowsHide: true }, (error) =>
      resolve(error === null ? 0 : (error.code ?? error.signal ?? error.message)),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** With a folder of its own, that is gone afterwards. */
async function inFolder(job: (dir: string) => Promise<Found>): Promise<Found> {
  const dir = mkdtempSync(join(tmpdir(), 'cuelight-doctor-'))
  try {
    return await job(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
