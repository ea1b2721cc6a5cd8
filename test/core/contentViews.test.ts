/** The content of a project and the lengths of files: many reads combined, in as few requests as possible. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Catalogue } from '../../electron/studio/files/catalogue/catalogue.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import type { StudioOptions } from '../../electron/studio/studio.ts'
import { MOST } from '../../shared/contract/limits.ts'
import { newDir, type Rig, ready, startRig } from '../fakes/rig.ts'
import { fileOf } from '../studio/files/kit.ts'
import { KEY, Rehearsal } from '../studio/support.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { stage } from './stage.ts'

async function studio(options: Partial<StudioOptions> = {}): Promise<Rehearsal> {
  const rehearsal = await Rehearsal.start(options)
  closing(rehearsal.studio)
  return rehearsal
}

/** A core that follows the newest project of a studio. */
async function coreOn({ studio, clock }: Rehearsal, dataDir = newDir()): Promise<Rig> {
  clock.advance(70_000)
  const rig = closing(await startRig({ service: { baseUrl: studio.baseUrl, key: KEY }, clock, dataDir }))
  await ready(rig)
  await rig.pass(20_000)
  return rig
}

async function told<T>(rig: Rig, asking: Promise<T>): Promise<T> {
  let over = false
  const end = () => {
    over = true
  }
  asking.then(end, end)
  await rig.until(() => over, 'an answer')
  return asking
}

test('projectContent: the largest project can be viewed after 40 requests, and the rest is read on demand', {
  timeout: 120_000,
}, async () => {
  const rehearsal = await studio()
  const { destinations } = await rehearsal.ask('listDestinations')
  // With the watch page it would be no rehearsal.
  const examples = destinations.filter(({ provider }) => provider !== 'local')
  const body = { name: 'Everything', destinationIds: examples.map(({ id }) => id) }
  const { id: projectId } = await rehearsal.ask('createProject', { body })
  const ask: Rehearsal['ask'] = (...asked) => {
    rehearsal.clock.advance(500)
    return rehearsal.ask(...asked)
  }
  const files = (count: number) => Array.from({ length: count }, (_, nr) => ({ fileId: `video-${nr + 10}` }))
  const sceneIds: string[] = []
  for (let nr = 0; nr < MOST.scenes; nr++) {
    const playlist = files(nr === 7 ? MOST.filesInPlaylist : 21)
    const body = { sceneName: `Scene ${nr}`, files: playlist, previousSceneId: sceneIds.at(-1) }
    sceneIds.push((await ask('createSceneWithPlaylist', { projectId, body })).scene.id)
  }
  const shown = sceneIds[7] ?? ''
  for (let nr = MOST.scenes; nr < MOST.layers; nr++) {
    // The viewed scene has twenty layers, another one more than can be read at once; the rest is spread over the
    // others.
    const place = nr < MOST.scenes + 20 ? 7 : nr < MOST.scenes + 80 ? 9 : nr % sceneIds.length
    const sceneId = sceneIds[place] ?? ''
    await ask('addLayer', { projectId, sceneId, body: { type: 'video', settings: { fileId: 'video-9' } } })
  }
  await ask('activateScene', { projectId, sceneId: shown })

  const rig = await coreOn(rehearsal)
  const before = rig.asked()
  const { value } = await told(rig, rig.core.query('projectContent', { projectId }))
  expect(rig.asked() - before).toBeLessThanOrEqual(40)
  const scene = value.scenes.find(({ id }) => id === shown)
  const { length } = scene?.layers ?? []
  expect(value).toMatchObject({ total: MOST.scenes, sceneId: shown, progress: { read: length, of: MOST.layers } })
  expect([length > 20, scene?.layers.every(({ content }) => content !== null)]).toEqual([true, true])
  expect(scene?.layers[0]?.content?.settings.files).toHaveLength(MOST.filesInPlaylist)
  expect(value.scenes.flatMap(({ layers }) => layers)).toHaveLength(MOST.layers)

  // Viewing another scene a moment later reads only its layers.
  const known = rig.asked()
  const other = await told(rig, rig.core.query('projectContent', { projectId, sceneId: sceneIds[0] ?? '' }))
  expect(other.value.scenes[0]?.layers.every(({ content }) => content !== null)).toBe(true)
  expect(rig.asked() - known).toBe(other.value.scenes[0]?.layers.length)

  // A scene with more layers than one response may take requests: its playlist is among the layers that are read.
  const last = rig.asked()
  const full = await told(rig, rig.core.query('projectContent', { projectId, sceneId: sceneIds[9] ?? '' }))
  expect([rig.asked() - last, full.value.progress.read]).toEqual([40, 40])
  expect(full.value.scenes[9]?.layers[0]?.content?.settings.files).toHaveLength(21)
})

