/**
 * Between reading and pressing, another input changes the show target, with nothing on air, so that no broadcast
 * distinguishes the two. On every surface, the action affects the project that was shown, or is refused; it never
 * affects the other one.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dispatchAs } from '../../electron/app/dispatch.ts'
import { createLinks } from '../../electron/app/links.ts'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import type { Core } from '../../electron/core/core.ts'
import { intentOf } from '../../electron/shell/hotkeys/invocations.ts'
import { createPanelStore } from '../../renderer/store/store.ts'
import type { Bridge } from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { type Ask, intend, projectOf } from '../../shared/intents/intents.ts'
import { HOTKEY_ACTIONS } from '../../shared/settings/desktopNames.ts'
import type { AppState, ProjectState } from '../../shared/state.ts'
import { going } from '../cli/kit.ts'
import { answered, onAir, START, stage } from '../core/stage.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { presses, trayOn } from '../shell/trayKit.ts'
import { atEnd } from '../support/atEnd.ts'

async function sight() {
  const on = await stage({ projects: 2, autoSynch: true })
  const { rig, server } = on
  const first = rig.show().id
  await rig.press({ type: 'loadProjects' })
  const other = rig.state().projectList.items.find(({ id }) => id !== first)?.id ?? ''
  for (const name of ['One', 'Two', 'Three']) server.control.addScene(other, name)
  const choose = (projectId: string) => rig.press({ type: 'chooseTarget', projectId }, 'core')
  await choose(other)
  await rig.press({ type: 'refresh' })
  await rig.press({ type: 'switchScene', liveId: null, sceneId: rig.show().scenes?.[1]?.id ?? '' })
  await choose(first)
  server.forget()
  const before = rig.state().journal.length
  /** The core as a surface reaches it: the show target has changed by the time a command arrives. */
  const core: Core = {
    ...rig.core,
    async dispatch(id, command, source) {
      await choose(other)
      const outcome = await rig.core.dispatch(id, command, source)
      await choose(first)
      return outcome
    },
  }
  const whole = <T>(coming: Promise<T>) => answered(rig, coming)
  /** What was done to the project that was not shown: at the service, or armed. */
  const hits = () => [
    ...server.requests.filter(({ method, path }) => method !== 'GET' && path.includes(other)).map(({ path }) => path),
    ...rig.state().journal.flatMap(({ outcome }, nr) => {
      return nr >= before && outcome?.result === 'armed' && outcome.arm.projectId === other ? [outcome.arm] : []
    }),
  ]
  return { ...on, core, whole, hits }
}

test('tray', async () => {
  const on = await sight()
  const { control } = trayOn(on.core, on.rig.clock)
  atEnd(() => control.stop())
  const seen = presses(control.view()).filter(({ id }) => /^(scene:|back|autoSync|goLive)/.test(id))
  expect(seen.length).toBeGreaterThan(4)
  for (const { does } of seen)
    if (does && 'command' in does) await on.whole(dispatchAs(on.core, 'tray')(does.command))
  expect(on.hits()).toEqual([])
})

test('hotkeys', async () => {
  const on = await sight()
  for (const action of HOTKEY_ACTIONS) {
    const asked = intentOf(action, on.rig.state())
    const isOwn = action === 'padlock' || action === 'showPanel'
    if ('command' in asked && !isOwn) await on.whole(on.core.dispatch(randomUUID(), asked.command, 'hotkey'))
  }
  expect(on.hits()).toEqual([])
})

test('panel', async () => {
  const on = await sight()
  const seen = on.rig.state()
  // The page has one state and is not notified of the change; its controls use the mirror (as their own tests check).
  const mirror = createPanelStore({
    subscribe(onState, onLink) {
      onState(seen)
      onLink('up')
      return () => {}
    },
    send: (command: CommandInput) => on.core.dispatch(randomUUID(), command, 'panel'),
  } as Partial<Bridge> as Bridge)
  const stop = mirror.follow()
  atEnd(stop)
  const asks: Ask[] = [
    (show) => show.nextScene(),
    (show) => show.previousScene(),
    (show) => show.backToScene(),
    (show) => show.setAutoSync(false),
    (show) => show.goLive(),
  ]
  for (const ask of asks) await on.whole(mirror.ask('step', ask))
  expect(on.hits()).toEqual([])
  expect(on.server.count('POST', START)).toBe(1)
})

test('links', async () => {
  const on = await sight()
  const links = createLinks({ core: on.core, clock: on.rig.clock, act: dispatchAs(on.core, 'link'), show() {} })
  for (const what of ['next', 'auto-sync?to=on', 'stop']) await on.whole(links.open(`cuelight://${what}`))
  const seen = on.rig.show().id
  expect(await on.whole(links.open('cuelight://go-live'))).toMatchObject({ arm: { projectId: seen } })
  expect(on.hits()).toEqual([])
})

test('the command line', async () => {
  const on = await sight()
  const stop = await listenForPrograms(on.core, socketPath(on.rig.dataDir), () => '')
  atEnd(stop)
  const lines = ['next', 'previous', 'back', 'scene 3', 'auto-sync off', 'sync', 'stop --confirm', 'go-live']
  // Its own clock is stopped, because on a busy machine it would give up before the reply.
  for (const line of lines) await on.whole(going(line.split(' '), on.rig.dataDir, new VirtualClock()).ended)
  expect(on.hits()).toEqual([])
  expect(on.server.count('POST', START)).toBe(1)
})

const stop: Ask = (show) => show.armStop('press')
const next: Ask = (show) => show.nextScene()

test('a command carries the project and the broadcast that are shown, and null if nothing runs', async () => {
  const on = await stage({ preparingMs: 0 })
  const projectId = on.rig.show().id
  expect(intend(on.rig.show(), next)).toEqual({ type: 'nextScene', projectId, liveId: null })
  const liveId = await onAir(on)
  expect(intend(on.rig.show(), next)).toEqual({ type: 'nextScene', projectId, liveId })
  expect(intend(on.rig.show(), stop)).toEqual({ type: 'armStop', projectId, liveId, mode: 'press' })
})

test('nothing runs, nothing is known, and what runs has no name yet are three different cases', async () => {
  const on = await stage({ preparingMs: 0 })
  const seen = (change: Partial<ProjectState> = {}) => intend({ ...on.rig.show(), ...change }, stop)
  expect(seen()).toEqual({ reason: 'notLive' })
  expect(seen({ live: null })).toEqual({ reason: 'notKnown' })
  await onAir(on)
  const { live } = on.rig.show()
  const nameless = { live: live && { ...live, liveId: null } }
  expect(seen(nameless)).toMatchObject({ type: 'armStop', liveId: null })
  expect(intend({ ...on.rig.show(), ...nameless }, (show) => show.sync())).toEqual({ reason: 'notKnown' })
  expect(intend(null, stop)).toEqual({ reason: 'noTarget' })
})

test('a name that every object has as a property is no project', async () => {
  const on = await stage()
  const state = JSON.parse(JSON.stringify(on.rig.state())) as AppState
  for (const named of ['constructor', '__proto__', 'toString']) expect(projectOf(state, named)).toBeNull()
})
