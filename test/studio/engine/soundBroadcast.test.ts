/** What viewers hear of a broadcast: the real studio and its engine, and ffmpeg as a viewer of the watch page. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '../../../electron/studio/administration/client.ts'
import { WATCH_PAGE } from '../../../electron/studio/rules/account/servers.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { newDir } from '../../support/folders.ts'
import { ffmpeg, HOUSE } from './clips.ts'
import { LiveStudio, pass } from './liveStudio.ts'

/** What is heard of each file, in Hz. */
const TONES = { film: 500, music: 1_500 }

let dir: string
let studio: LiveStudio
let at: string
let watch: string
let scene: string
let layer: string
let songId: string

beforeAll(async () => {
  dir = newDir()
  studio = await LiveStudio.start(join(dir, 'data'))
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=1280x720:r=30:d=4']
  const filmId = await studio.takeIn(ffmpeg([...picture, ...tone('film', 4), ...HOUSE], join(dir, 'film.mp4')))
  songId = await studio.takeIn(ffmpeg([...tone('music', 5), '-c:a', 'libmp3lame'], join(dir, 'music.mp3')))
  const project = await studio.api('POST', '/projects', {
    ...{ name: 'All day', duration: { manual: true }, destinationIds: [WATCH_PAGE], autoSynch: true },
  })
  at = `/projects/${project.id}`
  const made = (await studio.api('POST', `${at}/scenes/workflow`, {
    ...{ sceneName: 'Day', files: [{ fileId: filmId }] },
  })) as { scene: { id: string }; layer: { id: string } }
  scene = made.scene.id
  layer = made.layer.id
  watch = `${new URL(studio.address.baseUrl).origin}/watch/${project.id}`
  // Before it is known how loud it is, a file on air is broadcast as it came.
  await studio.until(async () => studio.media('play').some((name) => name.includes('.g')))
  await studio.api('POST', `${at}/live`)
  await studio.until(
    async () => ((await (await fetch(`${watch}/state`)).json()) as { state: string }).state === 'live',
  )
})

afterAll(() => studio?.process.kill('SIGTERM'))

const soundNow = async () => (await administer(studio.address, 'engine', undefined, systemClock)).broadcasts[0]?.sound

const tone = (name: keyof typeof TONES, seconds: number) => [
  ...['-f', 'lavfi', '-i', `sine=frequency=${TONES[name]}:duration=${seconds}:sample_rate=48000`],
]

/** Records the stream as it is. */
function record(url: string) {
  const path = join(dir, 'heard.mkv')
  const recorder = spawn('ffmpeg', ['-v', 'error', '-y', '-i', url, '-c', 'copy', path], { stdio: 'ignore' })
  return async () => {
    const gone = once(recorder, 'close')
    recorder.kill('SIGINT')
    await gone
    return path
  }
}

const RATE = 8_000
const WINDOW = RATE / 10

/** The level of each tone in each tenth of a second, in dB below full scale. */
function levelsIn(path: string) {
  const args = ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-ar', String(RATE), '-']
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 50_000_000 })
  const samples = Array.from({ length: Math.floor(stdout.length / 4) }, (_, nth) => stdout.readFloatLE(nth * 4))
  const level = (from: number, hertz: number) => {
    const part = samples.slice(from, from + WINDOW)
    const sum = (wave: (angle: number) => number) =>
      part.reduce((all, value, nth) => all + value * wave((2 * Math.PI * hertz * nth) / RATE), 0)
    return 20 * Math.log10((2 * Math.hypot(sum(Math.sin), sum(Math.cos))) / WINDOW + 1e-6)
  }
  return Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, nth) => ({
    film: level(nth * WINDOW, TONES.film),
    music: level(nth * WINDOW, TONES.music),
  }))
}

/** Both at once, the film at full volume or lower, the music, or nothing. */
function letterOf(isFilm: boolean, isQuietFilm: boolean, isMusic: boolean): string {
  if (isFilm) return isMusic ? 'b' : 'F'
  if (isMusic) return 'm'
  return isQuietFilm ? 'f' : '.'
}

/** The times at which packets of a kind are decoded, in ms. */
function timesIn(path: string, kind: 'v' | 'a'): number[] {
  const args = ['-v', 'error', '-select_streams', kind, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]
  return String(spawnSync('ffprobe', args).stdout)
    .trim()
    .split('\n')
    .map((time) => Math.round(Number(time.replace(',', '')) * 1_000))
}

test('a mix, an audio playlist alone and the volume of each layer are heard, without a hole in picture or sound', async () => {
  const end = record(`${watch}/video`)
  await pass(800)

  const list = { type: 'audioPlaylist', settings: { files: [{ fileId: songId }], loop: true } }
  const { id: musicId } = await studio.api('POST', `${at}/scenes/${scene}/layers`, list)
  const rows = async () =>
    ((await studio.api('GET', `${at}/live`)).onAir as { layerId: string }[]).map(({ layerId }) => layerId).toSorted()
  // What nobody hears yet is not said to be on air: its copy takes some time.
  expect(await rows()).toEqual([layer])
  await studio.until(async () => /mix.[0-9a-f]{32}/.test((await soundNow())?.path ?? ''))
  expect(await rows()).toEqual([layer, String(musicId)].toSorted())
  // However busy the machine is: some pieces are ahead.
  await studio.until(async () => studio.media('mix').length >= 6)
  await pass(4_500)

  const setVolume = (volume: number) => studio.api('PATCH', `${at}/layers/${layer}`, { settings: { volume } })
  await studio.api('POST', `${at}/layers/${musicId}/playback`, { action: 'stop' })
  await setVolume(3)
  await studio.until(async () => /\.s30\./.test((await soundNow())?.path ?? ''))
  await pass(1_700)
  await setVolume(0)
  await pass(800)
  await studio.api('POST', `${at}/layers/${musicId}/playback`, { action: 'start' })
  await studio.until(async () => (await soundNow())?.isPlaylist === true)
  await pass(1_500)

  const path = await end()
  const levels = levelsIn(path)
  const heard = levels.map(({ film, music }) => letterOf(film > -18, film > -40, music > -30)).join('')
  // The own sound, the mix, the own sound at its lower volume, silence, and the music alone.
  expect(heard).toMatch(/F{5,}.*b{30,}.*f{12,}.?\.{3,}.?m{8,}$/)
  // Of all its tenths the middle one: at a change, one of them may have a part of both.
  const film = (letter: string) => {
    const all = levels.filter((_, nth) => heard[nth] === letter).map((one) => one.film)
    return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0
  }
  expect(film('f') - film('F')).toBeCloseTo(20 * Math.log10(0.3), 0)
  // In the mix, each is as loud as alone: there is room for both below the limit.
  expect(film('b') - film('F')).toBeCloseTo(0, 0)
  for (const [kind, most] of [
    ['v', 39],
    ['a', 25],
  ] as const) {
    const times = timesIn(path, kind)
    const steps = times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
    expect(steps.filter((step) => step <= 0 || step > most)).toEqual([])
  }
})
