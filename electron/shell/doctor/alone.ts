/** `--doctor`: a Cuelight with data of its own that only examines this computer, reports, and ends. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import { doctorReport } from '../../../shared/words/cli/doctor.ts'
import type { App } from '../../app/app.ts'
import { defaultDataDir } from '../../core/files/dataDir.ts'
import { systemClock } from '../../util/time.ts'
import { sessionFolder } from '../system/sessionFolder.ts'

/** The prefix of its folders, and the age in ms after which a leftover one is removed. */
const PREFIX = 'cuelight-doctor-'
const LEFT_MS = 3_600_000

/**
 * Its start options: in the background, on a temporary folder beside the normal data, because locks must be tried on
 * that disk.
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

/** On Windows Chromium keeps files open until the very end: then the next doctor removes them. */
function remove(dataDir: string): void {
  const session = sessionFolder(dataDir)
  for (const folder of [dataDir, ...(session === null ? [] : [dirname(session)])]) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // Not reported: the report is already printed, and the folder is removed later.
    }
  }
}

/** Prints the report and exits, with code 1 if something does not work. */
export async function reportThisComputer({ core, close }: App, json: boolean): Promise<void> {
  const { value } = await core.query('thisComputer', {})
  const { ok, lines, ...report } = doctorReport(value.lines)
  console.log(json ? JSON.stringify({ ok, ...report }) : lines.join('\n'))
  await close()
  app.exit(ok ? 0 : 1)
}
