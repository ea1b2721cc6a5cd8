import { rendererFaults } from '../renderer/faults.ts'
import { serviceFaults } from '../service/faults.ts'
import { studioFaults } from '../studio/faults.ts'
import { cliFaults } from './cli.ts'
import { crashFaults } from './crash.ts'
import { desktopUiFaults } from './desktopUi.ts'
import type { Fault } from './fault.ts'
import { firstFaults } from './first.ts'
import { harmFaults } from './harm.ts'
import { hotkeyFaults } from './hotkeys.ts'
import { journalFaults } from './journalScreen.ts'
import { packagingFaults } from './packaging.ts'
import { panelReachFaults } from './panelReach.ts'
import { patchingFaults } from './patching.ts'
import { preferenceFaults } from './preferences.ts'
import { profileFaults } from './profiles.ts'
import { scenesFaults } from './scenes.ts'
import { showsFaults } from './shows.ts'
import { standInFaults } from './standIn.ts'
import { supportFaults } from './support.ts'
import { tallyLookFaults } from './tallyLook.ts'
import { trayFaults } from './tray.ts'
import { windowsFaults } from './windows.ts'
import { wordsFaults } from './words.ts'

const arms = ['test/core/arms.test.ts']
const guard = ['test/core/guard.test.ts']
const settling = ['test/core/settling.test.ts']
const socket = ['test/core/socket.test.ts']
const lostStart = ['test/core/lostStart.test.ts']
const truth = ['test/core/truth.test.ts']
const crash = ['test/core/crash.test.ts']

