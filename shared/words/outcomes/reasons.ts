import type { Source } from '../../commands/commands.ts'

/** The source of a command, after a verb. */
export const BY_WORDS: Record<Source, string> = {
  panel: 'from the panel',
  window: 'from the window',
  tray: 'from the tray',
  hotkey: 'by hotkey',
  midi: 'by a MIDI pad',
  cli: 'from the command line',
  link: 'by a link',
  agent: 'by an agent',
  pairing: 'by a paired control',
  phone: 'by a phone',
  core: 'by Cuelight',
}

/** Why a control of the panel has no effect now. Shown on the control and when it is used. */
export const REASONS = {
  noLink: 'No link to Cuelight.',
  phoneLooks: 'This phone may only look.',
  phoneNoEdits: 'This phone may not edit projects.',
  noTarget: 'No show target chosen.',
  alreadyLive: 'Already running.',
  notLive: 'Nothing is on air.',
  airNotKnown: 'What is on air is not known right now.',
  startSending: 'Go live is on its way.',
  stopSending: 'Stop is on its way.',
  startChecking: 'Checking whether the last Go live worked: another could go live twice.',
  stopChecking: 'Checking whether Stop worked.',
  noLiveId: 'The service has not said yet which broadcast is running.',
  pluginMode: 'A plugin-mode project cannot be started from here. Start it in the studio.',
  settingsUnread: 'The project has not been read yet.',
  noPreviousScene: 'There is no previous scene yet.',
  oneScene: 'There is no other scene.',
  scenesUnread: 'The scenes have not been read yet.',
  noDestinations: 'The project has no destination.',
} as const
