/** A studio killed again and again while it writes everything, and what the next start finds. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { readMovie } from '../../../../electron/studio/files/encoding/movie.ts'
import { startStudio } from '../../../../electron/studio/studio.ts'
import { systemClock } from '../../../../electron/util/time.ts'
import { seeded } from '../../../fakes/random.ts'
import { newDir } from '../../../fakes/rig.ts'
import { killedAfter } from '../life.ts'
import { STUDIO_KEY } from '../values.ts'
import { ALL_WRITES, type Ground, prepareAir } from './onAir.ts'
import { asking, FILES, FOLDERS, type Studio, WRITES } from './writes.ts'

const SOURCES = fileURLToPath(new URL('./writer.ts', import.meta.url))
/** The longest life, in printed lines: two for each write. */
const LONGEST_LIFE = 200

export interface StudioRounds {
  readonly kills: number
  readonly seed: number
  readonly entry?: string
  /** Called after each life. */
  readonly onLife?: (kills: number) => void
}

export interface StudioTally {
  kills: number
  /** Writes that were confirmed before a kill, by kind. */
  readonly confirmed: Record<string, number>
  /** Every broken promise, a sentence each. */
  readonly broken: string[]
}

/** Lives one after the other on the same data, each killed at a random moment, each checked by the next start. */
export async function killStudio({ kills, seed, entry = SOURCES, onLife }: StudioRounds): Promise<StudioTally> {
  const dir = newDir()
  const random = seeded(seed)
  const links = await serveVideo(join(dir, 'video.mp4'))
  const dataDir = join(dir, 'studio')
  const tally: StudioTally = { kills: 0, confirmed: {}, broken: [] }
  const kinds = [...Object.keys(ALL_WRITES), 'import', 'encode']
  const state: State = { counts: Object.fromEntries(kinds.map((kind) => [kind, 1])), arriving: new Set() }
  const ground = await running(dataDir, (studio) => prepare(studio, links))
  for (; tally.kills < kills; tally.kills += 1) {
    const args = [dataDir, JSON.stringify(ground), JSON.stringify(state.counts)]
    const said = await killedAfter({ entry, args, lines: 1 + Math.floor(random() * LONGEST_LIFE) })
    for (const [, kind = ''] of said.matchAll(/^done (\w+)/gm))
      tally.confirmed[kind] = (tally.confirmed[kind] ?? 0) + 1
    const found = await running(dataDir, (studio) => check({ ...studio, ...ground, dataDir, links }, state, said))
    tally.broken.push(...[...found, ...leftOver(dataDir, state)].map((one) => `life ${seed}.${tally.kills}: ${one}`))
    onLife?.(tally.kills + 1)
  }
  const ended = await running(dataDir, (studio) => allArrived({ ...studio, ...ground, dataDir, links }, state))
  const left = readdirSync(join(dataDir, 'media', 'incoming')).map((name) => `${name} is left over at the end`)
  tally.broken.push(...ended, ...left)
  links.close()
  rmSync(dir, { recursive: true })
  return tally
}

interface State {
  /** The last confirmed write of each kind. */
  readonly counts: Record<string, number>
  /** Imports that were confirmed and have not been seen to end. */
  readonly arriving: Set<string>
}

type Place = Studio & Ground & { readonly dataDir: string; readonly links: Links }
type Links = Awaited<ReturnType<typeof serveVideo>>

async function running<T>(dataDir: string, ask: (studio: Studio) => Promise<T>): Promise<T> {
  const studio = await startStudio({
    ...{ port: 0, dataDir, clock: systemClock, keys: [STUDIO_KEY], files: { allowPrivateLinks: true } },
    log(line) {
      throw new Error(`the studio complained: ${line}`)
    },
  })
  try {
    return await ask(asking(studio))
  } finally {
    await studio.close()
  }
}

/** The last confirmed write is there as a whole, or the one that was in flight is. */
async function check(place: Place, state: State, said: string): Promise<string[]> {
  const broken: string[] = []
  for (const [kind, { found, expected }] of Object.entries(ALL_WRITES)) {
    const counts = [...said.matchAll(new RegExp(`^(begin|done) ${kind} (\\d+)$`, 'gm'))]
    const begun = Number(counts.findLast(([, what]) => what === 'begin')?.[2] ?? state.counts[kind])
    const done = Number(counts.findLast(([, what]) => what === 'done')?.[2] ?? state.counts[kind])
    const value = await found(place)
    const count = [begun, done].find((one) => isDeepStrictEqual(value, expected(one)))
    if (count === undefined)
      broken.push(`${kind} ${done} was confirmed, ${begun} begun, found ${JSON.stringify(value)}`)
    state.counts[kind] = count ?? begun
  }
  for (const [, fileId = ''] of said.matchAll(/^done import (\S+)$/gm)) state.arriving.add(fileId)
  return [...broken, ...(await checkImports(place, state)), ...(await checkEncode(place, /^done encode/m.test(said)))]
}

