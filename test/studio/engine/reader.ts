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
  let listed = ''
  const probe = spawn('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'packet=codec_type,dts_time',
    '-of',
    'csv=p=0',
    url,
  ])
  probe.stdout.on('data', (bytes) => {
    listed += bytes
  })
  const recorder = spawn('ffmpeg', ['-v', 'error', '-y', '-i', url, '-an', '-c', 'copy', record], { stdio: 'ignore' })
  const timesOf = (kind: string) =>
    [...listed.matchAll(new RegExp(`^${kind},(-?[\\d.]+)`, 'gm'))].map(([, time]) => Math.round(Number(time) * 1_000))
  return {
    async seen() {
      await eventually(() => (timesOf('video').length > 0 ? true : null))
    },
    async end() {
      await Promise.all([probe, recorder].map(ended))
      return { packets: { video: timesOf('video'), audio: timesOf('audio') }, colours: coloursIn(record) }
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'close')
  child.kill('SIGINT')
  await gone
}

/** Each picture as its average colour. */
function coloursIn(path: string): string {
  const raw = `${path}.rgb`
  const args = ['-v', 'error', '-y', '-i', path, '-vf', 'scale=1:1', '-fps_mode', 'passthrough', '-f', 'rawvideo']
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
