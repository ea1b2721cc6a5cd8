/**
 * Composing layers: what it costs beside one ffmpeg that puts the same overlay on the same film at once, and when a switch and an
 * edit are seen, on a real studio.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { administer } from '../../electron/studio/administration/client.ts'
import { createPrograms } from '../../electron/studio/files/bounds/programs.ts'
import { argumentsFor } from '../../electron/studio/files/encoding/compositions.ts'
import { AAC } from '../../electron/studio/files/encoding/encoding.ts'
import { encoder } from '../../electron/studio/files/encoding/playCopy.ts'
import { WATCH_PAGE } from '../../electron/studio/rules/account/servers.ts'
import { systemClock } from '../../electron/util/time.ts'
import { ffmpeg, HOUSE } from '../studio/engine/clips.ts'
import { ask, keyIn, StudioProcess } from '../studio/processes.ts'
import { pictures } from './engine.ts'
import { judged, percentile, type Row, rowsOf } from './rows.ts'

const FRAME = { width: 1_280, height: 720 }
const WHOLE = { x: 0, y: 0, ...FRAME }
const CORNER = { x: 960, y: 540, width: 320, height: 180 }
const PIECE_MS = 8_000
const PIECES = 4
const SWITCHES = 10
const EDITS = 4

function film(dir: string, name: string, picture: string, seconds: number): string {
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
  const inputs = ['-f', 'lavfi', '-i', `${picture}:size=1280x720:rate=30`, ...sound, '-t', String(seconds)]
  return ffmpeg([...inputs, ...HOUSE, '-flvflags', 'add_keyframe_index'], join(dir, `${name}.flv`))
}

/** The processor time of all programs that this process has run to their end, in seconds. */
function spent(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number)
  return (user + system) / 100
}

/** Processor time for each second that is shown, in per cent of one core. */
export async function composing(dir: string): Promise<Row[]> {
  const seconds = (PIECES * PIECE_MS) / 1_000
  const below = film(dir, 'below', 'testsrc2=duration=60', seconds)
  const above = film(dir, 'above', 'testsrc=duration=60', seconds)
  const programs = createPrograms(null, systemClock)
  const before = spent()
  for (let nth = 0; nth < PIECES; nth += 1) {
    const fromMs = nth * PIECE_MS
    const parts = [
      { path: below, fromMs, volume: 10, seen: { crop: WHOLE, at: WHOLE } },
      { path: above, fromMs, volume: 0, seen: { crop: WHOLE, at: CORNER } },
    ]
    const args = await argumentsFor({ frame: FRAME, lengthMs: PIECE_MS, parts }, join(dir, `piece${nth}.flv`))
    await programs.run('ffmpeg', args, { signal: new AbortController().signal })
  }
  const ours = spent() - before
  const overlay = `[1:v]scale=${CORNER.width}:${CORNER.height}[over];[0:v][over]overlay=${CORNER.x}:${CORNER.y}[seen]`
  const made = ['-filter_complex', overlay, '-map', '[seen]', ...encoder(FRAME), '-map', '0:a', ...AAC]
  const at = spent()
  spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', below, '-i', above, ...made, '-f', 'flv', '/dev/null'])
  const theirs = spent() - at
  const row = rowsOf('engine', 'one composed broadcast')
  return [
    row('processor time', (ours * 100) / seconds, '%'),
    rowsOf('engine', 'one composed broadcast', 'ffmpeg overlay')('processor time', (theirs * 100) / seconds, '%'),
    judged(row('processor time, times that of ffmpeg', ours / theirs), { atMost: 1.2 }),
  ]
}

/**
 * From a request to the first picture that is composed. Alone, the playlist of each scene has the colour that the video on it has
 * in the other scene: so nothing else counts.
 */
export async function composedSwitches(dir: string): Promise<Row[]> {
  const studio = new StudioProcess(join(dir, 'studio'), ['--preparing-ms', '100'])
  try {
    const address = await studio.address()
    const api = async (method: string, path: string, body?: unknown) =>
      (await ask(address, keyIn(studio.dataDir), method, path, body)).body as Record<string, string>
    const take = async (colour: string) => {
      const path = film(dir, `film-${colour}`, `color=c=${colour}`, PIECE_MS / 1_000)
      const mp4 = ffmpeg(['-i', path, '-c', 'copy'], path.replace('.flv', '.mp4'))
      const { fileId } = await administer(address, 'takeFile', { path: mp4, mode: 'copy' }, systemClock)
      while ((await api('GET', `/files/${fileId}/import`)).status !== 'completed') await pass(500)
      return fileId
    }
    const files = { red: await take('red'), blue: await take('blue') }
    const about = { name: 'Bench', duration: { manual: true }, destinationIds: [WATCH_PAGE], autoSynch: true }
    const { id } = await api('POST', '/projects', about)
    const scene = async (below: 'red' | 'blue', above: 'red' | 'blue') => {
      const { id: sceneId } = await api('POST', `/projects/${id}/scenes`, { name: above })
      const at = `/projects/${id}/scenes/${sceneId}`
      const list = { files: [{ fileId: files[below] }], loop: true }
      await api('POST', `${at}/layers`, { type: 'videoPlaylist', settings: list })
      const video = { type: 'video', position: large(0), settings: { fileId: files[above], loop: true, volume: 0 } }
      return { activate: () => api('POST', `${at}/activate`), layerId: (await api('POST', `${at}/layers`, video)).id }
    }
    const [one, two] = [await scene('blue', 'red'), await scene('red', 'blue')]
    await one.activate()
    await made(studio.dataDir, 'play', 3)
    await api('POST', `/projects/${id}/live`)
    await made(studio.dataDir, 'composed', 2)
    const reader = pictures(`${new URL(address.baseUrl).origin}/watch/${id}/video`)
    await reader.begun
    const delay = async (act: () => Promise<unknown>) => {
      const [at, seen] = [performance.now(), reader.change()]
      await act()
      return (await seen) - at
    }
    const switches: number[] = []
    for (let nth = 0; nth < SWITCHES; nth += 1) {
      await pass(2_500)
      switches.push(await delay((nth % 2 === 0 ? two : one).activate))
    }
    const edits: number[] = []
    for (let nth = 0; nth < EDITS; nth += 1) {
      await pass(3_000)
      const position = nth % 2 === 0 ? { x: nth, y: 0, width: 20, height: 20 } : large(nth)
      edits.push(await delay(() => api('PATCH', `/projects/${id}/layers/${one.layerId}`, { position })))
    }
    await reader.end()
    const row = rowsOf('engine', 'request to the first composed picture', 'cuelight', 0)
    return [
      judged(row('switch, median', percentile(switches, 0.5), 'ms'), { atMost: 700 }),
      row('switch, longest', Math.max(...switches), 'ms'),
      row('edit of a place, median', percentile(edits, 0.5), 'ms'),
    ]
  } finally {
    await studio.kill('SIGTERM')
  }
}

const large = (x: number) => ({ x, y: 0, width: 95, height: 95 })

/** Waits until a folder of media has that many files, and gets no more for some seconds. */
async function made(dataDir: string, folder: string, least: number): Promise<void> {
  const names = () => {
    try {
      return readdirSync(join(dataDir, 'media', folder)).join()
    } catch {
      return ''
    }
  }
  for (let before = ''; ; before = names()) {
    await pass(4_000)
    if (names() === before && before.split(',').length >= least) return
  }
}
