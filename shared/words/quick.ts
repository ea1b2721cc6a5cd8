/** What the quick panel beside the tray says: short, for the main window says it in full. */

export const QUICK_NAMES = {
  open: 'Open Cuelight',
} as const

export const QUICK_WORDS = {
  open: 'The main window, with all the rest.',
  noKey: 'No API key yet. Add it in the main window.',
  choose: 'Choose the project to show in the main window.',
  lost: 'No contact with Cuelight. Any live broadcast continues.',
} as const
