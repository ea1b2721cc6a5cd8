/** Updates around a whole core on a real service: checked for regularly, loaded, and installed only off air. */
import { expect, test } from 'vitest'
import type { Desktop } from '../../electron/core/commands/ports.ts'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import { type ByHand, type Updater, updatedByHand } from '../../electron/shell/updates/updater.ts'
import { CHECK_MS, createUpdates, FIRST_CHECK_MS } from '../../electron/shell/updates/updates.ts'
import type { UpdateState } from '../../shared/settings/desktop.ts'
import { liveId, onAir, stage } from '../core/stage.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { atEnd } from '../support/atEnd.ts'

/** An updater that finds what the test says, and records its calls. */
class ScriptedUpdater implements Updater {
  autoDownload = true
  autoInstallOnAppQuit = true
  /** The version in the feed. */
  offered: string | null = null
  /** The next failure, by call. */
  fault: { check?: Error; load?: Error; install?: Error } = {}
  readonly asked: string[] = []
  readonly #listeners: ((error: Error) => void)[] = []

  async checkForUpdates() {
    this.asked.push('check')
    if (this.fault.check) throw this.fault.check
    return { isUpdateAvailable: this.offered !== null, updateInfo: { version: this.offered ?? '0.0.0' } }
  }

  async downloadUpdate() {
    this.asked.push('load')
    if (this.fault.load) throw this.fault.load
  }

  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean) {
    this.asked.push(`install silent=${isSilent} run=${isForceRunAfter}`)
    if (this.fault.install) for (const listener of this.#listeners) listener(this.fault.install)
  }

  on(_: 'error', listener: (error: Error) => void) {
    this.#listeners.push(listener)
  }
}

/** A stage with updates around its core, as the shell provides them. */
async function updatesStage(byHand: ByHand | null = null) {
  const on = await stage()
  const { rig } = on
  const updater = new ScriptedUpdater()
  /** What was to be called once Cuelight has quit. */
  const restarts: (() => Promise<never>)[] = []
  const log: string[] = []
  let loads = 0
  rig.core.store.change((draft) => {
    draft.desktop = firstDesktopState(process, rig.core.settings.get().desktop)
  })
  const { port, stop } = createUpdates({
    ...{ core: rig.core, clock: rig.clock, byHand, random: () => 0 },
    log: (line) => log.push(line),
    async loadUpdater() {
      loads += 1
      return updater
    },
    restart: (install) => restarts.push(install),
  })
  rig.core.provide({ desktop: { updates: port } as Desktop })
  atEnd(() => stop())
  /** The user checks for updates; returns the outcome. */
  const check = async () => {
    const answer = await rig.press({ type: 'checkForUpdate' })
    await settle()
    return answer
  }
  return {
    ...{ ...on, updater, restarts, log, stop, check },
    /** How often the updater was loaded. */
    loads: () => loads,
    state(): UpdateState {
      const { desktop } = rig.state()
      if (!desktop) throw new Error('there is no desktop')
      return desktop.update
    },
  }
}

/** Lets pending calls complete. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await breathe()
}

const NEWER = '9.0.0'

/** A stage with an update that was found and loaded. */
async function withUpdate() {
  const on = await updatesStage()
  on.updater.offered = NEWER
  await on.check()
  return on
}

test('it checks automatically after the start, then every six hours, and not before', async () => {
  const { rig, updater, loads } = await updatesStage()
  await rig.pass(FIRST_CHECK_MS - 1_000)
  expect(loads()).toBe(0)
  await rig.pass(1_000)
  await settle()
  expect(updater.asked).toEqual(['check'])
  rig.clock.advance(CHECK_MS - 1_000)
  await settle()
  expect(updater.asked).toEqual(['check'])
  rig.clock.advance(1_000)
  await settle()
  expect(updater.asked).toEqual(['check', 'check'])
})

test('nothing is checked, loaded or judged any more once it was stopped', async () => {
  const { rig, updater, stop } = await updatesStage()
  stop()
  rig.clock.advance(2 * CHECK_MS)
  await settle()
  expect(updater.asked).toEqual([])
})

test('a newer version is reported, loaded once however often it is found, and ready', async () => {
  const { rig, updater, check, state } = await updatesStage()
  updater.offered = NEWER
  for (const asked of [
    ['check', 'load'],
    ['check', 'load', 'check'],
  ]) {
    expect(await check()).toEqual({ result: 'done', done: { what: 'updateChecked', version: NEWER } })
    expect(updater.asked).toEqual(asked)
    expect(state()).toMatchObject({ state: 'ready', version: NEWER, about: null, checkedAt: rig.clock.now() })
  }
  // The updater does nothing automatically: neither loading, nor installing when Cuelight quits.
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false })
})

