/** Play copies: made where a project has a server, copied or encoded, and never in the way of the rest. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { WAIT } from '../../../build/suite/patience.ts'
import { openFlv } from '../../../electron/studio/engine/flv/reader.ts'
import { newDir } from '../../support/folders.ts'
import { media, roomEach } from '../files/kit.ts'
import { eventually } from '../processes.ts'
import { KEY } from '../support.ts'
import { ffmpeg, HOUSE, source } from './clips.ts'

const room = roomEach()

const folder = () => join(room.dataDir, 'media', 'play')
const copies = () => (existsSync(folder()) ? readdirSync(folder()).filter((name) => !name.startsWith('slate')) : [])
const slates = () => (existsSync(folder()) ? readdirSync(folder()).filter((name) => name.startsWith('slate')) : [])

async function send(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const response = await fetch(room.rehearsal.studio.baseUrl + path, { method, headers, body: JSON.stringify(body) })
  return (await response.json()) as Record<string, unknown>
}

/** Takes a file in, and puts it into a project with this destination. */
async function projectWith(path: string, destinationId: string): Promise<string> {
  const { fileId } = await room.rehearsal.told('takeFile', { path, mode: 'copy' })
  await room.arrived(fileId)
  const project = await send('POST', '/projects', { name: 'All day', destinationIds: [destinationId] })
  const { id: sceneId } = await send('POST', `/projects/${project.id}/scenes`, { name: 'Day' })
  const settings = { files: [{ fileId }], loop: true }
  await send('POST', `/projects/${project.id}/scenes/${sceneId}/activate`)
  const layer = await send('POST', `/projects/${project.id}/scenes/${sceneId}/layers`, {
    type: 'videoPlaylist',
    settings,
  })
  expect(layer.id, JSON.stringify(layer)).toBeTypeOf('string')
  return fileId
}

const addServer = async () => {
  const server = { name: 'Our server', url: 'rtmp://127.0.0.1:1/live', key: 'k' }
  return (await room.rehearsal.told('addServer', server)).destinationId
}

/** The streams of a file, as ffprobe describes them. */
function streamsOf(path: string) {
  const entries = 'stream=codec_name,width,height,r_frame_rate,has_b_frames,sample_rate,channels:format=duration'
  const { stdout } = spawnSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', path])
  return JSON.parse(String(stdout)) as { streams: unknown[]; format: { duration: string } }
}

const packetsOf = (path: string) =>
  String(
    spawnSync('ffmpeg', [
      '-v',
      'error',
      '-i',
      path,
      '-map',
      '0:v',
      '-c',
      'copy',
      '-bsf:v',
      'h264_mp4toannexb',
      '-f',
      'md5',
      '-',
    ]).stdout,
  )

it('a small file without the right rate is encoded to the frame of its project, to its stated length', async () => {
  await room.start()
  await projectWith(media('good.mp4'), await addServer())
  await eventually(() => (copies().length === 1 && slates().length === 1) || null)
  const path = join(folder(), copies()[0] ?? '')
  expect(streamsOf(path).streams).toMatchObject([
    { codec_name: 'h264', width: 1280, height: 720, r_frame_rate: '30/1', has_b_frames: 0 },
    { codec_name: 'aac', sample_rate: '48000', channels: 2 },
  ])
  expect(Math.abs(Number(streamsOf(path).format.duration) - 1)).toBeLessThan(0.08)
  const file = await openFlv(path)
  expect([file.frameRate, file.keyframes[0]?.timeMs]).toEqual([30, 0])
  file.close()
})

it('a file that is encoded once more gets another copy, without any other change', async () => {
  await room.start()
  const fileId = await projectWith(media('silent.mp4'), await addServer())
  await eventually(() => copies().length === 1 || null)
  const before = copies()
  await send('POST', '/files/encode', { fileIds: [fileId] })
  await room.encoded()
  await eventually(() => (copies().length === 1 && copies()[0] !== before[0]) || null)
  expect(copies().every((name) => name.startsWith(fileId))).toBe(true)
})

it('a file in the house format is copied, not encoded', async () => {
  await room.start()
  const big = source(1, 440).map((one) => one.replace('320x180', '1280x720'))
  const house = ffmpeg([...big, ...HOUSE], join(newDir(), 'house.mp4'))
  await projectWith(house, await addServer())
  await eventually(() => copies().length === 1 || null)
  expect(packetsOf(house)).toMatch(/^MD5=/)
  expect(packetsOf(join(folder(), copies()[0] ?? ''))).toBe(packetsOf(house))
})

it('no copy is made for a rehearsal, nor on a full disk, nor without ffmpeg; what has a copy keeps it', async () => {
  const log: string[] = []
  await room.start({ log: (line) => void log.push(line) })
  const [example] = (await room.rehearsal.ask('listDestinations')).destinations
  await projectWith(media('good.mp4'), example?.id ?? '')
  await room.rehearsal.studio.close()
  expect(copies()).toEqual([])

  await room.start({ files: { freeBytes: async () => 1e9 + 1 }, log: (line) => void log.push(line) })
  const server = await addServer()
  const { projects } = await room.rehearsal.ask('listProjects')
  const mine = projects.find(({ name }) => name === 'All day')?.id
  await send('PATCH', `/projects/${mine}`, { destinationIds: [server] })
  await eventually(() => log.find((line) => /no play copy.*disk of this machine is full/.test(line)) ?? null)
  await send('POST', `/projects/${mine}/live`)
  room.rehearsal.clock.advance(4_000)
  const trouble = async () => (await room.rehearsal.told('engine', undefined)).broadcasts[0]?.trouble
  await vi.waitFor(async () => expect(await trouble()).toMatch(/no play copy of it: .*full/), WAIT)
  // What viewers do not see is not said to be on air.
  expect(await send('GET', `/projects/${mine}/live`)).toMatchObject({ status: 'LIVE', onAir: [] })
  await send('POST', `/projects/${mine}/live/stop`)
  await room.rehearsal.studio.close()

  await room.start({ files: { ffmpegDir: '/nowhere' }, log: (line) => void log.push(line) })
  await eventually(() => log.find((line) => /no play copy.*is not installed.*apt install ffmpeg/.test(line)) ?? null)
  await room.rehearsal.studio.close()
  expect(copies()).toEqual([])

  await room.start()
  await eventually(() => copies().length === 1 || null)
  await room.rehearsal.studio.close()
  const [kept = ''] = copies()
  rmSync(join(room.dataDir, 'media', kept.split('.')[0] ?? ''))
  await room.start({ files: { ffmpegDir: '/nowhere' } })
  await send('GET', '/projects')
  expect(copies()).toEqual([kept])
})
