/** Exporting data from Cuelight, and importing it again. */

export const SUPPORT_HEADINGS = {
  bundle: 'Support bundle',
  settings: 'Settings',
} as const

export const SUPPORT_WORDS = {
  bundle: 'One file with everything a helper needs:',
  holds: [
    'the version of Cuelight and the system it runs on',
    'the journal: what was asked for and what came of it',
    'the log, and that of the local studio',
    'the state as this panel shows it, and the settings',
    'the contract with the service, and how each operation went last',
  ],
  noSecret:
    'No API key is in it. Names of your projects, scenes and destinations are: look through it before you pass it on.',
  exporting:
    'Accounts, show targets, macros, the padlock and the times you chose, to take to another machine. Keys stay here.',
  importing:
    'Adds accounts and macros, and show targets and times where none was chosen here. Replaces nothing; keys are never in the file.',
  file: 'Settings file',
  tooLarge: 'That file is too large to be exported settings. Nothing was changed.',
  unreadable: 'That file cannot be read. Nothing was changed.',
} as const

/** The chosen file is something else, from a newer Cuelight, or was edited. @param field the invalid field */
export function notSettings(field: string): string {
  const where = field === 'version' || field === 'text' ? '' : ` (see “${field}”)`
  return `This Cuelight cannot read that as settings${where}. Nothing was changed.`
}
