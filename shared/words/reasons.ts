/** Why a control of the panel does nothing now. Told on the control and when it is pressed. */
export const REASONS = {
  noLink: 'There is no link to Cuelight.',
  noTarget: 'No show target is chosen.',
  alreadyLive: 'It is running already.',
  notLive: 'Nothing is on air.',
  startSending: 'A start is on its way.',
  stopSending: 'A stop is on its way.',
  startChecking: 'Checking whether the last Go live worked: another could go live twice.',
  stopChecking: 'Checking whether Stop worked.',
  noLiveId: 'The service has not said yet which broadcast runs.',
  pluginMode: 'A plugin-mode project cannot be started from here. Start it in the studio.',
  settingsUnread: 'The project has not been read yet.',
  noPreviousScene: 'There is no previous scene yet.',
  oneScene: 'There is no other scene.',
  scenesUnread: 'The scenes have not been read yet.',
  noDestinations: 'The project has no destination.',
} as const
