/** The journal cannot be written: everybody is told, and a start asks once more, for a crash would make us forget it. */
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statusOf } from '../../electron/cli/status.ts'
import { stateLines } from '../../electron/shell/tray/stateLines.ts'
import { newDir, startRig } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'
import { liveId, onAir, START, type Stage, stage, stopByTwoPresses } from './stage.ts'

const JOURNAL = { fault: 'journal', error: expect.stringContaining('where a folder is needed') }
const notices = ({ rig }: Stage) =>
  rig.state().notices.flatMap(({ kind }) => (kind === 'journalUnwritable' ? [kind] : []))

/** A disk that takes nothing any more, and the way back. */
function breakDisk({ rig }: Stage): () => void {
  renameSync(rig.dataDir, `${rig.dataDir}-before`)
  writeFileSync(rig.dataDir, 'in the way')
  return () => {
    rmSync(rig.dataDir)
    mkdirSync(rig.dataDir)
    rig.log.splice(0)
  }
}

test('a start that could not be written down is not sent, and a person’s own word sends it', async () => {
  const on = await stage()
  breakDisk(on)
  // Nothing was known of it: what shows it is the line of this very start.
  expect(await on.rig.press({ type: 'goLive' })).toEqual({
    result: 'refused',
    refusal: { reason: 'faults', faults: [JOURNAL] },
  })
  expect([on.starts(), on.rig.show().pending, notices(on)]).toEqual([0, null, ['journalUnwritable']])
  expect(await on.rig.press({ type: 'armGoLive' }, 'hotkey')).toMatchObject({ refusal: { faults: [JOURNAL] } })
  const said = expect.stringMatching(/^The journal cannot be written: /)
  expect(statusOf(on.rig.state(), on.rig.show(), on.rig.clock.now()).journal).toEqual(said)
  const seen = { state: on.rig.state(), target: on.rig.show(), tally: on.rig.tally(), now: on.rig.clock.now() }
  expect(stateLines(seen).find(({ id }) => id === 'journal')?.label).toEqual(said)
  expect(await on.rig.press({ type: 'goLive', despiteFaults: true })).toMatchObject({ result: 'done' })
  expect(on.starts()).toBe(1)
})

test('armed before, it is not sent either', async () => {
  const on = await stage()
  const armed = await on.rig.press({ type: 'armGoLive' }, 'hotkey')
  if (armed.result !== 'armed') throw new Error('not armed')
  breakDisk(on)
  on.rig.clock.advance(500)
  expect(await on.rig.press({ type: 'commitGoLive', armId: armed.arm.armId }, 'hotkey')).toMatchObject({
    refusal: { faults: [JOURNAL] },
  })
  expect(on.starts()).toBe(0)
})

test('what is on air can be stopped all the same', async () => {
  const on = await stage()
  await onAir(on)
  breakDisk(on)
  expect(await stopByTwoPresses(on, liveId(on.rig))).toMatchObject({ done: { what: 'stopped' } })
})

test('once it can be written again the next press finds it so, and says nothing of it any more', async () => {
  const on = await stage()
  const mend = breakDisk(on)
  await on.rig.press({ type: 'goLive' })
  mend()
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
  expect(notices(on)).toEqual([])
})

test('a start sent without its line is remembered over a crash from the moment anything can be written again', async () => {
  const on = await stage()
  const mend = breakDisk(on)
  await on.rig.press({ type: 'goLive' })
  on.server.faults.add({ kind: 'hang', match: { method: 'POST', path: START } })
  void on.rig.press({ type: 'goLive', despiteFaults: true })
  await on.server.arrived('POST', START)
  mend()
  await on.rig.press({ type: 'setPadlock', locked: false })
  const dataDir = newDir()
  cpSync(on.rig.dataDir, dataDir, { recursive: true })
  const next = closing(await startRig({ service: on.server, clock: on.rig.clock, dataDir }))
  await next.until(() => next.tally() === 'unknown', 'it knows that it does not know')
  expect(await next.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'unsettled' } })
  expect(on.starts()).toBe(1)
})
