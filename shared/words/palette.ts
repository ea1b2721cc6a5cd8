/** The command palette: everything by its name. */
export const PALETTE_WORDS = {
  title: 'Do or find anything',
  find: 'Command, scene, project, file or screen',
  none: 'Nothing matches.',
  more: 'Type more to narrow it down.',
  groups: {
    commands: 'Commands',
    scenes: 'Scenes',
    places: 'Screens',
    projects: 'Projects',
    files: 'Files',
  },
  stop: 'Stop the show',
  goLive: 'Go live',
  sync: 'Sync: show viewers the project as it is now',
  next: 'Next scene',
  previous: 'Previous scene',
  back: 'Back to the scene before',
  autoSyncOn: 'Auto-sync on',
  autoSyncOff: 'Auto-sync off',
  padlockClose: 'Close the padlock',
  padlockOpen: 'Open the padlock',
  checkDestinations: 'Check the logins again',
} as const

export const switchTo = (scene: string) => `Switch to ${scene}`
