/** Several layers on air: the real studio and its engine, and ffmpeg as a viewer of the watch page. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '../../../electron/studio/administration/client.ts'
import { WATCH_PAGE } from '../../../electron/studio/rules/account/servers.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { newDir } from '../../support/folders.ts'
import { childrenOf, eventually, ofProcess } from '../processes.ts'
import { ffmpeg, HOUSE } from './clips.ts'
import { LiveStudio, pass } from './liveStudio.ts'
import { coloursIn, packetsIn } from './reader.ts'

const LEFT = { x: 0, y: 0, width: 25, height: 25 }
const RIGHT = { x: 75, y: 75, width: 25, height: 25 }
const HALF = { x: 50, y: 0, width: 50, height: 100 }

let dir: string
let studio: LiveStudio
let files: Record<string, string>
let at: string
let watch: string

beforeAll(async () => {
  dir = newDir()
  studio = await LiveStudio.start(join(dir, 'data'), 150)
  const clip = (colour: string, seconds: number) => {
    const picture = [
      '-f',
      'lavfi',
      '-i',
      `color=c=${colour === 'green' ? 'lime' : colour}:s=1280x720:r=30:d=${seconds}`,
    ]
    const silence = ['-f', 'lavfi', '-i', `anullsrc=r=48000:cl=stereo`]
    return studio.takeIn(
      ffmpeg([...picture, ...silence, '-t', String(seconds), ...HOUSE], join(dir, `${colour}.mp4`)),
    )
  }
  files = { red: await clip('red', 4), blue: await clip('blue', 2), green: await clip('green', 4) }
  const project = await studio.api('POST', '/projects', {
    ...{ name: 'All day', duration: { manual: true }, destinationIds: [WATCH_PAGE], autoSynch: true },
  })
  at = `/projects/${project.id}`
  watch = `${new URL(studio.address.baseUrl).origin}/watch/${project.id}`
})

afterAll(() => studio?.process.kill('SIGTERM'))

const engine = async () => (await administer(studio.address, 'engine', undefined, systemClock)).broadcasts[0]
const onAir = async () =>
  ((await studio.api('GET', `${at}/live`)).onAir as { layerId: string }[]).map(({ layerId }) => layerId).toSorted()

/** Records the stream as it is. */
function record() {
  const path = join(dir, 'seen.mkv')
  const recorder = spawn('ffmpeg', ['-v', 'error', '-y', '-i', `${watch}/video`, '-c', 'copy', path], {
    stdio: 'ignore',
  })
  return async () => {
    const gone = once(recorder, 'close')
    recorder.kill('SIGINT')
    await gone
    return path
  }
}

/** The ffmpeg that composes at the moment, if any. */
const composers = () =>
  childrenOf(studio.process.pid ?? 0)
    .flatMap((pid) => [pid, ...childrenOf(pid)])
    .filter(
      (pid) => /\/ffmpeg|^ffmpeg/.test(ofProcess(pid, 'cmdline')) && ofProcess(pid, 'cmdline').includes('overlay='),
    )

/** Everything is made ahead: no ffmpeg runs for a while. */
async function allMade(): Promise<void> {
  let quiet = 0
  await studio.until(async () => {
    quiet = composers().length === 0 ? quiet + 1 : 0
    return quiet >= 4
  })
}

/** Runs of one colour as one letter each, without a single picture that is between two colours. */
const inRuns = (colours: string) => colours.replace(/(.)\1+/g, '$1')
const lengthsOf = (colours: string) => colours.replace(/(.)\1*/g, (run) => `${run[0]}${run.length} `)

test('a video is seen on a playlist, moved while ffmpeg is killed, and gone with a switch to a playlist at its place', async () => {
  const day = await studio.sceneOf(at, 'Day', [files.red ?? ''])
  const about = { type: 'video', position: RIGHT, settings: { fileId: files.blue, loop: true, volume: 0 } }
  const { id: logoId } = await studio.api('POST', `${at}/scenes/${day.sceneId}/layers`, about)
  const night = await studio.sceneOf(at, 'Night', [files.green ?? ''])
  await studio.api('PATCH', `${at}/layers/${night.layerId}`, { position: HALF })
  await studio.api('POST', `${at}/scenes/${day.sceneId}/activate`)
  await studio.until(async () => studio.media('play').length === 4)
  await studio.api('POST', `${at}/live`)
  await studio.until(
    async () => ((await (await fetch(`${watch}/state`)).json()) as { state: string }).state === 'live',
  )
  const end = record()
  const both = [day.layerId, String(logoId)].toSorted()
  await studio.until(async () => isDeepStrictEqual(await onAir(), both))
  await allMade()

  const before = studio.media('composed')
  await studio.api('PATCH', `${at}/layers/${logoId}`, { position: LEFT })
  const killed = await eventually(() => composers()[0] ?? null)
  process.kill(killed, 'SIGKILL')
  await studio.until(async () => {
    const path = (await engine())?.path ?? ''
    return basename(dirname(path)) === 'composed' && !before.includes(basename(path))
  })
  expect(studio.process.output).toContain('Layers could not be put into one picture')
  await pass(1_500)
  expect(await onAir()).toEqual(both)

  await studio.api('POST', `${at}/scenes/${night.sceneId}/activate`)
  await pass(2_000)
  expect(await onAir()).toEqual([night.layerId])

  const path = await end()
  const [left, right, half] = ['10:10', '970:550', '900:280'].map((from) => coloursIn(path, `crop=300:160:${from}`))
  const said = [left, right, half].map((one) => lengthsOf(one ?? '')).join('\n')
  // Both the video before it is moved, and the opening of the other scene, are there without the playlist alone between them.
  expect(inRuns(left ?? ''), said).toMatch(/^RBs$/)
  expect(inRuns(right ?? ''), said).toMatch(/^R?BRs$/)
  expect(inRuns(half ?? ''), said).toMatch(/^RG$/)
  const { video, audio } = packetsIn(path)
  for (const [times, most] of [
    [video, 39],
    [audio, 25],
  ] as const) {
    const steps = times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
    expect(steps.filter((step) => step <= 0 || step > most)).toEqual([])
  }
})
