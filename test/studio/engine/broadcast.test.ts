/** The local studio really broadcasts: its own process, a real RTMP server, and a reader that knows nothing of us. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '../../../electron/studio/administration/client.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { newDir } from '../../support/folders.ts'
import { childrenOf, lives, ofProcess } from '../processes.ts'
import { ffmpeg, HOUSE } from './clips.ts'
import { LiveStudio, pass } from './liveStudio.ts'
import { type Packets, readStream } from './reader.ts'
import { NO_RTMP_SERVER, type RtmpServer, startRtmpServer } from './rtmpServer.ts'

const STREAM_KEY = 'stream-key-nobody-may-see'

let dir: string
let server: RtmpServer
let studio: LiveStudio
let files: Record<string, string>

beforeAll(async () => {
  if (NO_RTMP_SERVER) return
  dir = newDir()
  server = await startRtmpServer()
  studio = await LiveStudio.start(join(dir, 'data'), 150)
  files = {
    // Two are in the house format, one must be encoded, and one disappears before it is played.
    red: await studio.takeIn(clip('red', 1.5, '1280x720', HOUSE)),
    green: await studio.takeIn(clip('green', 1, '1280x720', HOUSE)),
    blue: await studio.takeIn(clip('blue', 1.2, '320x240', ['-c:v', 'libx264', '-preset', 'ultrafast', '-ac', '1'])),
    yellow: await studio.takeIn(clip('yellow', 1, '1280x720', HOUSE)),
  }
})

afterAll(async () => {
  await studio?.process.kill('SIGTERM')
  await server?.stop()
})

function clip(colour: string, seconds: number, size: string, how: readonly string[]): string {
  const picture = ['-f', 'lavfi', '-i', `color=c=${colour === 'green' ? 'lime' : colour}:s=${size}:r=30:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  return ffmpeg([...picture, ...sound, '-pix_fmt', 'yuv420p', ...how], join(dir, `${colour}.mp4`))
}

test.skipIf(NO_RTMP_SERVER !== null)(
  NO_RTMP_SERVER ?? 'a project is seen through a loop, a switch, a sync, a playlist write and a file that is gone',
  async () => {
    const { destinationId } = await administer(
      studio.address,
      'addServer',
      { name: 'Our server', url: server.url, key: STREAM_KEY },
      systemClock,
    )
    const project = await studio.api('POST', '/projects', {
      ...{ name: 'All day', duration: { manual: true }, destinationIds: [destinationId] },
    })
    const at = `/projects/${project.id}`
    const day = await sceneOf(at, 'Day', ['red', 'green'])
    const night = await sceneOf(at, 'Night', ['blue'])
    await studio.api('POST', `${at}/scenes/${day.sceneId}/activate`)
    // All three copies are there before the show: the third one needs an encode.
    await studio.until(async () => copies().length === 4)

    await studio.api('POST', `${at}/live`)
    await studio.until(async () => (await studio.destination(at)).status === 'LIVE')
    const reader = readStream(`${server.url}/${STREAM_KEY}`, dir)
    await reader.seen()
    await pass(5_000)

    await studio.api('POST', `${at}/scenes/${night.sceneId}/activate`)
    expect((await studio.api('GET', `${at}/live`)).onAirSceneId).toBe(day.sceneId)
    await studio.api('POST', `${at}/live/sync`)
    await pass(3_500)

    const write = { files: [{ fileId: files.blue }, { fileId: files.yellow }, { fileId: files.red }] }
    // What was a picture when it was taken in is none any more, and then gone: no copy can be made of it.
    const lost = join(studio.process.dataDir, 'media', files.yellow ?? '')
    writeFileSync(lost, 'no picture')
    await studio.api('PUT', `${at}/layers/${night.layerId}/files`, { ...write, loop: true })
    await studio.api('POST', `${at}/live/sync`)
    rmSync(lost)
    await pass(5_500)

    const { packets, colours } = await reader.end()
    expectSmooth(packets)
    // Slate until the first file, then the loop, the other scene, and the slate in place of the file that is gone.
    expect(inRuns(colours), lengthsOf(colours)).toMatch(/^s?(RG|GR)[RG]*BsR/)
    expect(await studio.destination(at)).toMatchObject({ status: 'LIVE', error: null, viewers: null })
    expectSecret()
  },
)

test.skipIf(NO_RTMP_SERVER !== null)(
  NO_RTMP_SERVER ?? 'it continues after its engine is killed, its server was away, and the studio was killed',
  async () => {
    const [{ id } = { id: '' }] = (await studio.api('GET', '/projects?limit=1')).projects as { id: string }[]
    const at = `/projects/${id}`
    const [engine = 0] = engines()
    process.kill(engine, 'SIGKILL')
    await studio.until(async () => engines().length === 1 && engines()[0] !== engine)
    await studio.until(async () => (await studio.destination(at)).status === 'LIVE')
    const afterKill = readStream(`${server.url}/${STREAM_KEY}`, dir)
    await afterKill.seen()
    expectSmooth((await afterKill.end()).packets, 1)

    await server.stop()
    await studio.until(async () => (await studio.destination(at)).error === 'CONNECTION_ERROR')
    expect((await studio.api('GET', `${at}/live`)).status).toBe('LIVE')
    await server.start()
    await studio.until(async () => (await studio.destination(at)).status === 'LIVE')
    const afterOutage = readStream(`${server.url}/${STREAM_KEY}`, dir)
    await afterOutage.seen()
    expectSmooth((await afterOutage.end()).packets, 1)

    // A studio that is killed takes its engine along: two must never send to one server.
    const [orphan = 0] = engines()
    await studio.process.kill('SIGKILL')
    await studio.until(async () => !lives(orphan))
    await studio.restart()
    await studio.until(async () => (await studio.destination(at)).error === 'AUTH_ERROR')
    const [{ destinationId } = { destinationId: '' }] = (
      await administer(studio.address, 'servers', undefined, systemClock)
    ).servers
    await administer(studio.address, 'changeServer', { key: STREAM_KEY }, systemClock, { destinationId })
    await studio.until(async () => (await studio.destination(at)).status === 'LIVE')

    await studio.api('POST', `${at}/live/stop`)
    await studio.until(
      async () => (await administer(studio.address, 'engine', undefined, systemClock)).targets.length === 0,
    )
  },
)

/** The processes that run the engine. */
const engines = () =>
  childrenOf(studio.process.pid ?? 0).filter((pid) => ofProcess(pid, 'cmdline').includes('engine/main.ts'))

