/** Macros on the command line: run by name, and with --confirm if they stop the show. */
import { expect, test } from 'vitest'
import { onAir } from '../core/stage.ts'
import { desk } from './kit.ts'

test('runs by name; one that stops needs --confirm, and leaves nothing armed without it', async () => {
  const on = await desk()
  await onAir(on)
  const id = '00000000-0000-4000-8000-000000000001'
  await on.rig.press({ type: 'saveMacro', id, name: 'The end', steps: [{ do: 'stop' }] })
  const { code, err } = await on.cli('macro', 'the end')
  expect([code, err.join()]).toEqual([2, expect.stringContaining('add --confirm')])
  expect([on.rig.state().arm, on.stops()]).toEqual([null, 0])
  expect(await on.cli('macro', 'nothing')).toMatchObject({ code: 1 })
  expect(await on.cli('macro', 'the end', '--confirm')).toMatchObject({ code: 0, out: ['The end is running.'] })
  await on.rig.until(() => on.rig.state().macro === null, 'the macro is over')
  expect([on.stops(), on.truth()]).toEqual([1, 'off'])
})
