/**
 * The broadcast engine beside the plain loop of ffmpeg that it replaces: what each costs, and what a reader that knows
 * nothing of us receives from a real RTMP server. `--minutes N`: for how long one broadcast is read.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { nodeFlags } from '../../build/setup/nodeFlags.mjs'
import { WITHOUT_COMPILERS } from '../../electron/studio/broadcasting/engineProcess.ts'
import type { EnginePlan, PlannedBroadcast } from '../../electron/studio/engine/plan.ts'
import { newDir } from '../fakes/rig.ts'
import { ffmpeg, HOUSE } from '../studio/engine/clips.ts'
import { type Packets, readStream } from '../studio/engine/reader.ts'
import { NO_RTMP_SERVER, type RtmpServer, startRtmpServer } from '../studio/engine/rtmpServer.ts'
import { type Bench, judged, numberAsked, percentile, type Row, rowsOf } from './rows.ts'

const ENTRY = join(import.meta.dirname, '../../.dist/main/engine.mjs')
/** The length of each clip, and for how long the processor time is counted, in ms. */
const CLIP_MS = 4_000
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
      return [...(await costs(clips, server)), ...(await delays(plain, server)), ...(await read(clips, server, dir))]
    } finally {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  },
}

/** A clip in the house format, with 3 Mbit/s of pictures if they move. */
function clip(dir: string, name: string, picture: string): string {
  const [seconds, rate] = [String(CLIP_MS / 1_000), ['-b:v', '3M', '-maxrate', '3M', '-bufsize', '6M']]
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=440', '-t', seconds]
  const flv = ['-flvflags', 'add_keyframe_index', '-f', 'flv']
  return ffmpeg([...inputs, ...HOUSE, ...rate, ...flv], join(dir, `${name}.flv`))
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

/** One broadcast, read for minutes: a file that loops, and a switch every 20 s. */
async function read(clips: string[], server: RtmpServer, dir: string): Promise<Row[]> {
  const minutes = numberAsked('--minutes', 1)
  const engine = startEngine()
  engine.follow([looped(clips[0] ?? '', server, 'read')])
  await pass(BEGUN_MS)
  const reader = readStream(`${server.url}/read`, dir)
  await reader.seen()
  for (let nth = 1; nth <= minutes * 3; nth += 1) {
    await pass(20_000)
    engine.follow([looped(clips[nth % 2] ?? '', server, 'read', `switch ${nth}`)])
  }
  const { packets } = await reader.end()
  const memory = residentMb(engine.child)
  await engine.close()
  const row = rowsOf('engine', `read for ${minutes} min`, 'cuelight', 0)
  const [video, audio] = [stepsOf(packets, 'video'), stepsOf(packets, 'audio')]
  return [
    judged(row('times that do not rise', [...video, ...audio].filter((ms) => ms <= 0).length), { atMost: 0 }),
    judged(row('largest gap between pictures', Math.max(...video), 'ms'), { atMost: 39 }),
    judged(row('largest gap between sounds', Math.max(...audio), 'ms'), { atMost: 25 }),
    row('memory of the engine', memory, 'MB'),
  ]
}

const stepsOf = (packets: Packets, kind: keyof Packets): number[] =>
  packets[kind].slice(1).map((at, nth) => at - (packets[kind][nth] ?? 0))

/** A file that plays again and again from now on. @param play changes what is on air, also to the same file */
function looped(path: string, server: RtmpServer, key: string, play = 'first'): PlannedBroadcast {
  const times = Array.from({ length: 400 }, (_, nth) => nth * CLIP_MS)
  return {
    liveId: key,
    plays: times.map((at, nth) => ({
      ...{ id: `${play} ${nth}`, path, why: null, isSilent: false },
      ...{ startsIn: at, endsIn: at + CLIP_MS },
    })),
    sounds: [],
    targets: [{ destinationId: 'server', url: server.url, key }],
    slate: null,
  }
}

/** The engine as it is shipped. */
function startEngine() {
  const flags = nodeFlags.filter((flag) => !WITHOUT_COMPILERS.includes(flag))
  const child = spawn(process.execPath, [...flags, ENTRY], { stdio: ['pipe', 'ignore', 'inherit'] })
  return {
    child,
    follow(broadcasts: PlannedBroadcast[]): void {
      const plan: EnginePlan = { sentAt: Date.now(), broadcasts }
      child.stdin.write(`${JSON.stringify(plan)}\n`)
    },
    async close(): Promise<void> {
      const gone = once(child, 'close')
      child.stdin.end()
      await gone
    },
  }
}

/** How busy a process is, in per cent of one core. */
async function busy({ pid }: ChildProcess): Promise<number> {
  const [before, at] = [ticksOf(pid), performance.now()]
  await pass(COUNTED_MS)
  // The kernel counts in hundredths of a second.
  return ((ticksOf(pid) - before) * 10 * 100) / (performance.now() - at)
}

function ticksOf(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return user + system
}

const residentMb = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** A viewer who sees when the picture becomes another one: decoded to one pixel each. */
function pictures(url: string) {
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

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}