/** Each run of one colour as one letter, without runs of a single picture that is between two colours. */
const inRuns = (colours: string) => colours.replace(/(.)\1+/g, '$1')

const lengthsOf = (colours: string) => colours.replace(/(.)\1*/g, (run) => `${run[0]}${run.length} `)

/** What any viewer is to see: no step back and no hole, in pictures and sound. */
function expectSmooth({ video, audio }: Packets, least = 300): void {
  const steps = (times: readonly number[]) => times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
  expect(video.length).toBeGreaterThanOrEqual(least)
  expect(Math.min(...steps(video)), video.slice(0, 50).join(' ')).toBeGreaterThan(0)
  expect(Math.min(...steps(audio)), audio.slice(0, 50).join(' ')).toBeGreaterThan(0)
  expect(Math.max(...steps(video))).toBeLessThanOrEqual(39)
  expect(Math.max(...steps(audio))).toBeLessThanOrEqual(25)
  expect(Math.abs((video.at(-1) ?? 0) - (audio.at(-1) ?? 0))).toBeLessThanOrEqual(100)
}

/** The stream key is in no file, no log and no command line. */
function expectSecret(): void {
  const all = readdirSync(studio.process.dataDir, { recursive: true, withFileTypes: true })
  const found = all
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.flv'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(STREAM_KEY))
  expect(found).toEqual([])
  expect(studio.process.output).not.toContain(STREAM_KEY)
  const pids = [studio.process.pid ?? 0, ...childrenOf(studio.process.pid ?? 0)]
  expect(pids.length).toBeGreaterThan(1)
  for (const pid of pids)
    for (const file of ['cmdline', 'environ'] as const) expect(ofProcess(pid, file)).not.toContain(STREAM_KEY)
}

const copies = () => studio.media('play').filter((name) => name.endsWith('.flv'))

const sceneOf = (at: string, name: string, colours: readonly string[]) =>
  studio.sceneOf(
    at,
    name,
    colours.map((colour) => files[colour] ?? ''),
  )
