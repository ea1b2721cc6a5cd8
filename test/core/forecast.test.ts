/** The forecast of the coming hours as a view: read from a project of the studio, and still right an hour later. */
import { describe, expect, test } from 'vitest'
import { createForecast } from '../../electron/core/query/forecast.ts'
import { type Meanings, OUR_MEANINGS } from '../../shared/contract/meanings.ts'
import { newDir, ready, startRig } from '../fakes/rig.ts'
import { KEY, PREPARING_MS, Rehearsal } from '../studio/support.ts'
import { closing } from '../support/atEnd.ts'

test('whatPlays follows the scene chains, knows what plays now, and shows how the broadcast ends', async () => {
  const rehearsal = await Rehearsal.start()
  const { clock } = rehearsal
  const studio = closing(rehearsal.studio)
  const projectId = await rehearsal.fridayNight()
  const scenes = await rehearsal.sceneIds(projectId)
  const add = async (scene: number, ids: string[], nextScene: string | null, loop = false) => {
    const settings = { files: ids.map((fileId) => ({ fileId })), loop }
    const body = { type: 'videoPlaylist', settings }
    const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[scene], body })
    if (nextScene) await rehearsal.ask('updateLayer', { projectId, layerId, body: { settings: { nextScene } } })
  }
  await add(0, ['video-600', 'video-900'], scenes[3] ?? '')
  await add(3, ['video-1800', 'video-700'], null, true)
  const rig = closing(await startRig({ service: { baseUrl: studio.baseUrl, key: KEY }, clock, dataDir: newDir() }))
  await ready(rig)
  async function told() {
    let answer: Awaited<ReturnType<typeof rig.core.query<'whatPlays'>>> | undefined
    void rig.core.query('whatPlays', { projectId, hours: 1 }).then((one) => {
      answer = one
    })
    await rig.until(() => answer !== undefined, 'an answer')
    if (!answer) throw new Error('no answer')
    return answer.value
  }
  const plays = (items: Awaited<ReturnType<typeof told>>['items']) =>
    items.map(({ name, sceneName, isKnown, isSeam }) => [name, sceneName, isKnown, isSeam])

  // Nothing runs: the forecast assumes a start now.
  const before = await told()
  expect(before).toMatchObject({ isRunning: false, progress: { read: 2, of: 2 }, end: null })
  expect(plays(before.items)).toEqual([
    ['video-600.mp4', 'Opening', false, false],
    ['video-900.mp4', 'Opening', false, false],
    ['video-1800.mp4', 'Break', false, false],
    ['video-700.mp4', 'Break', false, false],
  ])
  await rehearsal.ask('startLive', { projectId })
  clock.advance(PREPARING_MS + 1_000_000)
  await rig.pass(70_000)
  const now = await told()
  expect(plays(now.items)[0]).toEqual(['video-900.mp4', 'Opening', true, false])
  expect(plays(now.items).at(-1)).toEqual(['video-1800.mp4', 'Break', false, true])

  // Half an hour later exactly that plays.
  clock.advance(1_800_000)
  const { onAir } = await rehearsal.ask('getLive', { projectId })
  const playing = now.items.find(
    ({ at, until }) => Date.parse(at) <= clock.now() && clock.now() < Date.parse(until ?? ''),
  )
  expect(Math.abs(Date.parse(onAir?.[0]?.startedAt ?? '') - Date.parse(playing?.at ?? ''))).toBeLessThan(1_000)
  clock.advance(3_600_000)
  await rig.pass(70_000)
  expect((await told()).end).toMatchObject({ why: 'planned' })
})

/** A forecast of a project whose answers the test gives. */
function forecastOf({ layer, answers, meanings = {}, problem = null, readAt = 0 }: Given) {
  const scenes = [{ id: 's', name: 'Scene', isActive: true, layers: [layer] }]
  const content = { value: { scenes, total: 1, sceneId: 's', progress: { read: 0, of: 1, problem } }, readAt }
  const read = async (name: string) => ({ value: answers[name], readAt })
  const dependencies = { queries: { read }, store: { get: () => ({ meanings: { ...OUR_MEANINGS, ...meanings } }) } }
  return createForecast(dependencies as never, (async () => content) as never)({ projectId: 'p' }, false)
}

interface Given {
  layer: object
  answers: Record<string, unknown>
  meanings?: Partial<Meanings>
  problem?: string | null
  readAt?: number
}

const LIST = { id: 'l', name: 'List', type: 'videoPlaylist', pinned: false, nextScene: null, canUndo: false }

test('a scene that could not be read is shown as unknown, not as dead air', async () => {
  const { value } = await forecastOf({
    layer: { ...LIST, content: null },
    answers: { getLive: { status: 'OFFLINE' }, getProject: { duration: { manual: true } } },
    problem: 'The service cannot be reached.',
  })
  expect(value).toMatchObject({ items: [], end: { why: 'unknownLength' }, progress: { read: 0, of: 1 } })
})

describe('a running broadcast is ended', () => {
  const HOUR = 3_600
  const began = Date.UTC(2026, 5, 1, 18)
  const isoAt = (seconds: number) => new Date(began + seconds * 1_000).toISOString()
  const files = [{ playlistItemId: 'i', fileId: 'f', name: 'Loop', duration: 60, isPlaying: false }]
  const content = { id: 'l', name: 'List', type: 'videoPlaylist', settings: { files, loop: true } }

  test.each<[string, object, Partial<Meanings>, number[], number, string]>([
    ['by the service', { manual: true }, { manualEnds: 8 * HOUR }, [], 8 * HOUR, 'service'],
    ['by its planned length', { manual: false, planned: 2 * HOUR }, {}, [3 * HOUR], 2 * HOUR, 'planned'],
    ['by the next date', { manual: false, planned: 4 * HOUR }, {}, [3 * HOUR], 3 * HOUR, 'schedule'],
    ['by the next date, though open-ended', { manual: true }, {}, [3 * HOUR], 3 * HOUR, 'schedule'],
    ['not by the date that started it', { manual: true }, {}, [0, 5 * HOUR], 5 * HOUR, 'schedule'],
  ])('%s', async (_, duration, meanings, dates, at, why) => {
    const live = { status: 'LIVE', elapsedSeconds: HOUR, remainingSeconds: null }
    const schedules = dates.map((one) => ({ scheduledDate: isoAt(one) }))
    const { value } = await forecastOf({
      layer: { ...LIST, content },
      answers: {
        getLive: live,
        getProject: { duration, scheduledLivesCount: dates.length },
        listSchedules: { schedules },
      },
      ...{ meanings, readAt: began + HOUR * 1_000 },
    })
    expect(value.end).toEqual({ at: isoAt(at), why })
  })
})
