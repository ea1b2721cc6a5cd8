/** Simulates what is broken on a system, before the app's code is loaded. */
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isBroken } from './facts.ts'

/** Ms by which a timer is delayed. */
const PUT_OFF_MS = 1_500

export function breakWhatIsBroken(): void {
  const isHelper = process.argv.includes('--studio')
  if (isBroken('sandbox') && !process.argv.includes('--no-sandbox')) endFatally('No usable sandbox!')
  if (isBroken('studio') && isHelper) endFatally('a second process is not allowed')
  // As in Electron 28; of our code only the doctor depends on it.
  if (isBroken('versions')) Object.defineProperty(process.versions, 'node', { value: '18.18.2' })
  if (isBroken('locks')) lockNothing()
  if (isBroken('timers') && !isHelper) putTimersOff()
}

/** As Chromium does: a log line, and a trap. */
function endFatally(why: string): void {
  console.error(`FATAL: ${why}`)
  process.kill(process.pid, 'SIGTRAP')
}

/** SQLite's own way to disable locks (sqlite.org/uri.html, `nolock`). */
function lockNothing(): void {
  const sqlite = createRequire(import.meta.url)('node:sqlite')
  const { DatabaseSync } = sqlite
  sqlite.DatabaseSync = class extends DatabaseSync {
    constructor(path: string, ...rest: unknown[]) {
      super(path.endsWith('.lock') ? new URL(`${pathToFileURL(path)}?nolock=1`) : path, ...rest)
    }
  }
  syncBuiltinESMExports()
}

/** Only those under a second: delaying longer ones would only make a spec wait. */
function putTimersOff(): void {
  const { setTimeout } = globalThis
  const late = (callback: () => void, ms = 0, ...args: unknown[]) =>
    setTimeout(callback, ms >= 100 && ms < 1_000 ? ms + PUT_OFF_MS : ms, ...(args as []))
  globalThis.setTimeout = Object.assign(late, setTimeout) as typeof globalThis.setTimeout
}
