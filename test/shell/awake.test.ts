/** The computer stays awake as long as a show needs it, and no longer. */
import { expect, test } from 'vitest'
import { keepAwake, mustStayAwake } from '../../electron/shell/system/awake.ts'
import { onAir, stage } from '../core/stage.ts'

test('from the first command until off air, with one request to the system at a time', async () => {
  const on = await stage()
  const asked: string[] = []
  const held = new Set<number>()
  let nr = 0
  const blocker = {
    start(type: string) {
      asked.push(type)
      held.add(++nr)
      return nr
    },
    stop: (id: number) => held.delete(id),
  }
  const stop = keepAwake(on.rig.core.store, blocker)
  expect(held.size).toBe(0)
  await onAir(on)
  expect([held.size, asked]).toEqual([1, ['prevent-app-suspension']])
  await on.rig.pass(600_000)
  expect(asked).toHaveLength(1)
  stop()
  expect(held.size).toBe(0)
})

test('also if it starts on air, if something is armed, or if only the list shows a project on air', async () => {
  const on = await stage()
  const off = on.rig.core.store.get()
  const [first] = off.projectList.items
  if (!first) throw new Error('there is no project')
  expect(mustStayAwake(off)).toBe(false)
  expect(mustStayAwake({ ...off, arm: { armId: 'a' } as never })).toBe(true)
  expect(
    mustStayAwake({ ...off, projectList: { ...off.projectList, items: [{ ...first, liveStatus: 'LIVE' }] } }),
  ).toBe(true)
  await onAir(on)
  const held = new Set<number>()
  keepAwake(on.rig.core.store, { start: () => held.add(1).size, stop: (id) => held.delete(id) })
  expect(held.size).toBe(1)
})
