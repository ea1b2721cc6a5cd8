/** Several layers as one picture with one sound, made ahead: a piece of some seconds at a time, in the house format. */
import { basename } from 'node:path'
import { openFlv, restOf } from '../../engine/flv/reader.ts'
import { AAC, BEGIN, SOUND, THREADS } from './encoding.ts'
import { AUDIO_BITS } from './house.ts'
import type { FileContext } from './lane.ts'
import { LIMITED } from './level.ts'
import { createPieces, sumOf } from './pieces.ts'
import { AS_FLV, bitsOf, encoder, type Frame, RATE } from './playCopy.ts'
import { MEDIA_ONLY } from './probe.ts'

/** In pixels; even numbers, because colours are stored for two by two of them. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ComposedPart {
  /** Its play copy, or the copy of its sound, and from where in it, in ms. */
  readonly path: string
  readonly fromMs: number
  /** From 0 to 10. */
  readonly volume: number
  /** Which part of the picture is seen, and where in the frame; null: none is. */
  readonly seen: { readonly crop: Area; readonly at: Area } | null
}

/** A piece of a composition. */
export interface Composition {
  readonly frame: Frame
  /** From the lowest to the highest. */
  readonly parts: readonly ComposedPart[]
  readonly lengthMs: number
}

/**
 * The sound of a piece has two more frames of AAC on either side than its picture: each sound is put together from two frames,
 * so those at its ends are not whole. The engine leaves out what it has sent already. In ms.
 */
const LEAD_SAMPLES = 2 * 1_024
const LEAD_MS = LEAD_SAMPLES / 48
/** Made faster than they are shown by this factor, pieces stay ahead also when the machine has other things to do. */
const MARGIN = 1.2
/** How long it is known how fast pieces are made, in ms: the machine may have been busy with something else. */
const KNOWN_MS = 600_000
/** By the last pieces of this many ms. Starting ffmpeg counts little then. */
const MEASURED_MS = 24_000

/** @param onMade called when there is another piece, or another reason why there is none */
export function createCompositions(context: FileContext, onMade: () => void) {
  const speed = createSpeed(() => context.clock.monotonic())
  const pieces = createPieces<Composition>(
    context,
    {
      pathOf: context.place.composed,
      describe: ({ frame, parts, lengthMs }) => [
        ...[frame.width, frame.height, lengthMs],
        ...parts.flatMap(({ path, fromMs, volume, seen }) => [
          ...[basename(path), fromMs, volume],
          ...(seen ? [...valuesOf(seen.crop), ...valuesOf(seen.at)] : ['heard']),
        ]),
      ],
      argumentsFor,
      sizeOf: ({ frame, lengthMs }) => (lengthMs / 8_000) * (bitsOf(frame) + AUDIO_BITS),
      instead: 'Layers could not be put into one picture, so the playlist is shown alone',
      onTime: ({ lengthMs }, ms) => speed.add(lengthMs, ms),
    },
    onMade,
  )
  return {
    ...pieces,
    /** How many broadcasts this machine can compose for at once; infinity: it is not known. */
    capacity: () => Math.floor(speed.now() / MARGIN),
  }
}

/** How many ms of pieces are made in one ms, lately. */
export function createSpeed(monotonic: () => number) {
  let made: { readonly at: number; readonly lengthMs: number; readonly ms: number }[] = []
  return {
    add(lengthMs: number, ms: number): void {
      made.push({ at: monotonic(), lengthMs, ms })
      while (sum(made.slice(1), 'lengthMs') >= MEASURED_MS) made.shift()
    },
    now(): number {
      made = made.filter(({ at }) => monotonic() - at < KNOWN_MS)
      const lengthMs = sum(made, 'lengthMs')
      return lengthMs < MEASURED_MS ? Number.POSITIVE_INFINITY : lengthMs / Math.max(1, sum(made, 'ms'))
    },
  }
}

const sum = <K extends string>(all: readonly Record<K, number>[], field: K) =>
  all.reduce((whole, one) => whole + one[field], 0)
const valuesOf = ({ x, y, width, height }: Area) => [x, y, width, height]

