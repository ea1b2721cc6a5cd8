/** A state listener that throws stops nothing: no other listener, no command, and not the process. */
import { expect, test } from 'vitest'
import { firstState } from '../../electron/core/state/initialState.ts'
import { createAppStore } from '../../electron/core/state/store.ts'
import { stage } from './stage.ts'

test('all listeners are called, whichever of them throw', () => {
  for (let which = 0; which < 8; which += 1) {
    const faults: unknown[] = []
    const store = createAppStore(firstState('1'), (error) => faults.push(error))
    const called: number[] = []
    for (const nr of [0, 1, 2])
      store.subscribe(() => {
        called.push(nr)
        if (which & (1 << nr)) throw new Error(`listener ${nr}`)
      })
    store.change({ take: true })
    expect([called, store.get().take]).toEqual([[0, 1, 2], true])
    expect(faults.map(String)).toEqual(
      [0, 1, 2].filter((nr) => which & (1 << nr)).map((nr) => `Error: listener ${nr}`),
    )
  }
})

test('a start is sent and reported while a window throws at every change', async () => {
  const on = await stage({ preparingMs: 0 })
  const stop = on.rig.core.store.subscribe(() => {
    throw new Error('Object has been destroyed')
  })
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'done', done: { what: 'started' } })
  on.rig.clock.advance(3_000)
  stop()
  expect([on.starts(), on.rig.show().pending]).toEqual([1, null])
  expect(new Set(on.rig.log.map((line) => line.split('\n')[0]))).toEqual(
    new Set(['a listener of the state failed: Error: Object has been destroyed']),
  )
})
