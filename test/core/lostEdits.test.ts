/**
 * Random lost responses for every edit that must never repeat. `CUELIGHT_LOST_FIRST=SEED CUELIGHT_LOST_ROUNDS=1`
 * replays a failing seed; `CUELIGHT_LOST_ROUNDS=2000` plays that many.
 */
import { expect, test } from 'vitest'
import { type EditName, type Operation, operations } from '../../shared/contract/operations.ts'
import { type EditStage, editStage } from './editStage.ts'
import { type Ground, NEVER_NAMES, type Props, playRound } from './lostRound.ts'
import { SERVERS, type ServerName } from './servers.ts'

const { CUELIGHT_LOST_FIRST: first = '1', CUELIGHT_LOST_ROUNDS: rounds = '12' } = process.env
/** Rounds per core; more would fill up lists of the service. */
const ROUNDS_A_STAGE = 20

test('every edit that must never repeat is covered', () => {
  const never = Object.entries<Operation>(operations).filter(
    ([, row]) => row.repeat === 'never' && row.class === 'edit',
  )
  expect(NEVER_NAMES.toSorted()).toEqual(never.map(([name]) => name as EditName).toSorted())
})

test.each(SERVERS)(
  '%s: nothing is sent twice, and the fate of each edit is reported',
  async (server) => {
    const last = Number(first) + Number(rounds)
    const wrong: string[] = []
    const came = new Map<string, number>()
    for (let seed = Number(first); seed < last; ) {
      const { on, props, projects } = await stageOf(server)
      for (const end = Math.min(last, seed + ROUNDS_A_STAGE); seed < end; seed += 1) {
        const grounds = await Promise.all(projects.map((projectId) => groundIn(on, projectId)))
        const played = await playRound(on, grounds, props, seed)
        for (const one of played.wrong) wrong.push(`seed ${seed}: ${one}`)
        for (const one of played.came) came.set(one, (came.get(one) ?? 0) + 1)
        for (const { id } of on.rig.state().lostEdits) await on.rig.press({ type: 'dismissEdit', editId: id })
        for (const { projectId } of grounds) await on.other('cancelSchedules', { projectId })
      }
      await on.close()
    }
    const counts = [...came].toSorted().map(([what, count]) => `${count} × ${what}`)
    console.info(`seeds ${first} to ${last - 1}: ${counts.join(', ')}`)
    expect(wrong).toEqual([])
  },
  3_600_000,
)

async function stageOf(server: ServerName) {
  const on = await editStage(server, { imports: true })
  const { video, link } = on.server
  const arrivedId = await importedInto(on)
  const { id } = await on.other('createProject', { name: 'Second', duration: { manual: false, planned: 3_600 } })
  const { destinations } = await on.other('listDestinations')
  await on.other('updateProject', { projectId: id, destinationIds: destinations.map((one) => one.id) })
  const props: Props = { videos: [video('a'), video('b')], links: [link('good')], arrivedId }
  return { on, props, projects: [on.projectId, id] }
}

/** Imports a file into the account. */
async function importedInto({ other, server, pass }: EditStage): Promise<string> {
  const { fileId } = await other('importFile', { url: server.link('first'), type: 'video' })
  const isThere = async () => (await other('getImport', { fileId })).status === 'completed'
  while (!(await isThere())) await pass(1_000)
  return fileId
}

/** Creates afresh what a round may change. */
async function groundIn({ other, server }: EditStage, projectId: string): Promise<Ground> {
  const { id: sceneId } = await other('createScene', { projectId, name: 'Stays' })
  const { id: spareId } = await other('createScene', { projectId, name: 'Goes' })
  const settings = { files: [{ fileId: server.video('c') }] }
  const { id: layerId } = await other('addLayer', { projectId, sceneId, type: 'videoPlaylist', settings })
  return { projectId, sceneId, spareId, layerId }
}
