/** Settings of the desktop app: put in force, saved and shown; or none of these. */
import { expect, test } from 'vitest'
import { changing, firstDesktopState } from '../../electron/shell/desktopState.ts'
import { stage } from '../core/stage.ts'
import { refuseSettings } from '../support/refusingDisk.ts'

async function desktopStage() {
  const { rig } = await stage()
  const { core } = rig
  core.store.change({ desktop: firstDesktopState(process, core.settings.get().desktop) })
  const inForce: boolean[] = []
  core.provide({ desktop: { change: changing(core, { hideFromCapture: (on) => void inForce.push(on) }) } as never })
  return { rig, inForce, hide: () => rig.press({ type: 'setDesktop', hideFromCapture: true }, 'window') }
}

test('a changed setting is in force, saved and shown', async () => {
  const { rig, inForce, hide } = await desktopStage()
  expect(await hide()).toMatchObject({ done: { what: 'desktopSet' } })
  expect([inForce, rig.state().desktop?.settings.hideFromCapture]).toEqual([[true], true])
})

test('a setting that the disk refuses is not applied at all', async () => {
  const { rig, inForce, hide } = await desktopStage()
  await rig.core.settings.written()
  refuseSettings(rig.dataDir)
  expect(await hide()).toMatchObject({ refusal: { reason: 'notSaved' } })
  expect([inForce, rig.state().desktop?.settings.hideFromCapture]).toEqual([[true, false], false])
})
