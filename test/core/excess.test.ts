import { expect, test } from 'vitest'
import { tellFailure } from '../../shared/words/failures.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from './stage.ts'

async function rigWith(options: { scenes?: number; projects?: number }) {
  const clock = new VirtualClock()
  const server = closing(await startIndependentServer({ clock, ...options }))
  return closing(await startRig({ service: server, clock }))
}

test('too many scenes are said to be too many, for as long as they are, and the show goes on', async () => {
  const rig = await rigWith({ scenes: 601 })
  await rig.until(() => rig.state().targetId !== null && rig.show().failure !== null, 'the scenes were read')
  await rig.pass(20_000)
  expect(rig.show().scenes).toBe(null)
  expect(tellFailure(rig.show().failure as never).what).toBe('Too much to read: more than 600 scenes.')
  expect(rig.state().service.failure).toBe(null)
  expect(rig.tally()).toBe('off')
  expect(await rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
})

test('as many scenes as a project can have are read', async () => {
  const rig = await rigWith({ scenes: 300 })
  await rig.until(() => rig.state().targetId !== null && rig.show().scenes?.length === 300, 'the scenes were read')
  expect(rig.show().failure).toBe(null)
})
