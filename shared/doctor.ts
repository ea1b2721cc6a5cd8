/** The doctor's results: one line for each thing that Cuelight needs from the system. */

export const DOCTOR_LINES = [
  'versions',
  'sandbox',
  'folders',
  'lock',
  'keychain',
  'studio',
  'commandLine',
  'phones',
  'page',
  'tray',
  'keys',
  'answers',
  'notifications',
  'links',
  'login',
  'timers',
] as const
export type DoctorLineName = (typeof DOCTOR_LINES)[number]

/** `cannotTell`: only the user, a key press or another system could find out. */
export type DoctorState = 'works' | 'doesNot' | 'cannotTell'

export interface DoctorLine {
  line: DoctorLineName
  state: DoctorState
  /** What was observed, in the system's words or in figures. */
  detail: string | null
}

/** The result of one line. */
export type Found = Omit<DoctorLine, 'line'>

export const found = (state: DoctorState, detail: string | null = null): Found => ({ state, detail })
