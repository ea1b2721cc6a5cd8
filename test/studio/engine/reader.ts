/** Reads a stream back as any viewer does, with ffprobe and ffmpeg, which share no line with the product. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../processes.ts'

export interface Packets {
  readonly video: readonly number[]
  readonly audio: readonly number[]
}

export interface PacketReader {
  /** Those that came since the last call: their decode times in ms. */
  take(): Packets
  end(): Promise<void>
}

/** Lists the packets of a stream as they arrive. */
export function readPackets(url: string): PacketReader {
  let listed = ''
  const show = ['-show_entries', 'packet=codec_type,dts_time', '-of', 'csv=p=0']
  const probe = spawn('ffprobe', ['-v', 'error', ...show, url])
  probe.stdout.on('data', (bytes) => {
    listed += bytes
  })
  return {
    take() {
      const whole = listed.slice(0, listed.lastIndexOf('\n') + 1)
      listed = listed.slice(whole.length)
      const timesOf = (kind: string) =>
        [...whole.matchAll(new RegExp(`^${kind},(-?[\\d.]+)`, 'gm'))].map(([, time]) =>
          Math.round(Number(time) * 1_000),
        )
      return { video: timesOf('video'), audio: timesOf('audio') }
    },
    end: () => ended(probe),
  }
}

export interface Reader {
  /** Waits until pictures arrive. */
  seen(): Promise<void>
  /** Ends the reader; the decode times of all packets in ms, and the colours of the pictures, one letter each. */
  end(): Promise<{ packets: Packets; colours: string }>
}

/** The colours of test clips, and of the slate. */
const COLOURS: Readonly<Record<string, readonly [number, number, number]>> = {
  R: [255, 0, 0],
  G: [0, 255, 0],
  B: [0, 0, 255],
  Y: [255, 255, 0],
  s: [21, 24, 29],
}

/** Starts to read a stream. */
export function readStream(url: string, dir: string): Reader {
  const record = join(dir, `recorded-${Math.random().toString(36).slice(2)}.flv`)
  const packets = { video: [] as number[], audio: [] as number[] }
  const reader = readPackets(url)
  function take(): void {
    const { video, audio } = reader.take()
    packets.video.push(...video)
    packets.audio.push(...audio)
  }
  const recorder = spawn('ffmpeg', ['-v', 'error', '-y', '-i', url, '-an', '-c', 'copy', record], { stdio: 'ignore' })
  return {
    async seen() {
      await eventually(() => {
        take()
        return packets.video.length > 0 || null
      })
    },
    async end() {
      await Promise.all([reader.end(), ended(recorder)])
      take()
      return { packets, colours: coloursIn(record) }
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'close')
  child.kill('SIGINT')
  await gone
}

/** Each picture as its average colour. @param part a filter that takes a part of it */
export function coloursIn(path: string, part = 'null'): string {
  const raw = `${path}.rgb`
  const args = [
    '-v',
    'error',
    '-y',
    '-i',
    path,
    '-vf',
    `${part},scale=1:1`,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
  ]
  spawnSync('ffmpeg', [...args, '-pix_fmt', 'rgb24', raw])
  // A reader that is ended at once has recorded nothing.
  const bytes = existsSync(raw) ? readFileSync(raw) : Buffer.alloc(0)
  const distance = (at: number, colour: readonly number[]) =>
    colour.reduce((sum, value, nth) => sum + Math.abs(value - (bytes[at + nth] ?? 0)), 0)
  return Array.from({ length: Math.floor(bytes.length / 3) }, (_, nth) => {
    const [best] = Object.entries(COLOURS).sort(
      ([, one], [, other]) => distance(nth * 3, one) - distance(nth * 3, other),
    )
    return best?.[0] ?? '?'
  }).join('')
}

/** The times at which the packets of a recording are decoded. */
export function packetsIn(path: string): Packets {
  const timesOf = (kind: 'v' | 'a') => {
    const args = ['-v', 'error', '-select_streams', kind, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]
    const lines = String(spawnSync('ffprobe', args).stdout).trim().split('\n')
    return lines.map((time) => Math.round(Number(time.replace(',', '')) * 1_000))
  }
  return { video: timesOf('v'), audio: timesOf('a') }
}
