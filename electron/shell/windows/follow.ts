/** Events of a window while it is open: crashes, visibility, and how much a page may log. */
import type { BrowserWindow } from 'electron'
import type { PageName } from '../../../shared/bridge/shellBridge.ts'
import type { Clock } from '../../../shared/util/clock.ts'

/** Which of our windows the user can see. A page considers itself visible until its window was first shown. */
export type Visibility = ReturnType<typeof createVisibility>

/** @param tell called with whether any window is visible: both its page and the system must report that */
export function createVisibility(tell: (seen: boolean) => void) {
  const visible = new Set<object>()
  const shown = new Set<object>()

  function put(set: Set<object>, window: object, isIn: boolean): void {
    if (isIn) set.add(window)
    else set.delete(window)
    tell([...visible].some((one) => shown.has(one)))
  }

  return {
    /** What the page reports about itself. */
    page: (window: object, is: boolean) => put(visible, window, is),
    /** What the system reports about its window. */
    window: (window: object, is: boolean) => put(shown, window, is),
    gone(window: object) {
      visible.delete(window)
      put(shown, window, false)
    },
  }
}

/** After this many crashes within this time (ms) a page is not loaded again: it would only flicker. */
const MOST_CRASHES = 3
const CRASHES_WITHIN_MS = 60_000
const FIRST_WAIT_MS = 250

/** To be called at each crash. @returns in how many ms to load the page again, longer each time; null: not again */
export function createCrashJudge(monotonic: () => number): () => number | null {
  let crashes: number[] = []
  return () => {
    const now = monotonic()
    crashes = [...crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now]
    return crashes.length < MOST_CRASHES ? FIRST_WAIT_MS * 2 ** (crashes.length - 1) : null
  }
}

export interface Following {
  page: PageName
  clock: Clock
  viewers: Visibility
  /** Loads the page again. */
  load(): void
  /** Its document or the page itself is gone. */
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

/**
 * At most this many lines within this time (ms): a message that a page can cause repeatedly must not push the rest out
 * of the log.
 */
const MOST_LINES = 20
const LINES_WITHIN_MS = 60_000

/** A log for messages that a page can cause: beyond the limit it logs once that more are left out for now. */
export function throttledLog(log: (line: string) => void, monotonic: Clock['monotonic']): (line: string) => void {
  let since = Number.NEGATIVE_INFINITY
  let said = 0
  return (line) => {
    const now = monotonic()
    if (now - since >= LINES_WITHIN_MS) {
      since = now
      said = 0
    }
    said += 1
    if (said <= MOST_LINES) log(line)
    else if (said === MOST_LINES + 1) log('more of this kind is not written down for a minute')
  }
}
