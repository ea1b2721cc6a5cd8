/** One broadcast, read for minutes: two files that loop, and a switch every 20 s. Its log has a line a minute. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { type Packets, readPackets } from '../studio/engine/reader.ts'
import type { RtmpServer } from '../studio/engine/rtmpServer.ts'
import { CLIP_MS, clip, looped, startEngine } from './engineKit.ts'
import { judged, numberAsked, type Row, rowsOf } from './rows.ts'

const LOGS = join(import.meta.dirname, '../../.cache/bench')
/** By then a stream has begun, in ms. */
const BEGUN_MS = 3_000
const SWITCH_MS = 20_000
const SWITCHES_A_MINUTE = 3

/** Once in each file the picture is white and a tone is heard, from the same moment on: they show how far both are apart. */
const FLASH = 'between(t,1,1.2)'
const MOVING = `testsrc2=size=1280x720:rate=30,drawbox=c=white:t=fill:enable='${FLASH}'`
const TONE = `aevalsrc='0.5*sin(2*PI*880*t)*${FLASH}':s=48000`

export async function read(server: RtmpServer, dir: string): Promise<Row[]> {
  const minutes = numberAsked('--minutes', 1)
  const clips = [clip(dir, 'flash', MOVING, TONE), clip(dir, 'grey', `${MOVING},hue=s=0`, TONE)]
  const log = startLog(minutes)
  const engine = startEngine()
  const url = `${server.url}/read`
  const show = (nth: number) => engine.follow([looped(clips[nth % 2] ?? '', server, 'read', `switch ${nth}`)])
  show(0)
  await pass(BEGUN_MS)
  const reader = readPackets(url)
  const gaps = gapsOf()
  const apart: number[] = []
  const memory: number[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    const at = performance.now()
    apart.push(await soundAfterPicture(url))
    for (let nth = 1; nth <= SWITCHES_A_MINUTE; nth += 1) {
      await pass(at + nth * SWITCH_MS - performance.now())
      show(minute * SWITCHES_A_MINUTE + nth)
    }
    const now = gaps.take(reader.take())
    memory.push(residentMb(engine.child))
    const { reconnects = 0, dropped = 0 } = engine.report().targets[0] ?? {}
    log({ minute, ...now, apart: apart.at(-1) ?? 0, memory: memory.at(-1) ?? 0, reconnects, dropped })
  }
  apart.push(await soundAfterPicture(url))
  await reader.end()
  const { reconnects = 0 } = engine.report().targets[0] ?? {}
  await engine.close()
  const all = gaps.all
  const boundaries = Math.round((minutes * 60_000) / CLIP_MS) + minutes * SWITCHES_A_MINUTE
  const row = rowsOf('engine', `read for ${minutes} min, ${boundaries} boundaries`, 'cuelight', 0)
  return [
    judged(row('times that do not rise', all.back), { atMost: 0 }),
    judged(row('largest gap between pictures', all.video, 'ms'), { atMost: 39 }),
    judged(row('largest gap between sounds', all.audio, 'ms'), { atMost: 25 }),
    judged(row('drift of sound and picture', Math.abs((apart.at(-1) ?? 0) - (apart[0] ?? 0)), 'ms'), { atMost: 20 }),
    judged(row('connections lost', reconnects), { atMost: 0 }),
    row('memory of the engine after the first minute', memory[0] ?? 0, 'MB'),
    row('memory of the engine at the end', memory.at(-1) ?? 0, 'MB'),
  ]
}

/** The largest steps between two packets, of a minute and of all of it. */
function gapsOf() {
  const all = { back: 0, video: 0, audio: 0 }
  const last: { video: number | null; audio: number | null } = { video: null, audio: null }
  return {
    all,
    take(packets: Packets) {
      const now = { back: 0, video: 0, audio: 0 }
      for (const kind of ['video', 'audio'] as const)
        for (const at of packets[kind]) {
          const step = at - (last[kind] ?? at - 1)
          last[kind] = at
          if (step <= 0) now.back += 1
          now[kind] = Math.max(now[kind], step)
        }
      all.back += now.back
      all.video = Math.max(all.video, now.video)
      all.audio = Math.max(all.audio, now.audio)
      return { ...now, pictures: packets.video.length, sounds: packets.audio.length }
    },
  }
}

/** A file with a line a minute, and where it is. */
function startLog(minutes: number): (line: Record<string, number>) => void {
  mkdirSync(LOGS, { recursive: true })
  const path = join(LOGS, `engine-${minutes}-min.log`)
  writeFileSync(
    path,
    `a broadcast read for ${minutes} min, from ${new Date().toISOString()}; times in ms, memory in MB\n`,
  )
  process.stderr.write(`engine: the log of ${minutes} min is in ${path}\n`)
  return (line) => {
    const figures = Object.entries(line).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
    appendFileSync(path, `${figures.join(', ')}\n`)
  }
}

const residentMb = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/**
 * How long a flash is seen before its tone is heard, in ms, as a viewer's ffmpeg decodes both: of four files on average,
 * because each begins at a frame of sound, which may be half a one off.
 */
async function soundAfterPicture(url: string): Promise<number> {
  const filters = ['-vf', 'scale=64:36,negate,blackdetect=d=0.05:pix_th=0.2', '-af', 'silencedetect=n=-30dB:d=0.3']
  const seconds = String((4.5 * CLIP_MS) / 1_000)
  const child = spawn('ffmpeg', ['-hide_banner', '-i', url, '-t', seconds, ...filters, '-f', 'null', '-'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  await once(child, 'close')
  const timesOf = (what: RegExp) => [...said.matchAll(what)].map(([, time]) => Number(time) * 1_000)
  const tones = timesOf(/silence_end: ([\d.]+)/g)
  const pairs = timesOf(/black_start:([\d.]+)/g).flatMap((flash) => {
    const apart = tones.map((tone) => tone - flash).filter((ms) => Math.abs(ms) < 500)
    return apart.slice(0, 1)
  })
  if (pairs.length === 0) throw new Error(`no flash with a tone was seen: ${said.slice(-2_000)}`)
  return pairs.reduce((sum, ms) => sum + ms, 0) / pairs.length
}
