import type { CommandName } from '../../../shared/commands.ts'
import type { Handler } from '../context.ts'
import { later } from './later.ts'
import * as live from './live.ts'
import * as own from './own.ts'
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
  refresh: own.refresh,
  loadProjects: own.loadProjects,
  checkDestinations: own.checkDestinations,
  chooseTarget: own.chooseTarget,
  setPadlock: own.setPadlock,
  putAwayNotice: later,
  createProfile: later,
  editProfile: later,
  forgetKey: later,
  testProfile: later,
  switchProfile: later,
  removeProfile: later,
  retryKeychain: later,
  importSettings: later,
  setFault: later,
  clearFault: later,
  clearFaults: later,
  playScenario: later,
  stopScenario: later,
  rehearseAs: later,
  setPreparing: later,
  createStudioKey: later,
  revokeStudioKey: later,
  quit: later,
}