test('projectContent: works with a service that returns pages of 20 scenes and items', async () => {
  const paged = { pageMost: 20, meanings: { layerItems: 'paged' } } as const
  const { rig, server } = await stage({ scenes: MOST.scenes, ...paged })
  const { project: projectId, scenes, files } = server.content
  const { value: one } = await told(rig, rig.core.query('projectContent', { projectId }))
  const layerId = one.scenes[0]?.layers[0]?.id ?? ''
  const list = Array.from({ length: 400 }, (_, nr) => ({ fileId: files.videos[nr % files.videos.length] ?? '' }))
  const input = { projectId, layerId, files: list }
  await told(rig, rig.press({ type: 'edit', operation: 'setPlaylist', input }))
  await rig.pass(20_000)
  const before = rig.asked()
  const { value } = await told(rig, rig.core.query('projectContent', { projectId }))
  expect(value).toMatchObject({
    total: MOST.scenes,
    sceneId: scenes[0],
    progress: { read: 2, of: 600, problem: null },
  })
  expect(value.scenes[0]?.layers[0]?.content?.settings.files).toHaveLength(400)
  expect(rig.asked() - before).toBeLessThanOrEqual(40)
})

test('filesWithDurations: the length of a file is read again after an encode, which changes the file', async () => {
  const { rig, server } = await stage({ files: 3 })
  const { broken } = server.content.files
  const read = async () => (await told(rig, rig.core.query('filesWithDurations', {}, true))).value
  expect(await read()).toMatchObject({ total: 5, progress: { read: 5, of: 5 } })
  expect(rig.asked('getFile')).toBe(5)
  await told(rig, rig.press({ type: 'edit', operation: 'encodeFiles', input: { fileIds: [broken] } }))
  const during = await read()
  expect(during.files.find(({ id }) => id === broken)?.durationSec).toBeNull()
  expect(during.progress).toMatchObject({ read: 4, of: 4 })
  await rig.pass(40_000)
  expect((await read()).files.map(({ durationSec }) => durationSec)).toEqual([60, 60, 60, 60, 60])
  expect(rig.asked('getFile')).toBe(6)
})

/** The data dir of a studio with files of these lengths; null: length unknown. */
function withFiles(lengths: readonly (number | null)[]): string {
  const dataDir = newDir()
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  openDataDir(dataDir, 0, () => {}).storage.close()
  const database = new DatabaseSync(join(dataDir, 'studio.db'))
  const catalogue = new Catalogue(database)
  const metadata = {
    resolution: null,
    frameRate: null,
    bitrateMbps: null,
    sizeBytes: 5,
    videoCodec: null,
    audioCodec: null,
  }
  mkdirSync(join(dataDir, 'media'))
  for (const [nr, durationSec] of lengths.entries()) {
    const id = `f${nr}`
    catalogue.add(fileOf({ id, createdAt: nr, metadata: { ...metadata, loudnessLufs: -10 - nr, durationSec } }))
    writeFileSync(join(dataDir, 'media', id), 'bytes')
  }
  database.close()
  return dataDir
}

test('filesWithDurations: each length is read once, even over restarts, and missing ones are reported', async () => {
  const lengths = Array.from({ length: 60 }, (_, nr) => (nr === 3 ? null : nr + 1))
  const rehearsal = await studio({ dataDir: withFiles(lengths) })
  const dataDir = newDir()
  const rig = await coreOn(rehearsal, dataDir)
  const read = (on: Rig, again = true) =>
    told(on, on.core.query('filesWithDurations', { limit: 60 }, again)).then(({ value }) => value)
  const first = await read(rig, false)
  expect(first.progress).toMatchObject({ of: 60, problem: null })
  expect(first.progress.read).toBeGreaterThan(9)
  expect(first.progress.read).toBeLessThan(60)
  let last = first
  for (let looks = 0; last.progress.read < 60 && looks < 100; looks++) {
    await rig.pass(1_000)
    last = await read(rig)
  }
  const durations = (view: typeof last) => view.files.map(({ durationSec }) => durationSec).toReversed()
  const loudness = (view: typeof last) => view.files.map(({ loudnessLufs }) => loudnessLufs).toReversed()
  const measured = lengths.map((length, nr) => (length === null ? null : -10 - nr))
  expect([durations(last), loudness(last)]).toEqual([lengths, measured])
  expect(rig.asked('getFile')).toBe(60)
  await rig.pass(20_000)
  await read(rig)
  expect(rig.asked('getFile')).toBe(60)

  await rig.core.close()
  const next = await coreOn(rehearsal, dataDir)
  const after = await read(next)
  expect([durations(after), loudness(after)]).toEqual([lengths, measured])
  // Only the unknown length is read again.
  expect(next.asked('getFile')).toBe(1)
})

test('projectContent: a layer that could not be read is shown as unread and read again automatically', async () => {
  const { rig, server } = await stage()
  const { id: projectId } = rig.show()
  server.faults.add({
    kind: 'cutBefore',
    match: { method: 'GET', path: /\/layers\/[^/]+$/ },
    times: 'always',
  })
  const touched: string[] = []
  rig.core.onTouched(({ names }) => touched.push(...names))
  const read = async () => (await told(rig, rig.core.query('projectContent', { projectId }))).value.progress
  expect((await read()).problem).not.toBeNull()
  server.faults.clear()
  await rig.until(() => touched.includes('projectContent'), 'it is to be read again')
  expect((await read()).problem).toBeNull()
})