/** ffmpeg's arguments that make a piece. */
export async function argumentsFor(piece: Composition, making: string): Promise<string[]> {
  const { frame, parts, lengthMs } = piece
  const inputs = await Promise.all(parts.map(inputOf))
  const filter = [...picturesOf(piece, inputs), ...soundOf(inputs)].join(';')
  const made = ['-filter_complex', filter, '-map', '[seen]', ...encoder(frame), '-map', '[heard]', ...AAC]
  // Counted from the beginning of the sound, which ends later by as much.
  const length = ['-t', String((lengthMs + 2 * LEAD_MS) / 1_000), '-max_interleave_delta', '0']
  const from = inputs.flatMap(({ args }) => args)
  return [...BEGIN, ...THREADS, ...from, ...made, ...length, ...AS_FLV, `file:${making}`]
}

interface Input {
  readonly part: ComposedPart
  readonly args: readonly string[]
  /** By how much it begins before the pictures, in ms. Nothing comes before the beginning of a file. */
  readonly leadMs: number
  /** The filter that gives its sounds their times: in a file these are whole ms, but frames of AAC follow each other exactly. */
  readonly exact: string
}

async function inputOf(part: ComposedPart): Promise<Input> {
  const leadMs = part.fromMs >= LEAD_MS ? LEAD_MS : 0
  const file = await openFlv(part.path)
  try {
    let soundMs = file.firstMs
    for await (const { kind, timeMs, isHeader } of restOf(file)) {
      if (kind !== 'audio' || isHeader) continue
      soundMs = timeMs
      break
    }
    const from = (part.fromMs - leadMs + file.firstMs) / 1_000
    const since = from - soundMs / 1_000
    const frames = 48_000 / 1_024
    // What comes before is left out by the filters, to the sample.
    const args = ['-noaccurate_seek', '-ss', String(from), ...MEDIA_ONLY, '-i', `file:${part.path}`]
    const times = `asetpts=round((round((PTS*TB+${since})*${frames})/${frames}-${since})/TB)`
    return { part, args, leadMs, exact: `${times},aresample=async=1:min_comp=0.00001:first_pts=0` }
  } finally {
    file.close()
  }
}

/** Each picture on those below it. Files whose stated length is too long by a little hold their last one. */
function picturesOf({ frame, lengthMs }: Composition, inputs: readonly Input[]): string[] {
  const drawn = inputs.flatMap(({ part: { seen }, leadMs }, input) => (seen ? [{ ...seen, input, leadMs }] : []))
  const steps = drawn.map(({ crop, at, input, leadMs }, nth) => {
    const { x, y, width, height } = crop
    const isWhole = width === frame.width && height === frame.height
    const cut = isWhole ? [] : [`crop=${width}:${height}:${x}:${y}`]
    const isAsBig = width === at.width && height === at.height
    const fit = isAsBig ? [] : [`scale=${at.width}:${at.height}`]
    const times = [`setpts=PTS-${leadMs / 1_000}/TB`, `fps=${RATE}:start_time=0`, 'tpad=stop_mode=clone:stop=-1']
    return `[${input}:v]${[...times, ...cut, ...fit, 'setsar=1'].join(',')}[p${nth}]`
  })
  const [lowest] = drawn
  const isFull = lowest?.at.width === frame.width && lowest.at.height === frame.height
  const ground = isFull ? '[p0]null' : `color=c=black:s=${frame.width}x${frame.height}:r=${RATE}`
  const above = drawn.map(({ at }, nth) => `[p${nth}]overlay=${at.x}:${at.y}`).slice(isFull ? 1 : 0)
  const onto = above.map((overlay, nth) => `[on${nth}]${overlay}[on${nth + 1}]`)
  const end = `format=yuv420p,trim=duration=${lengthMs / 1_000}[seen]`
  return [...steps, `${ground}[on0]`, ...onto, `[on${above.length}]${end}`]
}

/** The sum of all sounds. It begins before the pictures. */
function soundOf(inputs: readonly Input[]): string[] {
  const heard = inputs.flatMap((one, input) => (one.part.volume > 0 ? [{ ...one, input }] : []))
  const back = `asetpts=PTS-${LEAD_MS / 1_000}/TB[heard]`
  if (heard.length === 0) return [`anullsrc=r=48000:cl=stereo,${back}`]
  const each = heard.map(({ part, leadMs, exact, input }, nth) => {
    const wait = leadMs === 0 ? [`adelay=${LEAD_SAMPLES}S:all=1`] : []
    return `[${input}:a]${[exact, SOUND, ...wait, `volume=${part.volume / 10}`, 'apad'].join(',')}[s${nth}]`
  })
  const all = heard.map((_, nth) => `[s${nth}]`).join('')
  const together = heard.length === 1 ? [] : [sumOf(heard.length), ...LIMITED]
  return [...each, `${all}${[...together, back].join(',')}`]
}
