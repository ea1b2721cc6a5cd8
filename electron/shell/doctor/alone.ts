/** `--doctor`: a Cuelight on data of its own that only looks at this computer, tells, and ends. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import { doctorReport } from '../../../shared/words/doctor.ts'
import type { App } from '../../app/app.ts'
import { defaultDataDir } from '../../core/files/dataDir.ts'

/**
 * How it is started: in the background, on a folder that is gone afterwards, beside where data lies: what a disk does with
 * locks is seen on that disk.
 *
 * @param args ours; `--json` is the only one it knows
 */
export function doctorOptions(args: readonly string[]): string[] {
  const home = dirname(defaultDataDir('cuelight'))
  mkdirSync(home, { recursive: true })
  const dataDir = mkdtempSync(join(home, 'cuelight-doctor-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return ['--hidden', '--port', '0', '--data-dir', dataDir, ...args.filter((arg) => arg === '--help')]
}

/** Prints what was found, and ends: with 1 where something does not work. */
export async function tellOfThisComputer({ core, close }: App, json: boolean): Promise<void> {
  const { value } = await core.query('thisComputer', {})
  const { ok, lines, ...report } = doctorReport(value.lines)
  console.log(json ? JSON.stringify({ ok, ...report }) : lines.join('\n'))
  await close()
  app.exit(ok ? 0 : 1)
}
