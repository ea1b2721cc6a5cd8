/** A broadcast as fragments of MP4 (ISO/IEC 14496-12), for browsers: what Media Source Extensions take. */
import { box, words } from './boxes.ts'
import { AAC_SAMPLES, type Unit } from './unit.ts'

/** Units of time: µs, so that nothing is rounded. */
const SCALE = 1_000_000
/** A fragment holds at least so much, in µs: shorter ones come sooner, and cost more. */
const SHORTEST = 200_000
const TRACKS = { video: 1, audio: 2 } as const
/** Sample flags: of a frame that all others can begin with, and of any other. */
const [KEY, OTHER] = [0x02_00_00_00, 0x01_01_00_00]

export interface Segment {
  readonly bytes: Buffer
  /** It tells how those after it are decoded; or it begins with a key; or it follows on. */
  readonly kind: 'init' | 'key' | 'further'
}

/** Cuts units into segments. */
export class Segmenter {
  readonly #out: (segment: Segment) => void
  #configs: { video: Unit | null; audio: Unit | null } = { video: null, audio: null }
  #isNew = false
  #held: Unit[] = []
  #nr = 0

  constructor(out: (segment: Segment) => void) {
    this.#out = out
  }

  take(unit: Unit): void {
    const { kind, isConfig, isKey, dts } = unit
    const first = this.#held[0]
    const isFull = first !== undefined && dts - first.dts >= SHORTEST
    if (kind === 'video' && (isConfig || isKey || isFull)) this.#cut(dts)
    if (isConfig) {
      this.#configs[kind] = unit
      this.#isNew = true
    } else this.#held.push(unit)
  }

  /** @param end when the next picture begins, in µs */
  #cut(end: number): void {
    const held = this.#held
    const pictures = held.filter(({ kind }) => kind === 'video')
    const { video, audio } = this.#configs
    this.#held = []
    // Nothing can be shown before a first key.
    if (!video || pictures.length === 0) return
    const isKey = pictures[0]?.isKey === true
    if (this.#isNew && isKey) {
      this.#out({ kind: 'init', bytes: initOf(video, audio?.data ?? null) })
      this.#isNew = false
    }
    this.#nr += 1
    const sounds = audio ? held.filter(({ kind }) => kind === 'audio') : []
    this.#out({ kind: isKey ? 'key' : 'further', bytes: fragmentOf(this.#nr, pictures, sounds, end, audio?.data ?? null) })
  }
}

const rateOf = (config: Buffer | null) => ([96_000, 88_200, 64_000, 48_000, 44_100, 32_000][((config?.readUInt16BE(0) ?? 0) >> 7) & 15] ?? 48_000)

/** What a browser is told of it: e.g. `avc1.64001f, mp4a.40.2`. */
export const codecsOf = (video: Buffer): string => `avc1.${video.toString('hex', 1, 4)}, mp4a.40.2`

function fragmentOf(nr: number, pictures: readonly Unit[], sounds: readonly Unit[], end: number, audio: Buffer | null): Buffer {
  const frame = (AAC_SAMPLES / rateOf(audio)) * SCALE
  const rows = [
    { track: TRACKS.video, units: pictures, lengthOf: (at: number) => (pictures[at + 1]?.dts ?? end) - (pictures[at]?.dts ?? end) },
    { track: TRACKS.audio, units: sounds, lengthOf: () => frame },
  ].filter(({ units }) => units.length > 0)
  const moof = (offset: number) => {
    let at = offset
    const trafs = rows.map(({ track, units, lengthOf }) => {
      const made = trafOf(track, units, lengthOf, at)
      at += units.reduce((sum, { data }) => sum + data.length, 0)
      return made
    })
    return box('moof', box('mfhd', words(0, nr)), ...trafs)
  }
  const size = moof(0).length
  return Buffer.concat([moof(size + 8), box('mdat', ...rows.flatMap(({ units }) => units.map(({ data }) => data)))])
}

