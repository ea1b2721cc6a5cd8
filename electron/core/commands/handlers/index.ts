import type { CommandName } from '../../../../shared/commands/commands.ts'
import type { Handler } from '../context.ts'
import * as desktop from './desktop.ts'
import { dismissEdit, edit } from './edit.ts'
import * as live from './live.ts'
import * as own from './local.ts'
import * as profiles from './profiles.ts'
import * as leaving from './quit.ts'
import * as rehearsal from './rehearsal.ts'
import * as scenes from './scenes.ts'

/** Who carries out what: the compiler asks for a handler for every command. */
export const handlers: { readonly [Name in CommandName]: Handler<Name> } = {
  goLive: live.goLive,
  armGoLive: live.armGoLive,
  commitGoLive: live.commitGoLive,
  armStop: live.armStop,
  commitStop: live.commitStop,
  cancelArm: live.cancelArm,
  unlockGoLive: live.unlockGoLive,
  acknowledge: live.acknowledge,
  sync: scenes.sync,
  switchScene: scenes.switchScene,
  nextScene: scenes.nextScene,
  previousScene: scenes.previousScene,
  backToScene: scenes.backToScene,
  setAutoSync: scenes.setAutoSync,
  edit,
  dismissEdit,
  refresh: own.refresh,
  loadProjects: own.loadProjects,
  checkDestinations: own.checkDestinations,
  chooseTarget: own.chooseTarget,
  setPadlock: own.setPadlock,
  putAwayNotice: own.putAwayNotice,
  putAwayWelcome: own.putAwayWelcome,
  createProfile: profiles.createProfile,
  editProfile: profiles.editProfile,
  forgetKey: profiles.forgetKey,
  testProfile: profiles.testProfile,
  tryConnection: profiles.tryConnection,
  switchProfile: profiles.switchProfile,
  removeProfile: profiles.removeProfile,
  retryKeychain: profiles.retryKeychain,
  importSettings: profiles.importSettings,
  setPreferences: own.setPreferences,
  setFault: rehearsal.setFault,
  clearFault: rehearsal.clearFault,
  clearFaults: rehearsal.clearFaults,
  playScenario: rehearsal.playScenario,
  stopScenario: rehearsal.stopScenario,
  rehearseAs: rehearsal.rehearseAs,
  setPreparing: rehearsal.setPreparing,
  createStudioKey: rehearsal.createStudioKey,
  revokeStudioKey: rehearsal.revokeStudioKey,
  showWindow: desktop.showWindow,
  setHotkey: desktop.setHotkey,
  resetHotkeys: desktop.resetHotkeys,
  recordHotkeys: desktop.recordHotkeys,
  testHotkeys: desktop.testHotkeys,
  setDesktop: desktop.setDesktop,
  installCommand: desktop.installCommand,
  checkForUpdate: desktop.checkForUpdate,
  installUpdate: desktop.installUpdate,
  quit: leaving.quit,
}
