/**
 * Answers lost at random, of every edit that must never be repeated. A seed that fails is played alone by
 * `CUELIGHT_LOST_FIRST=SEED CUELIGHT_LOST_ROUNDS=1`; `CUELIGHT_LOST_ROUNDS=2000` plays as many.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type EditName, type Operation, operations } from '../../shared/contract/operations.ts'
import { media, serve } from '../studio/files/kit.ts'
import { closing, folderForTest } from '../support/atEnd.ts'
import { type EditStage, editStage, SERVERS, type ServerName } from './editStage.ts'
import { type Ground, NEVER_NAMES, type Props, playRound } from './lostRound.ts'

const { CUELIGHT_LOST_FIRST: first = '1', CUELIGHT_LOST_ROUNDS: rounds = '12' } = process.env
/** As many rounds are played by one core: lists of the service fill up. */
const ROUNDS_A_STAGE = 20

test('every edit that must never be repeated is among them', () => {
  const never = Object.entries<Operation>(operations).filter(
    ([, row]) => row.repeat === 'never' && row.class === 'edit',
  )
  expect(NEVER_NAMES.toSorted()).toEqual(never.map(([name]) => name as EditName).toSorted())
})

test.each(SERVERS)(
  '%s: nothing is sent twice, and of each edit it is told what became of it',
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
  const bytes = readFileSync(media('good.mp4'))
  const links = closing(await serve((_, response) => void response.end(bytes)))
  const on = await editStage(server, { dataDir: folderForTest(), files: { allowPrivateLinks: true } })
  const url = `${links.url}/good.mp4`
  const { fileId } = await on.other('importFile', { url, type: 'video' })
  const { id } = await on.other('createProject', {
    name: 'Second stage',
    duration: { manual: false, planned: 3_600 },
  })
  const { destinations } = await on.other('listDestinations')
  await on.other('updateProject', { projectId: id, destinationIds: destinations.map((one) => one.id) })
  await on.pass(5_000)
  const props: Props = { videos: ['video-60-a', 'video-60-b'], links: [url], arrivedId: fileId }
  return { on, props, projects: [on.projectId, id] }
}

/** What a round may change, made anew. */
async function groundIn({ other }: EditStage, projectId: string): Promise<Ground> {
  const { id: sceneId } = await other('createScene', { projectId, name: 'Stays' })
  const { id: spareId } = await other('createScene', { projectId, name: 'Goes' })
  const settings = { files: [{ fileId: 'video-60-c' }] }
  const { id: layerId } = await other('addLayer', { projectId, sceneId, type: 'videoPlaylist', settings })
  return { projectId, sceneId, spareId, layerId }
}
