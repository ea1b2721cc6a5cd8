/** What the quick panel beside the tray says: short, for the main window says it in full. */

export const QUICK_NAMES = {
  open: 'Open Cuelight',
} as const

export const QUICK_WORDS = {
  open: 'The main window, with all the rest.',
  noKey: 'The profile in use has no key to ask with. Give it one in the main window.',
  choose: 'Choose the project to show in the main window.',
  lost: 'A running broadcast goes on without Cuelight. Looking for it again…',
} as const