test('the latest version is reported as such', async () => {
  const { check, state } = await updatesStage()
  expect(await check()).toEqual({ result: 'done', done: { what: 'updateChecked', version: null } })
  expect(state()).toMatchObject({ state: 'none', version: null })
})

test('installing quits Cuelight only after the outcome, and starts the new one', async () => {
  const { rig, updater, restarts } = await withUpdate()
  const answer = await rig.press({ type: 'installUpdate' })
  expect(answer).toEqual({ result: 'done', done: { what: 'updateInstalling', version: NEWER } })
  expect(restarts).toHaveLength(0)
  await rig.pass(1_000)
  expect(restarts).toHaveLength(1)
  expect(updater.asked).not.toContainEqual(expect.stringContaining('install'))
  void restarts[0]?.()
  expect(updater.asked).toContain('install silent=true run=true')
})

test('an update that could not be installed is reported at the next start of Cuelight', async () => {
  const { rig, updater, restarts, log } = await withUpdate()
  await rig.press({ type: 'installUpdate' })
  await rig.pass(1_000)
  updater.fault.install = new Error('the disk is full')
  await expect(restarts[0]?.()).rejects.toThrow('The update could not be installed: the disk is full')
  expect(log).toEqual(['updater: the disk is full'])
})

test('while live it waits and says why; off air it is ready automatically', async () => {
  const on = await withUpdate()
  await onAir(on)
  expect(on.state()).toMatchObject({ state: 'held', version: NEWER })
  expect(on.state().about).toContain('on air')
  const answer = await on.rig.press({ type: 'installUpdate' })
  expect(answer).toMatchObject({ result: 'refused', refusal: { reason: 'updateHeld' } })
  await on.rig.pass(10_000)
  expect(on.restarts).toHaveLength(0)
  const armed = await on.rig.press({ type: 'armStop', liveId: liveId(on.rig) })
  expect(on.state().about).toContain('armed')
  on.rig.clock.advance(500)
  await on.rig.press({ type: 'commitStop', armId: armed.result === 'armed' ? armed.arm.armId : '' })
  await on.rig.until(() => on.rig.tally() === 'off')
  expect(on.state()).toMatchObject({ state: 'ready', about: null })
})

test('a start between the outcome and the quit keeps Cuelight running', async () => {
  const { rig, restarts, state } = await withUpdate()
  await rig.press({ type: 'installUpdate' })
  const start = rig.press({ type: 'goLive' })
  await breathe()
  await rig.pass(1_000)
  expect(restarts).toHaveLength(0)
  await start
  expect(state().state).toBe('held')
})

test('a reading that gets stale delays it, with nothing else happening', async () => {
  const { rig, server, state } = await withUpdate()
  await server.close()
  rig.clock.advance(rig.show().staleAfterMs + 60_000)
  await settle()
  expect(state().state).toBe('held')
  expect(await rig.press({ type: 'installUpdate' })).toMatchObject({ refusal: { reason: 'updateHeld' } })
})

test('a failure is reported in one line, and the next check may succeed', async () => {
  const { rig, updater, check, state } = await updatesStage()
  updater.fault.check = new Error(`404 Not Found\n<html>${'x'.repeat(5_000)}`)
  const answer = await check()
  const about = 'Checking for updates failed: 404 Not Found'
  expect(answer).toEqual({ result: 'refused', refusal: { reason: 'desktop', message: about } })
  expect(state()).toMatchObject({ state: 'failed', about })
  updater.fault = { load: new Error('sha512 checksum mismatch') }
  updater.offered = NEWER
  await check()
  const mismatch = expect.stringContaining('sha512 checksum mismatch')
  expect(state()).toMatchObject({ state: 'failed', about: mismatch })
  expect(await rig.press({ type: 'installUpdate' })).toMatchObject({ refusal: { reason: 'desktop' } })
})

test('with manual updates nothing is ever loaded or requested, and the state says what to do', async () => {
  const byHand = updatedByHand({
    ...{ isPackaged: true, platform: 'linux', environment: {}, hasOptions: false, hasFeed: true, packageType: 'deb' },
  })
  const { rig, loads, state } = await updatesStage(byHand)
  rig.clock.advance(2 * CHECK_MS)
  await settle()
  expect(loads()).toBe(0)
  expect(state()).toMatchObject({ state: 'manual', about: expect.stringContaining('deb package') })
  for (const type of ['checkForUpdate', 'installUpdate'] as const)
    expect(await rig.press({ type })).toMatchObject({ result: 'refused', refusal: { reason: 'desktop' } })
})