/** Each confirmed import is still running, or its file is here with every byte. */
async function checkImports({ ask, dataDir, links }: Place, { arriving }: State): Promise<string[]> {
  const broken: string[] = []
  for (const fileId of arriving) {
    const { status, error } = await ask('GET', `/files/${fileId}/import`)
    if (status === 'in_progress') continue
    arriving.delete(fileId)
    if (status !== 'completed') broken.push(`the import ${fileId} is ${status}: ${error}`)
    else if (!readFileSync(join(dataDir, 'media', fileId)).equals(links.bytes)) broken.push(`${fileId} is not whole`)
  }
  return broken
}

/** A confirmed encode is still in the queue, or its result is there; the file is whole at any time. */
async function checkEncode({ ask, encodedId, dataDir }: Place, isConfirmed: boolean): Promise<string[]> {
  const { encoding, metadata, issues } = await ask('GET', `/files/${encodedId}`)
  const { isCutShort } = await readMovie(join(dataDir, 'media', encodedId))
  const isMade = (metadata as { loudnessLufs: number | null }).loudnessLufs !== null
  const { warnings } = issues as { warnings: string[] }
  return [
    ...(isCutShort ? ['the encoded file is half'] : []),
    ...(isConfirmed && !encoding && !isMade ? ['an encode that was confirmed is gone'] : []),
    ...warnings.filter((one) => one.startsWith('encode_failed')),
  ]
}

/** Of a studio that has ended, no files remain but those still arriving. */
function leftOver(dataDir: string, { arriving }: State): string[] {
  const incoming = readdirSync(join(dataDir, 'media', 'incoming'))
  // The ffmpeg of a killed studio may create its file a moment after the next one has cleaned up.
  const parts = incoming.filter((name) => !name.endsWith('.encode.part'))
  const strangers = parts.length > 1 ? parts.filter((name) => !arriving.has(name.replace('.part', ''))) : []
  const aside = readdirSync(dataDir).filter((name) => !/^(media|studio\.db(-wal|-shm)?)$/.test(name))
  return [...strangers, ...aside].map((name) => `${name} is left over`)
}

async function allArrived(place: Place, state: State): Promise<string[]> {
  const broken: string[] = []
  for (let looked = 0; looked < 100; looked += 1) {
    broken.push(...(await checkImports(place, state)))
    const { encoding } = await place.ask('GET', `/files/${place.encodedId}`)
    if (state.arriving.size === 0 && !encoding) return broken
    await pause(400)
  }
  return [...broken, 'what was under way never ended']
}

/** The demo's show with a playlist, and files for it. */
async function prepare({ ask, tell }: Studio, links: Links): Promise<Ground> {
  const { projects } = (await ask('GET', '/projects')) as { projects: { id: string; name: string }[] }
  const projectId = projects.find(({ name }) => name === 'Friday Night')?.id ?? ''
  const take = async (mode: string) => {
    const { fileId } = await tell('POST', '/files', { path: links.path, mode })
    while ((await ask('GET', `/files/${fileId}/import`)).status === 'in_progress') await pause(100)
    return String(fileId)
  }
  const fileIds = []
  while (fileIds.length < FILES) fileIds.push(await take('link'))
  const folderIds = []
  while (folderIds.length < FOLDERS) folderIds.push(String((await tell('POST', '/folders', { name: 'x' })).folderId))
  const scenes = `/projects/${projectId}/scenes`
  const { id: sceneId } = await ask('POST', scenes, { name: 'Ground' })
  const layer = { type: 'videoPlaylist', name: 'ground', settings: { files: fileIds.map((fileId) => ({ fileId })) } }
  const { id: layerId } = await ask('POST', `${scenes}/${sceneId}/layers`, layer)
  const ids = { projectId, sceneId: String(sceneId), layerId: String(layerId), fileIds, folderIds }
  const ground = { ...ids, encodedId: await take('copy'), link: links.url }
  // The kinds that begin empty are written once first.
  const first = ['project', 'playlist', 'layer', 'names', 'folder']
  for (const kind of first) await WRITES[kind]?.write({ ask, tell, ...ground }, 1)
  return prepareAir({ ask, tell }, ground)
}

/** A small video, sent in pieces, from any offset. */
async function serveVideo(path: string) {
  mkdirSync(join(path, '..'), { recursive: true })
  const input = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=10:duration=1', '-f', 'lavfi', '-i', 'sine=duration=1']
  const made = spawnSync('ffmpeg', ['-v', 'error', ...input, '-pix_fmt', 'yuv420p', '-movflags', '+faststart', path])
  if (made.status !== 0) throw new Error(`ffmpeg could not make a video: ${made.stderr}`)
  const bytes = readFileSync(path)
  const server = createServer(async ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const range = { etag: '"one"', 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    response.writeHead(from > 0 ? 206 : 200, { ...range, 'content-length': bytes.length - from })
    for (let at = from; at < bytes.length && !response.destroyed; at += 2_000) {
      response.write(bytes.subarray(at, at + 2_000))
      await pause(4)
    }
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/video.mp4`
  return { path, bytes, url, close: () => void server.close().closeAllConnections() }
}
