/** How loud a broadcast is: with real files, measured by ffmpeg, which shares no line with the product. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gainOf } from '../../../electron/studio/files/encoding/level.ts'
import { newDir } from '../../support/folders.ts'
import { roomEach } from '../files/kit.ts'
import { eventually } from '../processes.ts'
import { KEY } from '../support.ts'
import { ffmpeg, HOUSE } from './clips.ts'

const room = roomEach()

/** Noise with a click each second whose peak is 12 dB above it, in the house format. */
function noise(dir: string, name: string, volume: number): string {
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:size=1280x720:rate=30:duration=3']
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=color=pink:amplitude=0.5:duration=3:seed=3:sample_rate=48000']
  const clicks = `volume='if(lt(mod(t,1),0.002),${4 * volume},${volume})':eval=frame`
  const how = HOUSE.map((one) => (one.startsWith('aresample') ? `asetnsamples=96,${clicks},${one}` : one))
  return ffmpeg([...picture, ...sound, ...how], join(dir, `${name}.mp4`))
}

/** The loudness in LUFS and the true peak in dB. */
function heard(path: string): { lufs: number; peak: number } {
  const args = [
    '-hide_banner',
    '-nostats',
    '-i',
    path,
    '-af',
    'ebur128=peak=true:framelog=verbose',
    '-f',
    'null',
    '-',
  ]
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  const [, lufs, peak] = /I:\s+(-?[\d.]+) LUFS[\s\S]*Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(stderr) ?? []
  return { lufs: Number(lufs), peak: Number(peak) }
}

/** A checksum of the pictures as they were encoded. */
const pictureOf = (path: string) => {
  const copied = ['-map', '0:v', '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'md5', '-']
  return String(spawnSync('ffmpeg', ['-v', 'error', '-i', path, ...copied]).stdout)
}

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const url = room.rehearsal.studio.baseUrl + path
  return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as typeof headers
}

it('files 20 LU apart are broadcast equally loud and without clipping, and their pictures are copied', async () => {
  await room.start()
  const server = { name: 'Our server', url: 'rtmp://127.0.0.1:1/live', key: 'k' }
  const { destinationId } = await room.rehearsal.told('addServer', server)
  const paths = [noise(newDir(), 'loud', 2.5), noise(newDir(), 'soft', 0.25)]
  const before = paths.map(heard)
  expect((before[0]?.lufs ?? 0) - (before[1]?.lufs ?? 0)).toBeCloseTo(20, 0)
  const files = await Promise.all(
    paths.map(async (path) => ({ fileId: (await room.rehearsal.told('takeFile', { path, mode: 'copy' })).fileId })),
  )
  for (const { fileId } of files) await room.arrived(fileId)
  const project = await post('/projects', { name: 'All day', destinationIds: [destinationId] })
  const scene = { sceneName: 'Day', files }
  await post(`/projects/${project.id}/scenes/workflow`, scene)

  const folder = join(room.dataDir, 'media', 'play')
  const copies = () =>
    files.map(({ fileId }) => (existsSync(folder) ? readdirSync(folder).find((name) => name.startsWith(fileId)) : ''))
  await eventually(() => (copies().every(Boolean) ? true : null))
  for (const [nth, name] of copies().entries()) {
    const copy = join(folder, name ?? '')
    const { lufs, peak } = heard(copy)
    expect(Math.abs(lufs + 16), `${lufs} LUFS of ${before[nth]?.lufs}`).toBeLessThan(1.5)
    expect(peak).toBeLessThanOrEqual(-1)
    expect(pictureOf(copy)).toMatch(/^MD5=/)
    expect(pictureOf(copy)).toBe(pictureOf(paths[nth] ?? ''))
  }
})

it('what is silent, was not measured or is near the target stays as it is, and noise is not raised without limit', () => {
  const gainAt = (loudnessLufs: number | null) => gainOf({ metadata: { ...metadata, loudnessLufs } })
  const metadata = {
    ...{ resolution: null, frameRate: null, bitrateMbps: null, durationSec: 1, sizeBytes: 1 },
    ...{ videoCodec: null, audioCodec: 'aac', loudnessLufs: null },
  }
  expect([gainOf({ metadata: null }), gainAt(null), gainAt(-15.6), gainAt(-16.5)]).toEqual([0, 0, 0, 0])
  expect([gainAt(-9.7), gainAt(-23), gainAt(-65)]).toEqual([-6.3, 7, 20])
})
