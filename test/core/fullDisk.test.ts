/** On a full disk a setting either fails, or applies to this session and says so. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { AppState } from '../../shared/state.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { refuseSettings } from '../support/refusingDisk.ts'
import { type Stage, sceneId, stage } from './stage.ts'

/** All of the state that a setting may change. */
const settled = ({ padlock, take, looks, preferences, openings, macros, targetId, welcome }: AppState) =>
  structuredClone({ padlock, take, looks, preferences, openings, macros, targetId, welcome })

/** Every setting of the core that fails if it cannot be saved. */
const SETTINGS: Record<string, (on: Stage) => CommandInput> = {
  take: () => ({ type: 'setTake', on: true }),
  'a look': (on) => ({ type: 'setSceneLook', projectId: on.rig.show().id, sceneId: sceneId(on, 0), favourite: true }),
  'a guard time': () => ({ type: 'setPreferences', guard: { holdMs: 3_000 } }),
  'the scene to begin with': (on) => ({ type: 'setOpeningScene', sceneId: sceneId(on, 1) }),
  'a macro': () => ({ type: 'saveMacro', id: randomUUID(), name: 'Opening', steps: [{ do: 'sync' }] }),
}

test.each(Object.keys(SETTINGS))('%s fails and says so if it cannot be saved', async (name) => {
  const on = await stage()
  await on.rig.core.settings.written()
  const command = SETTINGS[name]?.(on) as CommandInput
  const [state, held] = [settled(on.rig.state()), on.rig.core.settings.get()]
  const mend = refuseSettings(on.rig.dataDir)
  const refused = await on.rig.press(command)
  expect(describeOutcome(refused)).toBe(
    'Nothing changed: it could not be saved (a folder is where a file should be).',
  )
  expect([settled(on.rig.state()), on.rig.core.settings.get()]).toEqual([state, held])
  mend()
  expect(await on.rig.press(command)).toMatchObject({ result: 'done' })
  expect(settled(on.rig.state())).not.toEqual(state)
})

const FULL = 'It could not be saved (a folder is where a file should be): after a restart'

test('a padlock that cannot be saved closes and opens, and the outcome says what a restart restores', async () => {
  const on = await stage()
  const padlock = (locked: boolean) => on.rig.press({ type: 'setPadlock', locked })
  const isLocked = () => on.rig.state().padlock.locked
  await on.rig.core.settings.written()
  let mend = refuseSettings(on.rig.dataDir)
  expect(describeOutcome(await padlock(true))).toBe(
    `Padlock closed: live controls are off. ${FULL} the padlock will be open.`,
  )
  expect([isLocked(), await on.rig.press({ type: 'goLive' })]).toMatchObject([
    true,
    { refusal: { reason: 'padlocked' } },
  ])
  // The state equals what was saved, so there is no warning.
  expect(describeOutcome(await padlock(false))).toBe('Padlock open.')
  mend()
  await padlock(true)
  mend = refuseSettings(on.rig.dataDir)
  expect(describeOutcome(await padlock(false))).toBe(`Padlock open. ${FULL} the padlock will be closed again.`)
  expect(isLocked()).toBe(false)
  mend()
})

test('a padlock closed while its opening is being saved stays closed', async () => {
  const on = await stage()
  await on.rig.press({ type: 'setPadlock', locked: true })
  const seen: boolean[] = []
  on.rig.core.store.subscribe(() => seen.push(on.rig.state().padlock.locked))
  const opening = on.rig.press({ type: 'setPadlock', locked: false })
  const closing = on.rig.press({ type: 'setPadlock', locked: true })
  expect((await Promise.all([opening, closing])).map(describeOutcome)).toEqual(
    Array(2).fill('Padlock closed: live controls are off.'),
  )
  expect([seen.includes(false), on.rig.core.settings.get().padlock]).toEqual([false, true])
})

test('a show target that cannot be saved is the target for this session', async () => {
  const on = await stage({ projects: 2 })
  await on.rig.press({ type: 'loadProjects' })
  const other = on.rig.state().projectList.items.find(({ id }) => id !== on.rig.show().id)
  const mend = refuseSettings(on.rig.dataDir)
  const chosen = await on.rig.press({ type: 'chooseTarget', projectId: other?.id ?? '' })
  expect(describeOutcome(chosen)).toBe(`The show target is ${other?.name}. ${FULL} Cuelight may choose another one.`)
  expect(on.rig.show().id).toBe(other?.id)
  mend()
})

test('of concurrent changes only the one that was not saved is undone', async () => {
  const on = await stage()
  await on.rig.core.settings.written()
  const mend = refuseSettings(on.rig.dataDir)
  const failing = on.rig.press({ type: 'setTake', on: true })
  const { settings } = on.rig.core
  const look = settings.change({ welcomed: true }).catch(() => 'refused')
  expect([await failing, await look]).toMatchObject([{ refusal: { reason: 'notSaved' } }, 'refused'])
  mend()
  await Promise.all([settings.change({ padlock: true }), settings.change({ take: true })])
  expect(settings.get()).toMatchObject({ padlock: true, take: true, welcomed: false })
})

test('the welcome can be dismissed without a disk, and returns after a restart', async () => {
  const on = await stage()
  on.rig.core.store.change({ welcome: true })
  refuseSettings(on.rig.dataDir)
  const told = describeOutcome(await on.rig.press({ type: 'putAwayWelcome' }))
  expect([told, on.rig.state().welcome]).toEqual([`Dismissed. ${FULL} the welcome comes back.`, false])
})
