/** What each layer plays on air, and the log of played files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MediaFile } from '../../electron/studio/rules/world/media.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import {
  expectRefusal,
  mediaOf,
  PREPARING_MS,
  projectId,
  Rehearsal,
  rehearsal,
  rehearseEach,
  scenes,
} from './support.ts'

rehearseEach('theShow')

const S = 1_000
const add = (place: number, ids: string[], more = {}, type = 'videoPlaylist') => {
  const settings = { files: ids.map((fileId) => ({ fileId })), ...more }
  return rehearsal.ask('addLayer', { projectId, sceneId: scenes[place], body: { type, settings } })
}
const change = (layerId: string, settings: object) =>
  rehearsal.ask('updateLayer', { projectId, layerId, body: { settings } })
const live = () => rehearsal.ask('getLive', { projectId })
const itemsOf = async (layerId: string) =>
  (await rehearsal.ask('getLayer', { projectId, layerId })).settings.files ?? []
const setAutoSync = () => rehearsal.ask('updateProject', { projectId, body: { autoSynch: true } })
const playback = (layerId: string, action: string) =>
  rehearsal.ask('setPlayback', { projectId, layerId, body: { action } })

/** What a layer plays: its file, and for how many seconds. */
async function playing(layerId: string) {
  const { onAir } = await live()
  const one = onAir?.find((played) => played.layerId === layerId)
  const item = (await itemsOf(layerId)).find(({ playlistItemId }) => playlistItemId === one?.playlistItemId)
  return one ? [item?.fileId, (rehearsal.clock.now() - Date.parse(one.startedAt)) / S] : null
}

