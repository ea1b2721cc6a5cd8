/** What was tried of this computer, and came of it: one line a thing that Cuelight needs of a system. */

export const DOCTOR_LINES = [
  'versions',
  'sandbox',
  'folders',
  'lock',
  'keychain',
  'studio',
  'commandLine',
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

/** `cannotTell`: only a person, a press or another system could. */
export type DoctorState = 'works' | 'doesNot' | 'cannotTell'

export interface DoctorLine {
  line: DoctorLineName
  state: DoctorState
  /** What was seen, in the system's words or in figures. */
  detail: string | null
}

/** What was found of one line. */
export type Found = Omit<DoctorLine, 'line'>

export const found = (state: DoctorState, detail: string | null = null): Found => ({ state, detail })
