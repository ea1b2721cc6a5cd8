import type { ViewportSize } from 'playwright'
import { DESKTOP_SHEET, QUICK_SHEET } from './desktopSheet.ts'
import { readsOf } from './projectStates.ts'
import { PROJECTS_SHEET } from './projectsSheet.ts'
import { SETUP_SHEET, type SetUpState } from './setupSheet.ts'
import { SHEET } from './sheet.ts'
import { TROUBLE } from './troubleSheet.ts'

/** The states of the show's screen, as those of the others are written. */
export const SHOW_SHEET: Record<string, SetUpState> = Object.fromEntries(
  Object.entries(SHEET).map(([name, state]): [string, SetUpState] => [
    name,
    { hash: '', state, ...(name === 'noProjects' ? { read: readsOf([]) } : {}) },
  ]),
)

/** Every state there is a picture of, by name. */
export const EVERY_STATE: readonly [name: string, state: SetUpState][] = [
  ...Object.entries(SHOW_SHEET),
  ...Object.entries(TROUBLE),
  ...Object.entries(SETUP_SHEET),
  ...Object.entries(PROJECTS_SHEET),
  ...Object.entries(DESKTOP_SHEET),
  ...Object.entries(QUICK_SHEET),
]

const WIDE: ViewportSize = { width: 1180, height: 820 }
/** As large as the window beside the tray. */
export const QUICK_SIZE: ViewportSize = { width: 380, height: 520 }

/** How large the page of a state is, where nothing else is asked for. */
export const sizeOf = (name: string): ViewportSize => (name in QUICK_SHEET ? QUICK_SIZE : WIDE)