describe('a list on air', () => {
  it.each([
    ['the first', 59, {}, ['video-60', 59]],
    ['the second', 60, {}, ['video-30', 0]],
    ['nothing, for it is over', 90, {}, null],
    ['the first again, where it loops', 90, { loop: true }, ['video-60', 0]],
    ['the second of a later round', 90 * 40_000 + 75, { loop: true }, ['video-30', 15]],
  ])('plays %s after %i s', async (_, after, more, expected) => {
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    const { id } = await add(0, ['video-60', 'video-30'], more)
    await rehearsal.ask('startLive', { projectId })
    expect(await playing(id)).toBeNull()
    rehearsal.clock.advance(PREPARING_MS + after * S)
    expect(await playing(id)).toEqual(expected)
  })

  it('plays on through its ad breaks', async () => {
    const { id } = await add(0, [])
    const adPoints = [{ timestamp: 50, duration: 30 }]
    const files = [{ fileId: 'video-60', adPoints }, { fileId: 'video-30' }]
    await rehearsal.ask('setPlaylist', { projectId, layerId: id, body: { files } })
    await rehearsal.ask('startLive', { projectId })
    rehearsal.clock.advance(PREPARING_MS + 59 * S)
    expect(await playing(id)).toEqual(['video-60', 59])
    rehearsal.clock.advance(S)
    expect(await playing(id)).toEqual(['video-30', 0])
  })

  it('of one file, shuffled, plays it over and over; and shuffling does not restart a single video', async () => {
    const { id } = await add(0, ['video-60'], { loop: true })
    const { id: single } = await add(0, [], { fileId: 'video-30', files: undefined, loop: true }, 'video')
    await setAutoSync()
    await change(id, { shuffle: true })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(610 * S)
    expect(await playing(id)).toEqual(['video-60', 10])
    const before = (await live()).onAir?.find(({ layerId }) => layerId === single)
    await change(single, { shuffle: true })
    expect((await live()).onAir?.find(({ layerId }) => layerId === single)).toEqual(before)
    expect(before).toBeDefined()
  })

  it('holds an item of unknown length', async () => {
    const { id } = await add(0, ['video-10', 'video-x', 'video-30'], { loop: true })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(3_600 * S)
    expect(await playing(id)).toEqual(['video-x', 3_590])
  })

  it('of files under a second plays each for its length', async () => {
    const asked = (id: string) => ({ ...mediaOf('video-1'), id, name: id, durationSec: Number(id) }) as MediaFile
    const studio = await Rehearsal.start({ media: (id) => (Number(id) > 0 ? asked(id) : undefined) })
    onTestFinished(() => studio.studio.close())
    const asking = { projectId: await studio.fridayNight() }
    const [sceneId] = await studio.sceneIds(asking.projectId)
    const files = ['0.25', '0.5', '0.0001'].map((fileId) => ({ fileId }))
    await studio.ask('addLayer', { ...asking, sceneId, body: { type: 'videoPlaylist', settings: { files } } })
    const liveId = await studio.goLive(asking.projectId)
    studio.clock.advance(1_000)
    const { rows } = await studio.ask('getPlayedFiles', { liveId })
    const starts = rows.filter(({ action }) => action === 'start').map(({ timestamp }) => Date.parse(timestamp))
    const began = starts.at(-1) ?? 0
    expect(starts.toReversed().map((at) => at - began)).toEqual([0, 250, 750, 751].slice(0, starts.length))
    expect(starts).toHaveLength(3)
  })

  it('shuffled plays each item once a round, in another order each', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `video-10-${name}`)
    const { id } = await add(0, ids, { loop: true })
    await change(id, { shuffle: true })
    await rehearsal.goLive(projectId)
    const round = async () => {
      const played: unknown[] = []
      for (let item = 0; item < ids.length; item += 1) {
        played.push((await playing(id))?.[0])
        rehearsal.clock.advance(10 * S)
      }
      return played
    }
    const [one, other] = [await round(), await round()]
    expect([one.toSorted(), other.toSorted()]).toEqual([ids, ids])
    expect(one).not.toEqual(other)
  })

  it.each([
    ['two files, which alternate', ['a', 'b']],
    ['three', ['a', 'b', 'c']],
    ['five', ['a', 'b', 'c', 'd', 'e']],
    ['three, one of them in the list twice', ['a', 'b', 'c', 'a']],
  ])('shuffled begins no round with the file that ended the one before: %s', async (_, names) => {
    const ids = names.map((name) => `video-10-${name}`)
    const { id } = await add(0, ids, { loop: true })
    await change(id, { shuffle: true })
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(200 * ids.length * 10 * S - 1)
    const played: string[] = []
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const page = await rehearsal.ask('getPlayedFiles', { liveId, query: { limit: 100, offset } })
      played.unshift(
        ...page.rows
          .filter(({ action }) => action === 'start')
          .map(({ fileId }) => fileId)
          .reverse(),
      )
      total = page.total
    }
    expect(played).toHaveLength(200 * ids.length)
    const rounds = Array.from({ length: 200 }, (_, nr) => played.slice(nr * ids.length, (nr + 1) * ids.length))
    for (const round of rounds) expect(round.toSorted()).toEqual(ids.toSorted())
    const seams = rounds.slice(1).filter((round, nr) => round[0] === rounds[nr]?.at(-1))
    expect(seams).toEqual([])
  })

  it('restarts after a change, at the sync that publishes it', async () => {
    const { id: layerId } = await add(0, ['video-60', 'video-30'], { loop: true })
    const { id: music } = await add(0, ['audio-600'], {}, 'audioPlaylist')
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(70 * S)
    await rehearsal.ask('setPlaylist', { projectId, layerId, body: { files: [{ fileId: 'video-20' }] } })
    expect((await live()).unsyncedEdits).toBe(1)
    await rehearsal.ask('syncLive', { projectId })
    expect(await playing(layerId)).toEqual(['video-20', 0])
    expect(await playing(music)).toEqual(['audio-600', 70])
  })

  it('ends with its round once looping is off, and restarts when it is on', async () => {
    await setAutoSync()
    const { id } = await add(0, ['video-60'], { loop: true })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(150 * S)
    await change(id, { loop: false })
    expect(await playing(id)).toEqual(['video-60', 30])
    rehearsal.clock.advance(40 * S)
    expect(await playing(id)).toBeNull()
    await change(id, { loop: true })
    expect(await playing(id)).toEqual(['video-60', 0])
  })

  it('shuffled begins with another file on most days', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `video-10-${name}`)
    const { id } = await add(0, ids, { loop: true })
    await change(id, { shuffle: true })
    const first = new Set<unknown>()
    for (let day = 0; day < 10; day += 1) {
      await rehearsal.goLive(projectId)
      first.add((await playing(id))?.[0])
      await rehearsal.ask('stopLive', { projectId })
    }
    expect(first.size).toBeGreaterThan(3)
  })

  it.each([
    ['as it was read', ({ fileId }: { fileId: string }) => ({ fileId })],
    ['with empty lists of ad breaks', ({ fileId }: { fileId: string }) => ({ fileId, adPoints: [] })],
  ])('goes on if it is written %s', async (_, written) => {
    await setAutoSync()
    const { id } = await add(0, ['video-60', 'video-30'], { loop: true })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(20 * S)
    const files = (await itemsOf(id)).map(written)
    await rehearsal.ask('setPlaylist', { projectId, layerId: id, body: { files } })
    expect(await playing(id)).toEqual(['video-60', 20])
  })

  it('is stopped and started by command, at once and without a sync', async () => {
    const { id } = await add(0, ['video-60'])
    const asking = { projectId, layerId: id, body: { action: 'stop' } }
    expectRefusal(await rehearsal.try('setPlayback', asking), 400, 'NO_ACTIVE_LIVE')
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(20 * S)
    expect(await playback(id, 'stop')).toEqual({ synced: true })
    expect(await playing(id)).toBeNull()
    rehearsal.clock.advance(20 * S)
    await playback(id, 'start')
    expect(await playing(id)).toEqual(['video-60', 0])
    expect((await live()).unsyncedEdits).toBe(0)
  })
})

