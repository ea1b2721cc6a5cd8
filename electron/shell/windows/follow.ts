/** What happens to a window while it is open. Thin: crashes are judged in `crashes.ts`, who sees what in `viewers.ts`. */
import type { BrowserWindow } from 'electron'
import type { PageName } from '../../../shared/bridge/shellBridge.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { createCrashJudge } from './crashes.ts'
import type { Viewers } from './visibility.ts'

export interface Following {
  page: PageName
  clock: Clock
  viewers: Viewers
  /** Loads the page anew. */
  load(): void
  /** Its document is gone, or it is. */
  forget(): void
  /** It crashed too often to be loaded again. */
  givenUp(): void
  log(line: string): void
}

export function followWindow(window: BrowserWindow, following: Following): void {
  const { page, viewers, log } = following
  const seen = () => viewers.window(window.webContents, window.isVisible() && !window.isMinimized())
  window.on('show', seen)
  window.on('hide', seen)
  window.on('minimize', seen)
  window.on('restore', seen)
  window.on('unresponsive', () => log(`the page ${page} does not answer`))
  window.on('responsive', () => log(`the page ${page} answers again`))
  reviveAfterCrashes(window, following)
}

function reviveAfterCrashes(window: BrowserWindow, { page, clock, load, forget, givenUp, log }: Following): void {
  const judge = createCrashJudge(clock.monotonic)
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    forget()
    if (reason === 'clean-exit') return
    const wait = judge()
    log(`the page ${page} crashed (${reason})${wait === null ? ' again and again: its window is closed' : ''}`)
    if (wait === null) givenUp()
    else clock.after(wait, () => !window.isDestroyed() && load())
  })
}
