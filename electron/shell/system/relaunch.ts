import { spawn } from 'node:child_process'
import { app } from 'electron'
import { againAs } from './faults.ts'

/** Waits up to 30 s until the process has ended, then executes the rest of its arguments. */
const THEN_BECOMES =
  'n=0; while kill -0 "$0" 2>/dev/null && [ $n -lt 300 ]; do sleep 0.1; n=$((n+1)); done; exec "$@"'

/** The key that this run was given: its successor needs it too, and piped input can only be read once. */
export const ofThisRun: { key: string | null } = { key: null }

/**
 * Starts this program again once it has ended. On Linux not with Electron's own method: that starts it without the
 * right to gain privileges, so that an AppImage can no longer be mounted and a setuid sandbox does not work
 * (electron#41463; electron 45: shell/browser/relauncher.cc).
 */
export function relaunchAtEnd(): void {
  const { key } = ofThisRun
  if (key !== null) process.env.CUELIGHT_API_KEY = key
  const again = againAs(process)
  if (process.platform !== 'linux') {
    app.relaunch(again)
    return
  }
  const line = [again.execPath, ...process.execArgv, ...again.args]
  spawn('/bin/sh', ['-c', THEN_BECOMES, String(process.pid), ...line], { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}
