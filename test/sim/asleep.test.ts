/** The lid is closed while an edit waits for budget: nothing is sent hours later, and nothing is dropped either. */
import { expect, test } from 'vitest'
import { ofImports, onAir } from './wishKit.ts'

const NIGHT_MS = 8 * 3_600_000

test('a queued link that waited for budget is imported after waking, like the others', async () => {
  const on = await ofImports(async (on) => {
    on.dry('importFile', 40_000)
    on.press('importFiles', { links: ['one', 'two'].map((name) => `https://example.com/${name}.mp4`), type: 'video' })
    await on.wait(8_000)
    on.clock.jump(NIGHT_MS)
    await on.wait(240_000)
  })
  expect(on.process().imports()).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(on.arrived(/importFile$/)).toHaveLength(2)
})

test('a quiet edit looks again, and ends as it was meant', async () => {
  const on = await onAir(async (on) => {
    on.dry('createScene', 40_000, () => on.world.unsynced.length > 0)
    on.quiet('A', 'B')
    await on.wait(4_000)
    on.clock.jump(NIGHT_MS)
    await on.wait(120_000)
  })
  expect([on.world.aired, on.world.autoSync]).toEqual([[['scene A', 'scene B']], true])
})
