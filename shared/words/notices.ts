import type { Notice } from '../state.ts'
import { KEY_THIS_RUN } from './keychain.ts'

/** What Cuelight did by itself, in plain words. */
export const NOTICE_WORDS: Record<Notice['kind'], (about: string) => string> = {
  settingsSetAside: (about) =>
    `The settings file could not be read. It was set aside as ${about}, and Cuelight started with fresh settings.`,
  portTaken: (about) => `The usual port was taken, so the panel is at port ${about} this time.`,
  journalDamaged: (about) => `Some of the journal could not be read (lines: ${about}). The rest of it is shown.`,
  studioFailed: (about) => `The local studio could not be started: ${about}`,
  studioRestarted: (about) =>
    `The local studio had ended unexpectedly and was started again (${about}). What ran on it continues.`,
  overrideRefused: (about) => `The override file is not in force: ${about}. The contract is used as it stands.`,
  keyThisRun: () => KEY_THIS_RUN,
  windowCrashed: (about) =>
    `${about} crashed three times within a minute and was closed. The show is not touched by that: Cuelight goes on. Open it again; if it crashes again, save the support bundle.`,
  targetChosen: (about) => `Showing ${about}, your newest project.`,
}