describe('a chain', () => {
  const chained = async (...ends: number[]) => {
    const layers = []
    for (const [place, seconds] of ends.entries()) layers.push(await add(place, [`video-${seconds}`]))
    for (const [place, { id }] of layers.slice(0, -1).entries()) await change(id, { nextScene: scenes[place + 1] })
    return layers.map(({ id }) => id)
  }

  it('switches the scene when the list ends; the active scene follows, and dead air comes at its end', async () => {
    const [, second = '', third = ''] = await chained(60, 30, 20)
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(60 * S)
    expect(await live()).toMatchObject({ onAirSceneId: scenes[1], unsyncedEdits: 0 })
    expect(await playing(second)).toEqual(['video-30', 0])
    const { scenes: listed } = await rehearsal.ask('listScenes', { projectId })
    expect(listed.map(({ isActive }) => isActive).indexOf(true)).toBe(1)
    rehearsal.clock.advance(45 * S)
    expect(await playing(third)).toEqual(['video-20', 15])
    rehearsal.clock.advance(5 * S)
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], onAir: [] })
  })

  it('in a ring repeats on its own for a day', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    const [, second = ''] = await chained(600, 300)
    await change(second, { nextScene: scenes[0] })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(86_400 * S + 650 * S)
    expect(await playing(second)).toEqual(['video-300', 50])
  })

  it('does not publish an activation that waits for a sync', async () => {
    await chained(60, 30)
    await rehearsal.goLive(projectId)
    await rehearsal.ask('activateScene', { projectId, sceneId: scenes[4] })
    rehearsal.clock.advance(60 * S)
    expect(await live()).toMatchObject({ onAirSceneId: scenes[1], unsyncedEdits: 1 })
    await rehearsal.ask('syncLive', { projectId })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[4], unsyncedEdits: 0 })
  })

  it('set after the list has ended leads on at once', async () => {
    await setAutoSync()
    const { id } = await add(0, ['video-60'])
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(90 * S)
    const { id: next } = await add(2, ['video-60'])
    await change(id, { nextScene: scenes[2] })
    const startedAt = new Date(rehearsal.clock.now()).toISOString()
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], onAir: [{ layerId: next, startedAt }] })
  })

  it('continues over a restart, by its own times', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-playing-'))
    const before = await Rehearsal.start({ dataDir })
    const asking = { projectId: await before.fridayNight() }
    const sceneIds = await before.sceneIds(asking.projectId)
    const layers: string[] = []
    for (const sceneId of sceneIds.slice(0, 3)) {
      const body = { type: 'videoPlaylist', settings: { files: [{ fileId: 'video-60' }] } }
      layers.push((await before.ask('addLayer', { ...asking, sceneId, body })).id)
    }
    for (const [place, layerId] of layers.slice(0, 2).entries()) {
      const body = { settings: { nextScene: sceneIds[place + 1] } }
      await before.ask('updateLayer', { ...asking, layerId, body })
    }
    await before.goLive(asking.projectId)
    await before.studio.close()

    const after = await Rehearsal.start({ dataDir, clock: new VirtualClock(before.clock.now() + 130 * S) })
    const { onAir, onAirSceneId } = await after.ask('getLive', asking)
    expect(onAirSceneId).toBe(sceneIds[2])
    expect(onAir).toMatchObject([{ layerId: layers[2] }])
    expect(after.clock.now() - Date.parse(onAir?.[0]?.startedAt ?? '')).toBe(10 * S)
    await after.studio.close()
    rmSync(dataDir, { recursive: true })
  })
})

