import type { CommandName, Source } from '../commands.ts'

/** What a command is called in the journal. */
export const COMMAND_WORDS: Record<CommandName, string> = {
  goLive: 'Go live',
  armGoLive: 'Go live: arm',
  commitGoLive: 'Go live',
  armStop: 'Stop: arm',
  commitStop: 'Stop',
  cancelArm: 'Cancel',
  sync: 'Sync',
  switchScene: 'Switch scene',
  nextScene: 'Next scene',
  previousScene: 'Previous scene',
  backToScene: 'Back',
  setAutoSync: 'Auto-sync',
  refresh: 'Refresh',
  loadProjects: 'List projects',
  checkDestinations: 'Check destinations',
  chooseTarget: 'Show target',
  setPadlock: 'Padlock',
  unlockGoLive: 'I checked, unlock',
  acknowledge: 'Put away',
}

/** What an input is called in the journal. */
export const SOURCE_WORDS: Record<Source, string> = {
  panel: 'panel',
  window: 'window',
  tray: 'tray',
  hotkey: 'hotkey',
  cli: 'command line',
  link: 'link',
  agent: 'agent',
  core: 'Cuelight',
}
