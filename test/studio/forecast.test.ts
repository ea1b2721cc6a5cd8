/**
 * Predicts what plays when from the service's responses, and compares it with what the studio then plays, through a
 * day.
 */
import { expect, it } from 'vitest'
import { timedLayer } from '../../shared/timeline/lists.ts'
import { type PlayedItem, whatPlays } from '../../shared/timeline/whatPlays.ts'
import { PREPARING_MS, projectId, rehearsal, rehearseEach, scenes } from './support.ts'

rehearseEach('theShow')

const S = 1_000
const HOUR = 3_600 * S
const now = () => rehearsal.clock.now()
type OnAir = { layerId: string; playlistItemId: string; startedAt: string }
const live = () => rehearsal.ask('getLive', { projectId })

type Settings = { nextScene?: number; shuffle?: boolean; loop?: boolean }
async function add(scene: number, type: string, ids: readonly string[], { nextScene, shuffle, loop }: Settings = {}) {
  const files = type === 'video' ? { fileId: ids[0] } : { files: ids.map((fileId) => ({ fileId })) }
  const body = { type, settings: { ...files, loop: loop ?? false } }
  const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[scene], body })
  const settings = { ...(shuffle && { shuffle }), ...(nextScene !== undefined && { nextScene: scenes[nextScene] }) }
  await rehearsal.ask('updateLayer', { projectId, layerId, body: { settings } })
  return layerId
}
const manual = () => rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })

/** Reads like a client, and predicts from there. */
async function foretell(cameAt: number, until: number) {
  const { scenes: listed } = await rehearsal.ask('listScenes', { projectId })
  const timed = listed.map(async ({ id, layers }) => {
    const read = (layers ?? []).map(({ id: layerId }) => rehearsal.ask('getLayer', { projectId, layerId }))
    return { id, layers: (await Promise.all(read)).map(timedLayer) }
  })
  const { onAir, onAirSceneId, remainingSeconds, status } = await live()
  const { duration } = await rehearsal.ask('getProject', { projectId })
  const since = status === 'PREPARING' ? now() + PREPARING_MS : cameAt
  const endsAt = remainingSeconds ? now() + remainingSeconds * S : since + (duration?.planned ?? Number.NaN) * S
  const told = (onAir ?? []).map((one) => ({ ...one, startedAt: Date.parse(one.startedAt) }))
  return whatPlays({
    scenes: await Promise.all(timed),
    sceneId: onAirSceneId ?? '',
    since,
    onAir: status === 'PREPARING' ? null : told,
    from: now(),
    until,
    end: endsAt ? { at: endsAt, why: 'planned' } : null,
  })
}

/** In each layer, what plays now was predicted, with its start, to the second. */
function expectTrue(played: readonly OnAir[], rows: readonly PlayedItem[], singles: readonly string[]) {
  const foretold = rows.filter(({ at, until }) => at <= now() && (until ?? Number.POSITIVE_INFINITY) > now())
  expect(played.map(({ layerId }) => layerId).toSorted()).toEqual(foretold.map(({ layerId }) => layerId).toSorted())
  for (const { layerId, playlistItemId, startedAt } of played) {
    const row = foretold.find((one) => one.layerId === layerId)
    const since = Date.parse(startedAt)
    if (row?.item && !singles.includes(layerId)) expect(row.item.playlistItemId).toBe(playlistItemId)
    // A round of unknown order is one row.
    if (row?.item) expect(Math.abs(row.at - since)).toBeLessThanOrEqual(S)
    else expect(since).toBeGreaterThanOrEqual((row?.at ?? 0) - S)
  }
}

/** The time when the current scene on air was first seen. */
const seen = { sceneId: '', cameAt: 0 }

