/** `--doctor`: a Cuelight on data of its own that only looks at this computer, tells, and ends. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import { doctorReport } from '../../../shared/words/doctor.ts'
import type { App } from '../../app/app.ts'
import { defaultDataDir } from '../../core/files/dataDir.ts'
import { systemClock } from '../../util/time.ts'
import { sessionFolder } from '../system/sessionFolder.ts'

/** Its folders begin so; what is older than this, in ms, belongs to one that could not take its own away. */
const PREFIX = 'cuelight-doctor-'
const LEFT_MS = 3_600_000

/**
 * How it is started: in the background, on a folder that is gone afterwards, beside where data lies: what a disk does with
 * locks is seen on that disk.
 *
 * @param args ours; `--json` is the only one it knows
 */
export function doctorOptions(args: readonly string[]): string[] {
  const home = dirname(defaultDataDir('cuelight'))
  mkdirSync(home, { recursive: true })
  for (const name of readdirSync(home).filter((one) => one.startsWith(PREFIX))) {
    if (systemClock.now() - statSync(join(home, name)).mtimeMs > LEFT_MS) remove(join(home, name))
  }
  const dataDir = mkdtempSync(join(home, PREFIX))
  process.once('exit', () => remove(dataDir))
  return ['--hidden', '--port', '0', '--data-dir', dataDir, ...args.filter((arg) => arg === '--help')]
}

/** On Windows Chromium holds files until the very end: then the next doctor takes them away. */
function remove(dataDir: string): void {
  const session = sessionFolder(dataDir)
  for (const folder of [dataDir, ...(session === null ? [] : [dirname(session)])]) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // It is said nowhere: the report is out, and the folder is taken away later.
    }
  }
}

/** Prints what was found, and ends: with 1 where something does not work. */
export async function reportThisComputer({ core, close }: App, json: boolean): Promise<void> {
  const { value } = await core.query('thisComputer', {})
  const { ok, lines, ...report } = doctorReport(value.lines)
  console.log(json ? JSON.stringify({ ok, ...report }) : lines.join('\n'))
  await close()
  app.exit(ok ? 0 : 1)
}
