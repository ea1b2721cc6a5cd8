import type { App } from 'electron'

/**
 * Hands the right to come to the front to the Cuelight that runs, or makes this one the one it is handed to. Windows gives
 * it to a program that a person just started, and to whom that one names (learn.microsoft.com, SetForegroundWindow,
 * "Remarks"); to all others only a flash in the taskbar. Electron names the holder of its single-instance lock (Chromium:
 * chrome/browser/win/chrome_process_finder.cc).
 *
 * Call it only with our own lock, or right after its holder has answered: Chromium takes a holder that says nothing for 20 s
 * for hung, and ends it without a question where it shows no window (chrome/browser/process_singleton_win.cc).
 */
export function handForeground(
  app: Pick<App, 'requestSingleInstanceLock'>,
  platform: string = process.platform,
): void {
  if (platform === 'win32') app.requestSingleInstanceLock()
}