/** Advances to a time, checking a second before and after every prediction, and now and then between. */
async function follow(until: number, singles: readonly string[]) {
  const { items, end } = await foretell(seen.cameAt, until)
  const edges = items.flatMap((row) => [row.at, row.until ?? row.at]).flatMap((at) => [at - S, at + S])
  const between = Array.from({ length: 80 }, (_, nth) => now() + nth * 1_021 * S)
  const looks = [...new Set([...edges, ...between, until - S])].filter((at) => at > now() && at < until)
  const ended = end?.why === 'planned' ? end.at : Number.POSITIVE_INFINITY
  for (const at of looks.toSorted((one, other) => one - other)) {
    rehearsal.clock.advance(at - now())
    const { status, onAirSceneId, onAir } = await live()
    expect(status === 'OFFLINE').toBe(at > ended)
    if (onAirSceneId !== seen.sceneId) Object.assign(seen, { sceneId: onAirSceneId, cameAt: now() })
    expectTrue(onAir ?? [], items, singles)
  }
  rehearsal.clock.advance(until - now())
  return { looks: looks.length, end }
}

interface Day {
  /** Returns which layers are single videos. */
  prepare(): Promise<string[]>
  /** Runs after this many hours; then the prediction is made again. */
  later?: readonly [hours: number, act: () => Promise<unknown>][]
  ends: string | null
}

const music = (scene: number) =>
  add(scene, 'audioPlaylist', ['audio-180', 'audio-241-b', 'audio-77-c'], { loop: true, shuffle: true })

const DAYS: Record<string, Day> = {
  'scenes in a ring, with shuffled music': {
    async prepare() {
      await manual()
      await add(0, 'videoPlaylist', ['video-600', 'video-1500'], { nextScene: 1 })
      await add(1, 'videoPlaylist', ['video-2700', 'video-3400', 'video-95'], { nextScene: 2 })
      const single = await add(2, 'video', ['video-900'], { nextScene: 0 })
      await Promise.all([0, 1].map(music))
      return [single]
    },
    later: [[11.3, async () => {}]],
    ends: null,
  },
  'of two chains the first to end, then dead air under music': {
    async prepare() {
      await manual()
      await add(0, 'videoPlaylist', ['video-20000'], { nextScene: 1 })
      await add(0, 'audioPlaylist', ['audio-7000', 'audio-4000'], { nextScene: 3 })
      await add(3, 'videoPlaylist', ['video-9000', 'video-9001'], { shuffle: true })
      await music(3)
      return []
    },
    ends: 'deadAir',
  },
  'two hours as planned': {
    async prepare() {
      await add(0, 'videoPlaylist', ['video-47', 'video-1234'], { loop: true })
      return []
    },
    ends: 'planned',
  },
  'a length that is not known': {
    async prepare() {
      await manual()
      await add(0, 'videoPlaylist', ['video-3600', 'video-x', 'video-60'], { loop: true })
      await music(0)
      return []
    },
    ends: 'unknownLength',
  },
  'a list written, stopped and started while it plays': {
    async prepare() {
      await manual()
      await add(0, 'videoPlaylist', ['video-600', 'video-300'], { loop: true })
      await add(0, 'videoPlaylist', ['video-1000'], { loop: true })
      return []
    },
    later: [
      [5, () => written(0, ['video-500', 'video-700', 'video-900'])],
      [9.21, () => playback(1, 'stop')],
      [13.7, () => playback(1, 'start')],
      [17.9, () => written(1, ['video-4000'])],
    ],
    ends: null,
  },
}

const layerId = async (nth: number) =>
  (await rehearsal.ask('listScenes', { projectId })).scenes[0]?.layers?.filter(
    ({ type }) => type === 'videoPlaylist',
  )[nth]?.id
async function written(nth: number, ids: readonly string[]) {
  const body = { files: ids.map((fileId) => ({ fileId })) }
  await rehearsal.ask('setPlaylist', { projectId, layerId: await layerId(nth), body })
  await rehearsal.ask('syncLive', { projectId })
}
const playback = async (nth: number, action: string) =>
  rehearsal.ask('setPlayback', { projectId, layerId: await layerId(nth), body: { action } })

it.each(Object.entries(DAYS))('a day of %s', async (_, { prepare, later = [], ends }) => {
  const singles = await prepare()
  await rehearsal.ask('startLive', { projectId })
  const begin = now()
  for (const [hours, act] of later) {
    await follow(begin + hours * HOUR, singles)
    await act()
  }
  const { looks, end } = await follow(begin + 24 * HOUR, singles)
  expect(end?.why ?? null).toBe(ends)
  expect(looks).toBeGreaterThan(80)
})
