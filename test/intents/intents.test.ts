/** What is asked for, as a command in this very state: it names what its surface shows, or says why there is none. */
import { expect, test } from 'vitest'
import { type Ask, intend, projectOf } from '../../shared/intents/intents.ts'
import type { AppState, ProjectState } from '../../shared/state.ts'
import { onAir, stage } from '../core/stage.ts'

const stop: Ask = (show) => show.armStop('press')
const next: Ask = (show) => show.nextScene()

test('a command carries the project and the broadcast that are seen, and null where nothing runs', async () => {
  const on = await stage({ preparingMs: 0 })
  const projectId = on.rig.show().id
  expect(intend(on.rig.show(), next)).toEqual({ type: 'nextScene', projectId, liveId: null })
  const liveId = await onAir(on)
  expect(intend(on.rig.show(), next)).toEqual({ type: 'nextScene', projectId, liveId })
  expect(intend(on.rig.show(), stop)).toEqual({ type: 'armStop', projectId, liveId, mode: 'press' })
})

test('nothing runs, nothing is known, and what runs has no name yet are three things', async () => {
  const on = await stage({ preparingMs: 0 })
  const seen = (change: Partial<ProjectState> = {}) => intend({ ...on.rig.show(), ...change }, stop)
  expect(seen()).toEqual({ reason: 'notLive' })
  expect(seen({ live: null })).toEqual({ reason: 'notKnown' })
  await onAir(on)
  const { live } = on.rig.show()
  expect(seen({ live: live && { ...live, liveId: null } })).toEqual({ reason: 'notKnown' })
  expect(intend(null, stop)).toEqual({ reason: 'noTarget' })
})

test('a name that every object answers to is no project', async () => {
  const on = await stage()
  const state = JSON.parse(JSON.stringify(on.rig.state())) as AppState
  for (const named of ['constructor', '__proto__', 'toString']) expect(projectOf(state, named)).toBeNull()
})