describe('the log of played files', () => {
  const log = async (liveId: string, query = {}) => {
    const { rows, total } = await rehearsal.ask('getPlayedFiles', { liveId, query: { limit: 100, ...query } })
    return { rows: rows.map((row) => `${row.action} ${row.fileName} ${row.sceneName}`).toReversed(), total }
  }

  it('lists what played, with start and end, during and after the broadcast', async () => {
    const { id } = await add(0, ['video-60', 'video-30'])
    await change(id, { nextScene: scenes[1] })
    await add(1, ['video-50'], { loop: true })
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(70 * S)
    const begun = ['start video-60.mp4 Opening', 'stop video-60.mp4 Opening', 'start video-30.mp4 Opening']
    expect(await log(liveId)).toEqual({ rows: begun, total: 3 })
    rehearsal.clock.advance(80 * S)
    await rehearsal.ask('stopLive', { projectId })
    const twice = ['start', 'stop', 'start', 'stop'].map((action) => `${action} video-50.mp4 Main show`)
    expect(await log(liveId)).toEqual({ rows: [...begun, 'stop video-30.mp4 Opening', ...twice], total: 8 })
    expect(await log(liveId, { limit: 1, offset: 5 })).toEqual({ rows: [begun[2]], total: 8 })
    const rows = (await rehearsal.ask('getPlayedFiles', { liveId })).rows.toReversed()
    const times = rows.map(({ timestamp }) => (Date.parse(timestamp) - Date.parse(rows[0]?.timestamp ?? '')) / S)
    expect(times).toEqual([0, 60, 60, 90, 90, 140, 140, 150])
    const response = await rehearsal.send('getPlayedFiles', { liveId }, { headers: { accept: 'text/csv' } })
    expect((await response.text()).split('\r\n')[8]).toMatch(/^video-60,video-60.mp4,Opening,start,.*,0$/)
  })

  it('is limited: the latest entries are kept', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    await add(0, ['video-10'], { loop: true })
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(100_000 * S)
    await rehearsal.ask('stopLive', { projectId })
    const { rows, total } = await rehearsal.ask('getPlayedFiles', { liveId, query: { offset: 3_999 } })
    // All of them are counted.
    expect([rows.length, total]).toEqual([1, 20_000])
    const [latest] = (await rehearsal.ask('getPlayedFiles', { liveId })).rows
    expect(Date.parse(latest?.timestamp ?? '')).toBe(rehearsal.clock.now())
    const response = await rehearsal.send('getPlayedFiles', { liveId }, { headers: { accept: 'text/csv' } })
    expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(4_001)
  })

  it('has what a list played, however long that has been over', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    await add(0, ['video-3600'], { loop: true })
    await add(0, ['audio-10', 'audio-11'], {}, 'audioPlaylist')
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(40 * 3_600 * S + 1)
    const jingles = ['start audio-10', 'stop audio-10', 'start audio-11', 'stop audio-11']
    const ofJingles = ({ rows }: { rows: string[] }) => rows.filter((row) => row.includes('audio'))
    const during = await log(liveId)
    await rehearsal.ask('stopLive', { projectId })
    const after = await log(liveId)
    for (const rows of [ofJingles(during), ofJingles(after)])
      expect(rows).toEqual(jingles.map((row) => `${row}.mp4 Opening`))
    expect([during.total, after.total]).toEqual([40 * 2 + 1 + 4, 41 * 2 + 4])
  })

  it('has only what was seen of a file that is shorter when its list is written again', async () => {
    const lengths: Record<string, number | null> = { first: null, second: 50, third: 50 }
    const media = (id: string) => {
      return id in lengths
        ? { ...(mediaOf('video-1') as MediaFile), id, durationSec: lengths[id] ?? null }
        : undefined
    }
    const studio = await Rehearsal.start({ media })
    onTestFinished(() => studio.studio.close())
    const asking = { projectId: await studio.fridayNight() }
    const [sceneId] = await studio.sceneIds(asking.projectId)
    const files = Object.keys(lengths).map((fileId) => ({ fileId }))
    const body = { type: 'videoPlaylist', settings: { files, loop: true } }
    const { id: layerId } = await studio.ask('addLayer', { ...asking, sceneId, body })
    await studio.ask('updateProject', { ...asking, body: { autoSynch: true } })
    const liveId = await studio.goLive(asking.projectId)
    studio.clock.advance(3_600 * S)
    lengths.first = 20
    await studio.ask('setPlaylist', { ...asking, layerId, body: { files } })
    studio.clock.advance(60 * S)
    const { rows, total } = await studio.ask('getPlayedFiles', { liveId })
    const since = Date.parse(rows.at(-1)?.timestamp ?? '')
    const seen = rows.map((row) => [row.action, row.fileId, (Date.parse(row.timestamp ?? '') - since) / S]).reverse()
    expect(seen).toEqual([
      ['start', 'first', 0],
      ['stop', 'first', 3_600],
      ['start', 'second', 3_600],
      ['stop', 'second', 3_650],
      ['start', 'third', 3_650],
    ])
    expect(total).toBe(5)
  })

  it('loses nothing while it is read page by page and grows', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    await add(0, ['video-1', 'video-2'], { loop: true })
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(10_000 * S)
    const seen: number[] = []
    const totals: number[] = []
    for (let page = 0; page < 39; page += 1) {
      const query = { limit: 100, offset: page * 100 }
      const { rows, total } = await rehearsal.ask('getPlayedFiles', { liveId, query })
      seen.push(...rows.map(({ timestamp }) => Date.parse(timestamp)))
      totals.push(total)
      rehearsal.clock.advance(3 * S)
    }
    // Each page continues the one before, and nothing between the first and the last is missing.
    const times = [...new Set(seen)].toSorted((one, other) => one - other)
    const gaps = times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * S)
    expect(totals).toEqual(totals.map((_, page) => (totals[0] ?? 0) + page * 4))
  })
})