/** What would hurt a show most. Planted with every `npm test`; each must be seen to fail a test. */
export const gravest: Fault[] = [
  {
    name: 'settle a lost start on the first OFFLINE',
    file: 'electron/core/settling.ts',
    from: '{ readings: 3, overMs: 30_000 }',
    to: '{ readings: 1, overMs: 0 }',
    tests: [...settling, ...lostStart],
  },
  {
    name: 'settle a lost start on three quick OFFLINEs',
    file: 'electron/core/settling.ts',
    from: '{ readings: 3, overMs: 30_000 }',
    to: '{ readings: 3, overMs: 0 }',
    tests: [...settling, ...lostStart],
  },
  {
    name: 'keep the guard in the renderer only',
    file: 'electron/core/dispatcher.ts',
    from: "if (refusal) return { result: 'refused', refusal }",
    to: '',
    tests: guard,
  },
  {
    name: 'drop the arm: stop in one step',
    file: 'electron/core/handlers/live.ts',
    from: "if ('reason' in arm) throw new Refused(arm)",
    to: "if ('reason' in arm) return { ...arm, projectId: context.store.get().targetId ?? '', liveId: Object.values(context.store.get().projects)[0]?.live?.liveId ?? null } as never",
    tests: guard,
  },
  {
    name: 'take the second step at any time',
    file: 'electron/core/arms.ts',
    from: 'if (now < one.from) return tooSoon(one, now)',
    to: '',
    tests: arms,
  },
  {
    name: 'count key repeat as presses',
    file: 'electron/core/arms.ts',
    from: 'one.from = now + PRESS_GAP_MS',
    to: '',
    tests: arms,
  },
  {
    name: 'ignore the padlock from the socket',
    file: 'electron/core/guard.ts',
    from: 'padlockSays(command, state) ??',
    to: "(source === 'cli' ? null : padlockSays(command, state)) ??",
    tests: socket,
  },
  {
    name: 'let a message say where it comes from',
    file: 'electron/core/link.ts',
    from: 'core.dispatch(message.id, message.command, source)',
    to: "core.dispatch(message.id, message.command, 'panel')",
    tests: socket,
  },
  {
    name: "trust isActive for what's on air",
    file: 'electron/core/readings.ts',
    from: "project.previousSceneId = before\n  if (project.air.basis === 'lastSync') forgetAir(project)",
    to: "project.air = { sceneId: after, basis: 'lastSync', at: now }",
    tests: truth,
  },
  {
    name: 'claim the air for a switch that was not confirmed',
    file: 'electron/core/readings.ts',
    from: 'if (answer.synced === true) project.air',
    to: 'if (answer.synced !== false) project.air',
    tests: truth,
  },
  {
    name: 'claim the scene of a start while scenes were switched under it',
    file: 'electron/core/readings.ts',
    from: 'if (activeScene(project)?.id === sceneId) {',
    to: 'if (project.id) {',
    tests: truth,
  },
  {
    name: 'claim the old scene after another hand synced',
    file: 'electron/core/readings.ts',
    from: "if (project.unsynced.some && project.air.basis === 'lastSync') forgetAir(project)",
    to: '',
    tests: truth,
  },
  {
    name: 'believe a reading that began before the last write',
    file: 'electron/core/reader.ts',
    from: 'if (isOutdated(projectId, begun)) return false',
    to: '',
    tests: truth,
  },
  {
    name: 'take a lost start for a failed one',
    file: 'electron/core/handlers/air.ts',
    from: 'const lost = error instanceof ServiceError && error.failure.mayHaveHappened',
    to: 'const lost = false',
    tests: lostStart,
  },
  {
    name: 'send a second start while the first is being checked',
    file: 'electron/core/handlers/air.ts',
    from: "if (project.pending?.act === 'start') throw new Refused({ reason: 'unsettled' })",
    to: '',
    tests: lostStart,
  },
  {
    name: 'stop whatever runs instead of what was meant',
    file: 'electron/core/handlers/air.ts',
    from: "return running === liveId ? null : { reason: 'otherLive', meant: liveId, running }",
    to: 'return null',
    tests: ['test/core/lostStop.test.ts', ...guard],
  },
  {
    name: 'let the late answer to a start overrule a stop',
    file: 'electron/core/handlers/air.ts',
    from: 'if (draft.pending?.commandId === press.id) recipe(draft)',
    to: 'recipe(draft)',
    tests: ['test/core/lostStop.test.ts'],
  },
  {
    name: 'forget over a restart what was on its way',
    file: 'electron/core/journal.ts',
    from: 'for (const line of lines) open.see(line)',
    to: '',
    tests: crash,
  },
  {
    name: 'forget a lost start at the second crash',
    file: 'electron/core/openLines.ts',
    from: "if (one.sent.air && !one.overtaken && line.outcome?.result === 'unknown') one.ended = line",
    to: 'if (one.overtaken && one.ended) one.ended = line',
    tests: crash,
  },
  {
    name: 'carry out a command that comes again',
    file: 'electron/core/dispatcher.ts',
    from: 'if (known) return known',
    to: '',
    tests: guard,
  },
  {
    name: 'let a foreign page open the bridge',
    file: 'electron/remote/bridgeServer.ts',
    from: ' || !originIsOurs(request)',
    to: '',
    tests: ['test/remote/panelServer.test.ts'],
  },
  {
    name: 'take a token twice',
    file: 'electron/remote/sessions.ts',
    from: 'if (!tokens.delete(hashOf(token))) return null',
    to: 'if (!tokens.has(hashOf(token))) return null',
    tests: ['test/remote/panelServer.test.ts'],
  },
  {
    name: 'retry a POST',
    file: 'electron/service/retry.ts',
    from: "if (operation.repeat !== 'auto') return mayFollowLimit(operation, failure, sendings) ? { waitMs: 0 } : null",
    to: '',
    tests: ['test/service/retries.test.ts', ...lostStart],
  },
  {
    name: 'reserve 0',
    file: 'shared/budget.ts',
    from: 'export const RESERVE = 10',
    to: 'export const RESERVE = 0',
    tests: ['test/service/limiter.test.ts'],
  },
  {
    name: 'forget a lease over a restart',
    file: 'electron/service/leases.ts',
    from: 'inherited: ages.map((age) => Math.max(0, age - IN_TRANSIT_MS))',
    to: 'inherited: []',
    tests: ['test/service/leases.test.ts'],
  },
]

/** Every deliberate fault we keep: planted by `npm run faults`, and wherever CI runs. */
export const faults: Fault[] = [
  ...gravest,
  ...serviceFaults,
  ...rendererFaults,
  ...studioFaults,
  ...supportFaults,
  ...harmFaults,
  ...showsFaults,
  ...preferenceFaults,
  ...profileFaults,
  ...crashFaults,
  ...cliFaults,
  ...trayFaults,
  ...desktopUiFaults,
  ...packagingFaults,
  ...windowsFaults,
  ...wordsFaults,
  ...standInFaults,
  ...hotkeyFaults,
  ...tallyLookFaults,
  ...patchingFaults,
  ...panelReachFaults,
  ...journalFaults,
  ...scenesFaults,
  ...firstFaults,
]
