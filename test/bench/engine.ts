/**
 * The broadcast engine beside the plain loop of ffmpeg that it replaces: what each costs, and what a reader that knows
 * nothing of us receives from a real RTMP server. `--minutes N`: for how long one broadcast is read; its log, a line a minute, is in a file that is named.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pass } from 'node:timers/promises'
import { newDir } from '../fakes/rig.ts'
import { NO_RTMP_SERVER, type RtmpServer, startRtmpServer } from '../studio/engine/rtmpServer.ts'
import { composedSwitches, composing } from './composing.ts'
import { failures } from './engineFailures.ts'
import { clip, ended, looped, startEngine } from './engineKit.ts'
import { read } from './engineRead.ts'
import { type Bench, judged, percentile, type Row, rowsOf } from './rows.ts'

/** For how long the processor time is counted, in ms. */
const COUNTED_MS = 20_000
const MANY = 50
/** By then a stream has begun, in ms. */
const BEGUN_MS = 3_000
/** How often the scene is switched, and the pause between two switches, in ms: none falls on the end of a clip. */
const SWITCHES = 30
const BETWEEN_MS = 1_100

export const engineBench: Bench = {
  name: 'engine',
  async run() {
    if (NO_RTMP_SERVER !== null) {
      process.stderr.write(`engine: ${NO_RTMP_SERVER}\n`)
      return []
    }
    const dir = newDir()
    const server = await startRtmpServer()
    try {
      const moving = 'testsrc2=size=1280x720:rate=30'
      const clips = [moving, `${moving},negate`].map((picture, nth) => clip(dir, `moving${nth}`, picture))
      const plain = ['red', 'blue'].map((colour) => clip(dir, colour, `color=c=${colour}:size=1280x720:rate=30`))
      return [
        ...(await costs(clips, server)),
        ...(await delays(plain, server)),
        ...(await failures(clips, server)),
        ...(await read(server, dir)),
        ...(await composing(dir)),
        ...(await composedSwitches(dir)),
      ]
    } finally {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  },
}

/** One broadcast beside one loop of ffmpeg, and fifty of them. In per cent of one core. */
async function costs([first = '']: string[], server: RtmpServer): Promise<Row[]> {
  const loop = [
    '-v',
    'error',
    '-re',
    '-stream_loop',
    '-1',
    '-i',
    first,
    '-c',
    'copy',
    '-f',
    'flv',
    `${server.url}/loop`,
  ]
  const plain = spawn('ffmpeg', loop, { stdio: 'ignore' })
  const engine = startEngine()
  engine.follow([looped(first, server, 'alone')])
  await pass(BEGUN_MS)
  const [ours, theirs] = await Promise.all([busy(engine.child), busy(plain)])
  await ended(plain)
  engine.follow(Array.from({ length: MANY }, (_, nth) => looped(first, server, `many${nth}`)))
  await pass(5_000)
  const all = await busy(engine.child)
  await engine.close()
  const [one, many] = [rowsOf('engine', 'one broadcast'), rowsOf('engine', `${MANY} broadcasts`)]
  return [
    one('processor time', ours, '%'),
    rowsOf('engine', 'one broadcast', 'ffmpeg -c copy')('processor time', theirs, '%'),
    judged(one('processor time, times that of ffmpeg', ours / theirs), { atMost: 2 }),
    judged(many('processor time', all, '%'), { atMost: 30 }),
  ]
}

/** From a changed plan to the first new picture at the reader. */
async function delays([one = '', two = '']: string[], server: RtmpServer): Promise<Row[]> {
  const engine = startEngine()
  const live = looped(one, server, 'switched')
  engine.follow([live])
  // A reader that comes before the stream waits for ever.
  await pass(BEGUN_MS)
  const reader = pictures(`${server.url}/switched`)
  await reader.begun
  const delays: number[] = []
  for (let nth = 0; nth < SWITCHES; nth += 1) {
    await pass(BETWEEN_MS)
    const at = performance.now()
    const seen = reader.change()
    engine.follow([looped(nth % 2 === 0 ? two : one, server, 'switched', `switch ${nth}`)])
    delays.push((await seen) - at)
  }
  await reader.end()
  await engine.close()
  const row = rowsOf('engine', 'command to the first new picture', 'cuelight', 0)
  return [
    judged(row('median', percentile(delays, 0.5), 'ms'), { atMost: 150 }),
    judged(row('p95', percentile(delays, 0.95), 'ms'), { atMost: 400 }),
  ]
}

/** How busy a process is, in per cent of one core. */
async function busy({ pid }: ChildProcess): Promise<number> {
  const [before, at] = [ticksOf(pid), performance.now()]
  await pass(COUNTED_MS)
  // The kernel counts in hundredths of a second.
  return ((ticksOf(pid) - before) * 10 * 100) / (performance.now() - at)
}

/** The processor time that a process has taken, in hundredths of a second. */
function ticksOf(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return user + system
}

/** A viewer who sees when the picture becomes another one: decoded to one pixel each. */
export function pictures(url: string) {
  const low = ['-fflags', 'nobuffer', '-flags', 'low_delay', '-probesize', '1000000', '-analyzeduration', '5000000']
  const out = ['-an', '-vf', 'scale=1:1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-flush_packets', '1', 'pipe:1']
  const child = spawn('ffmpeg', ['-v', 'error', ...low, '-i', url, ...out], { stdio: ['ignore', 'pipe', 'pipe'] })
  let last = ''
  let onChange = (_at: number): void => {}
  let whatFailed = ''
  child.stderr.on('data', (bytes) => {
    whatFailed += bytes
  })
  const gone = new Promise<never>((_, reject) =>
    child.once('close', () => reject(new Error(`the reader ended: ${whatFailed}`))),
  )
  gone.catch(() => {})
  const begun = Promise.race([gone, once(child.stdout, 'data')])
  child.stdout.on('data', (bytes: Buffer) => {
    const [red = 0, , blue = 0] = bytes.subarray(-3)
    const now = red > blue ? 'red' : 'blue'
    if (now !== last) onChange(performance.now())
    last = now
  })
  return {
    begun,
    change: () =>
      Promise.race([
        gone,
        new Promise<number>((resolve) => {
          onChange = resolve
        }),
      ]),
    end: () => ended(child),
  }
}
