import type { AppState, Notice } from '../state.ts'
import { asSentence } from './format.ts'
import { KEY_THIS_RUN } from './keychain.ts'

/** What every surface says for as long as it is so: nothing is written down now; null: it is. */
export function journalProblem({ notices }: Pick<AppState, 'notices'>): string | null {
  const told = notices.find(({ kind }) => kind === 'journalUnwritable')
  return told ? NOTICE_WORDS.journalUnwritable(told.about) : null
}

/** What Cuelight did by itself, in plain words. */
export const NOTICE_WORDS: Record<Notice['kind'], (about: string) => string> = {
  settingsSetAside: (about) =>
    `The settings file could not be read. It was set aside as ${about}, and Cuelight started with fresh settings.`,
  portTaken: (about) => `The usual port could not be had, so the panel is at port ${about} this time.`,
  journalDamaged: (about) => `Some of the journal could not be read (lines: ${about}). The rest of it is shown.`,
  journalUnwritable: (about) =>
    `The journal cannot be written: ${asSentence(about)} What is done now is not remembered over a crash. Make room, or mend the disk: Cuelight goes on writing by itself.`,
  studioFailed: (about) => `The local studio could not be started: ${about}`,
  studioRestarted: (about) =>
    `The local studio had ended unexpectedly and was started again (${about}). What ran on it continues.`,
  studioSetAside: (about) =>
    `What the local studio had kept could not be read. It was set aside as ${about}, and the studio started anew with its example shows.`,
  overrideRefused: (about) => `The override file is not in force: ${about}. The contract is used as it stands.`,
  keyThisRun: () => KEY_THIS_RUN,
  windowCrashed: (about) =>
    `${about} crashed three times within a minute and was closed. The show is not touched by that: Cuelight goes on. Open it again; if it crashes again, save the support bundle.`,
  targetChosen: (about) => `Showing ${about}, your newest project.`,
}