function trafOf(track: number, units: readonly Unit[], lengthOf: (nr: number) => number, at: number): Buffer {
  const begin = Math.round(units[0]?.dts ?? 0)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(begin))
  // Each with its length, size, flags, and how much later it is shown; the data stand at a place counted from the box.
  const samples = units.flatMap(({ data, isKey, later }, nr) => [Math.round(lengthOf(nr)), data.length, isKey ? KEY : OTHER, Math.round(later)])
  return box(
    'traf',
    box('tfhd', words(0x02_00_00, track)),
    box('tfdt', words(0x01_00_00_00), time),
    box('trun', words(0x01_00_0f_01, units.length, at, ...samples)),
  )
}

function initOf({ data, size }: Unit, audio: Buffer | null): Buffer {
  const { width, height } = size ?? { width: 0, height: 0 }
  const tracks = [trakOf(TRACKS.video, 'vide', box('vmhd', words(1, 0, 0)), pictureEntry(data, width, height))]
  if (audio) tracks.push(trakOf(TRACKS.audio, 'soun', box('smhd', words(0, 0)), soundEntry(audio)))
  const extends_ = [TRACKS.video, ...(audio ? [TRACKS.audio] : [])].map((track) => box('trex', words(0, track, 1, 0, 0, 0)))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5\0\0\0\0iso5iso6mp41', 'latin1')),
    box('moov', box('mvhd', words(0, 0, 0, SCALE, 0, 0x1_00_00, 0x1_00_00_00, 0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 3)), ...tracks, box('mvex', ...extends_)),
  ])
}

const MATRIX = [0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00]

function trakOf(track: number, handler: string, header: Buffer, entry: Buffer): Buffer {
  const empty = (type: string, ...fields: number[]) => box(type, words(0, ...fields))
  return box(
    'trak',
    box('tkhd', words(3, 0, 0, track, 0, 0, 0, 0, 0, handler === 'soun' ? 0x1_00_00_00 : 0, ...MATRIX, 0, 0)),
    box(
      'mdia',
      box('mdhd', words(0, 0, 0, SCALE, 0, 0x55_c4_00_00)),
      box('hdlr', words(0, 0), Buffer.from(`${handler}${'\0'.repeat(13)}`, 'latin1')),
      box(
        'minf',
        header,
        box('dinf', box('dref', words(0, 1), box('url ', words(1)))),
        box('stbl', box('stsd', words(0, 1), entry), empty('stts', 0), empty('stsc', 0), empty('stsz', 0, 0), empty('stco', 0)),
      ),
    ),
  )
}

/** What stands before all entries: six bytes of nothing, and where the data are. */
const ENTRY = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])

function pictureEntry(config: Buffer, width: number, height: number): Buffer {
  const fields = Buffer.alloc(70)
  fields.writeUInt16BE(width, 16)
  fields.writeUInt16BE(height, 18)
  fields.writeUInt32BE(0x48_00_00, 20)
  fields.writeUInt32BE(0x48_00_00, 24)
  fields.writeUInt16BE(1, 32)
  fields.writeUInt16BE(24, 66)
  fields.writeUInt16BE(0xffff, 68)
  return box('avc1', ENTRY, fields, box('avcC', config))
}

function soundEntry(config: Buffer): Buffer {
  const fields = Buffer.alloc(20)
  fields.writeUInt16BE((config.readUInt16BE(0) >> 3) & 15, 8)
  fields.writeUInt16BE(16, 10)
  fields.writeUInt32BE(rateOf(config) * 0x1_00_00, 16)
  const tagged = (tag: number, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([Buffer.from([tag, body.length]), body])
  }
  const decoder = tagged(4, Buffer.from([0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), tagged(5, config))
  return box('mp4a', ENTRY, fields, box('esds', words(0), tagged(3, Buffer.from([0, 0, 0]), decoder, tagged(6, Buffer.from([2])))))
}
