import type { App } from 'electron'

/**
 * Passes the right to come to the front to the running Cuelight, or makes this one able to receive it. Windows gives
 * that right to a program that the user just started, and to the process which that program names (learn.microsoft.com,
 * SetForegroundWindow, "Remarks"); all others only flash in the taskbar. Electron names the holder of its
 * single-instance lock (Chromium: chrome/browser/win/chrome_process_finder.cc).
 *
 * Call it only with our own lock, or right after its holder has responded: Chromium considers a holder that does not
 * respond for 20 s hung, and ends it without asking if it shows no window (chrome/browser/process_singleton_win.cc).
 */
export function handForeground(
  app: Pick<App, 'requestSingleInstanceLock'>,
  platform: string = process.platform,
): void {
  if (platform === 'win32') app.requestSingleInstanceLock()
}
