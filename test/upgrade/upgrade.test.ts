/**
 * Data folders as earlier versions left them, killed in the middle of a show: this version takes them over, and the
 * show with them. Each archive is a data folder with its local studio, named after the commit that wrote it; in it `at`
 * is the wall time (ms) of the kill.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import { createCore } from '../../electron/core/core.ts'
import { startStudio } from '../../electron/studio/studio.ts'
import { commitOf } from '../../shared/commands/arming.ts'
import { targetOf } from '../../shared/state.ts'
import { counted, handsOn, newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'

const ARCHIVES = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tar.gz'))
/** The show that was on air at each kill. */
const SHOW = 'Friday Night'

/** This version on a folder, some seconds after the kill. */
async function upgraded(archive: string) {
  const dataDir = newDir()
  execFileSync('tar', ['-xzf', join(import.meta.dirname, archive), '-C', dataDir])
  const clock = new VirtualClock(Number(readFileSync(join(dataDir, 'at'), 'utf8')) + 5_000)
  const studio = closing(await startStudio({ port: 0, dataDir: join(dataDir, 'studio'), clock }))
  const key = readFileSync(join(dataDir, 'studio/studio-key'), 'utf8').trim()
  const log: string[] = []
  const core = closing(createCore({ dataDir, clock, version: '0.0.0', log: (line) => log.push(line) }))
  const accounts = closing(openAccounts({ dataDir, clock, log: (line) => log.push(line) }))
  const id = 'local studio'
  const { connection, answers } = counted(
    connectService({ id, baseUrl: studio.baseUrl, account: id, key, clock, accounts }),
  )
  core.setVisible('panel', true)
  const before = core.store.get()
  core.connect(connection)
  const hands = handsOn(core, clock, answers, (what, waitedMs) => {
    if (waitedMs > PATIENCE_MS) throw new Error(`never came: ${what} ${log.join(' ')}`)
  })
  return { ...hands, before, log, studio }
}

test.each(ARCHIVES)('the show that %s was killed in is on air here as well, and can be stopped', async (archive) => {
  const on = await upgraded(archive)
  await on.until(() => on.tally() === 'unsynced', 'on air, with the change that had not reached viewers')
  expect(targetOf(on.state())?.name).toBe(SHOW)
  const started = on
    .state()
    .journal.filter(({ outcome }) => outcome?.result === 'done' && outcome.done.what === 'started')
  expect(started).toHaveLength(1)
  expect(on.state().notices.map(({ kind }) => kind)).toEqual([])
  expect([on.studio.setAside, on.log]).toEqual([null, []])
  const liveId = targetOf(on.state())?.live?.liveId ?? ''
  const projectId = targetOf(on.state())?.id ?? ''
  const armed = await on.press({ type: 'armStop', projectId, liveId, mode: 'menu' })
  if (armed.result !== 'armed') throw new Error(JSON.stringify(armed))
  // Any sooner, both would count as one press.
  await on.pass(1_000)
  const stopped = on.press(commitOf(armed.arm))
  await on.until(() => on.tally() === 'off', 'off air')
  expect(await stopped).toMatchObject({ result: 'done' })
})

test('folders of several versions exist', () => expect(ARCHIVES.length).toBeGreaterThan(1))
