/** Macros on the command line: run by name, and with --confirm if they stop the show. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRehearsalStudio } from '../../electron/app/rehearsalStudio.ts'
import { createMacroRehearsals } from '../../electron/core/rehearsing/macroRehearsals.ts'
import type { MacroStep } from '../../shared/macros/macro.ts'
import { onAir } from '../core/stage.ts'
import { closing } from '../support/atEnd.ts'
import { desk, jsonOf } from './kit.ts'

test('runs by name; one that stops needs --confirm, and leaves nothing armed without it', async () => {
  const on = await desk()
  await onAir(on)
  const id = '00000000-0000-4000-8000-000000000001'
  await on.rig.press({ type: 'saveMacro', id, name: 'The end', steps: [{ do: 'stop' }] })
  const { code, err } = await on.cli('macro', 'the end')
  expect([code, err.join()]).toEqual([2, expect.stringContaining('add --confirm')])
  expect([on.rig.state().arm, on.stops()]).toEqual([null, 0])
  expect(await on.cli('macro', 'nothing')).toMatchObject({ code: 1 })
  expect(await on.cli('macro', 'the end', '--confirm')).toMatchObject({ code: 0, out: ['The end was started.'] })
  await on.rig.until(() => on.rig.state().macro === null, 'the macro is over')
  expect([on.stops(), on.truth()]).toEqual([1, 'off'])
})

test('rehearses by name, and prints what became of each step; nothing of it reaches the account', async () => {
  const on = await desk()
  await onAir(on)
  const { core, clock, dataDir } = on.rig
  const openStudio: Parameters<typeof createMacroRehearsals>[0]['openStudio'] = (show, meanings) =>
    openRehearsalStudio({ show, meanings, clock, log: () => {}, onSecret: () => {} })
  const place = { store: core.store, clock, dir: join(dataDir, 'rehearsal'), log: () => {} }
  core.provide({ macroRehearsals: closing(createMacroRehearsals({ ...place, openStudio })) })
  const id = '00000000-0000-4000-8000-000000000001'
  const gone = { id: 'gone', name: 'Gone' }
  const save = (steps: MacroStep[]) => on.rig.press({ type: 'saveMacro', id, name: 'The end', steps })
  await save([{ do: 'stop' }])
  expect(await on.cli('macro', 'the end', '--rehearse')).toMatchObject({
    ...{ code: 0, err: [] },
    out: [
      expect.stringMatching(/^Last rehearsal \(.+\): all steps worked, in .+ m?s\. Nothing went out\.$/),
      '1. Stop: Worked.',
    ],
  })
  await save([{ do: 'wait', seconds: 1 }, { do: 'scene', scene: gone }, { do: 'stop' }])
  const ended = await on.cli('macro', 'the end', '--rehearse')
  const [, waited, switched, stopped] = ended.err
  expect([ended.code, waited, switched, stopped]).toEqual([
    ...[1, '1. Wait 1 s: Worked.'],
    ...['2. Switch to Gone: Ended here. There is no scene called Gone in this project.', '3. Stop: Not reached.'],
  ])
  await on.rig.press({ type: 'stopMacro', rehearsal: true })
  await save([{ do: 'wait', seconds: 600 }])
  const long = on.start('macro', 'the end', '--rehearse', '--json')
  await on.rig.until(() => on.rig.state().macroRehearsal?.until != null, 'it waits')
  long.interrupt()
  const { exitCode, value } = jsonOf(await on.whole(long.ended))
  expect([exitCode, value]).toMatchObject([1, { done: 0, why: 'You stopped it.' }])
  expect([on.stops(), on.truth()]).toEqual([0, 'live'])
})
