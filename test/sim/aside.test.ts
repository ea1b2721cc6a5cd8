/** What waits for a newer command must not hold that command up. */
import { expect, test } from 'vitest'
import { onAir } from './wishKit.ts'

test('auto-sync on, pressed while a quiet edit reads and there is no budget, is sent, and so is what follows', async () => {
  const on = await onAir(async (on) => {
    on.world.autoSync = false
    await on.wait(65_000)
    on.wire.slowMs = 400
    on.befall({ getProject: ['slow', null] })
    on.dry('updateProject', 5_000)
    on.quiet('Q')
    await on.wait(500)
    on.autoSync(true)
    await on.wait(20_000)
    on.edit('createScene', { name: 'Later' })
    await on.wait(20_000)
  })
  expect([on.world.autoSync, on.process().store.get().heldEdits]).toEqual([true, []])
  expect(on.arrived(/createScene/)).toHaveLength(1)
})

test('so is one pressed while the rest of a quiet edit waits for a slow disk', async () => {
  const on = await onAir(async (on) => {
    on.befall({ createScene: [null, 'refused'] })
    on.quiet('Three', 'Four')
    await on.wait(4_000)
    on.wire.slowMs = 300
    on.befall({ getProject: ['slow'] })
    on.full(60_000, 2_500)
    on.quiet('Four')
    await on.wait(500)
    on.autoSync(true)
    await on.wait(90_000)
  })
  expect([on.world.autoSync, on.process().store.get().heldEdits]).toEqual([true, []])
})
