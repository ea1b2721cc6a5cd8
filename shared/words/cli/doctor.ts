/** The doctor's report on this computer: what works, what does not and what to do, what cannot be determined. */
import type { DoctorLine, DoctorLineName, DoctorState } from '../../doctor.ts'
import { asSentence } from '../format.ts'

export const DOCTOR_NAMES: Record<DoctorLineName, string> = {
  versions: 'Versions',
  sandbox: 'Sandbox',
  folders: 'Folders',
  lock: 'One at a time',
  keychain: 'Keychain',
  studio: 'Local studio',
  commandLine: 'Command line',
  phones: 'Phones',
  page: 'Window',
  tray: 'Tray icon',
  keys: 'Hotkeys',
  answers: 'Answers to hotkeys',
  notifications: 'Notifications',
  links: 'Links',
  login: 'Start at login',
  timers: 'Timers',
}

export const DOCTOR_STATES: Record<DoctorState, string> = {
  works: 'works',
  doesNot: 'does not work',
  cannotTell: 'cannot be told here',
}

/** What to do if it does not work, or cannot be determined. */
const TO_DO: Record<DoctorLineName, string> = {
  versions: 'Start Cuelight with the Electron it comes with.',
  sandbox:
    'Cuelight runs without Chromium’s sandbox. Start it without --no-sandbox; on Ubuntu allow user namespaces for it by an AppArmor profile, as the deb package does.',
  folders: 'Chromium’s files lie among Cuelight’s own. Choose another data folder, and save the support bundle.',
  lock: 'Two copies could run on the same data. Put the data folder on a local disk.',
  keychain:
    'You will have to enter your key at each start. Unlock your system’s keychain; on Linux install gnome-keyring or KWallet.',
  studio: 'Rehearsing does not work here. Save the support bundle.',
  commandLine: 'Scripts and Stream Decks cannot control Cuelight. Install the command again in the settings.',
  phones:
    'Phones do not reach the panel. In Settings → Access choose the network that the phone is in, and let Cuelight through this computer’s firewall.',
  page: 'The window stays empty. Update your graphics driver, or use the panel in a browser.',
  tray: 'Your desktop shows no tray icons. On GNOME install the extension “AppIndicator and KStatusNotifierItem Support”.',
  keys: 'Press each key once in Settings → Hotkeys → Test keys. Choose others for those that are taken.',
  answers: 'Answers to hotkeys may take the keyboard from your program. Turn them off in Settings → Hotkeys.',
  notifications: 'Your system shows none of Cuelight’s notifications. Allow them in its settings.',
  links: 'Links that begin with cuelight:// open nothing. They work once Cuelight is installed by its installer.',
  login: 'Cuelight cannot start at login by itself. Add it to your system’s own list of startup programs.',
  timers: 'Your system puts Cuelight’s timers off, so readings come late. Turn off its power saving for Cuelight.',
}

/** One line of the report: "Keychain: does not work. …". */
export function doctorSentence({ line, state, detail }: DoctorLine): string {
  const said = `${DOCTOR_NAMES[line]}: ${DOCTOR_STATES[state]}.`
  return [said, detail === null ? '' : asSentence(detail), doctorToDo({ line, state }) ?? '']
    .filter((part) => part !== '')
    .join(' ')
}

/** What to do about it; null: nothing. */
export const doctorToDo = ({ line, state }: Pick<DoctorLine, 'line' | 'state'>): string | null =>
  state === 'works' ? null : TO_DO[line]

export const DOCTOR_WORDS = {
  works: 'Everything that can be told works on this computer.',
  doesNot: (count: number) => `${count} ${count === 1 ? 'thing does' : 'things do'} not work on this computer.`,
  /** The notification that tests whether notifications arrive. */
  notification: 'Cuelight is looking at this computer',
  notificationMore: 'This only shows that notifications arrive.',
  noIcon: 'Cuelight’s icon is not shown there. Start Cuelight again',
  secondApp: 'macOS counts it as a second Cuelight, and a click may reach it instead of the app',
  heldByOther: (keys: string) => `Cuelight is already running and probably holds ${keys}. To check: cuelight doctor`,
  onAir: 'Not tried, because something is on air',
  noApp: 'Only the desktop app can be looked at.',
  examine: 'Examine this computer',
  examining: 'Looking at this computer. This takes some seconds.',
  heading: 'This computer',
  about: 'Cuelight tries what it needs of this computer: it shows one notification and changes nothing.',
} as const

/** The whole report, for users and for programs. */
export function doctorReport(lines: readonly DoctorLine[]) {
  const failed = lines.filter(({ state }) => state === 'doesNot').length
  const sentence = failed === 0 ? DOCTOR_WORDS.works : DOCTOR_WORDS.doesNot(failed)
  return {
    ok: failed === 0,
    sentence,
    lines: [...lines.map(doctorSentence), '', sentence],
    computer: lines.map((one) => ({ ...one, todo: doctorToDo(one) })),
  }
}