describe('meanings that vary between services', () => {
  it('the log has each play once, also of a list that was rewritten in its second round', async () => {
    const studio = await Rehearsal.start({ meanings: { playlistWriteRestarts: 'no' } })
    onTestFinished(() => studio.studio.close())
    const asking = { projectId: await studio.fridayNight() }
    const [sceneId] = await studio.sceneIds(asking.projectId)
    const settings = { files: ['video-60', 'video-30'].map((fileId) => ({ fileId })), loop: true }
    const { id } = await studio.ask('addLayer', { ...asking, sceneId, body: { type: 'videoPlaylist', settings } })
    await studio.ask('updateProject', { ...asking, body: { autoSynch: true } })
    const liveId = await studio.goLive(asking.projectId)
    studio.clock.advance(160 * S)
    const files = ['video-x', 'video-30', 'video-20'].map((fileId) => ({ fileId }))
    await studio.ask('setPlaylist', { ...asking, layerId: id, body: { files } })
    studio.clock.advance(100 * S)
    const { rows, total } = await studio.ask('getPlayedFiles', { liveId })
    const first = Date.parse(rows.at(-1)?.timestamp ?? '')
    const starts = rows.filter(({ action }) => action === 'start').toReversed()
    expect(starts.map((row) => [row.fileId, (Date.parse(row.timestamp ?? '') - first) / S])).toEqual([
      ...[
        ['video-60', 0],
        ['video-30', 60],
        ['video-60', 90],
        ['video-30', 150],
      ],
      ...[
        ['video-20', 180],
        ['video-x', 200],
      ],
    ])
    expect(total).toBe(11)
  })

  it.each([
    ['yes', 0, 0, ['start video-60', 'stop video-60', 'start video-30']],
    ['no', 1, 20, ['start video-60']],
  ] as const)('a changed list restarts: %s', async (playlistWriteRestarts, place, seconds, played) => {
    const studio = await Rehearsal.start({ meanings: { playlistWriteRestarts } })
    try {
      const asking = { projectId: await studio.fridayNight() }
      const [sceneId] = await studio.sceneIds(asking.projectId)
      const files = [{ fileId: 'video-60' }, { fileId: 'video-30' }]
      const body = { type: 'videoPlaylist', settings: { files } }
      const { id: layerId } = await studio.ask('addLayer', { ...asking, sceneId, body })
      const liveId = await studio.goLive(asking.projectId)
      studio.clock.advance(20 * S)
      const written = await studio.ask('setPlaylist', { ...asking, layerId, body: { files: files.toReversed() } })
      await studio.ask('syncLive', asking)
      const [one] = (await studio.ask('getLive', asking)).onAir ?? []
      const since = (studio.clock.now() - Date.parse(one?.startedAt ?? '')) / S
      const { playlistItemId } = written.settings.files?.[place] ?? {}
      expect([one?.playlistItemId, since]).toEqual([playlistItemId, seconds])
      const { rows } = await studio.ask('getPlayedFiles', { liveId })
      expect(rows.map(({ action, fileId }) => `${action} ${fileId}`).toReversed()).toEqual(played)
    } finally {
      await studio.studio.close()
    }
  })
})
