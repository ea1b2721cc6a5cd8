/** Reads MP4 files as a broadcast needs them: sample by sample, in the order they are sent. */
import { type FileHandle, open } from 'node:fs/promises'
import { boxAt, boxesIn, needBox, Unreadable } from './boxes.ts'

/** An index of more than this is of no file that a person made, in bytes. */
const LARGEST_INDEX = 256 * 1024 * 1024
const MOST_BOXES = 1_000

/** A frame of picture or sound. Times in µs from the beginning of the movie. */
export interface Sample {
  /** Where it stands in the file, in bytes. */
  readonly at: number
  readonly size: number
  /** When it is decoded; below zero for what is only decoded for what comes later. */
  readonly dts: number
  /** When it is shown. */
  readonly pts: number
  readonly isKey: boolean
}

export interface Track {
  /** What a decoder is told first: an `avcC` of H.264, the AudioSpecificConfig of AAC. */
  readonly config: Buffer
  /** µs. */
  readonly duration: number
  /** The samples from the last key at or before a time on. */
  samples(from: number): Generator<Sample, void>
}

export interface Movie {
  readonly video: (Track & { readonly width: number; readonly height: number }) | null
  readonly audio: (Track & { readonly rate: number; readonly channels: number }) | null
  readonly file: FileHandle
}

/** Opens a movie. The caller closes its file. @throws Unreadable, or what the disk says */
export async function openMovie(path: string): Promise<Movie> {
  const file = await open(path, 'r')
  try {
    const moov = await readIndex(file)
    const tracks = boxesIn(moov).flatMap(({ type, body }) => (type === 'trak' ? [body] : []))
    const of = (kind: string) => tracks.find((trak) => handlerOf(trak) === kind)
    const [picture, sound] = [of('vide'), of('soun')]
    const movieScale = scaleOf(needBox(moov, 'mvhd'))
    return {
      video: picture ? pictureOf(picture, movieScale) : null,
      audio: sound ? soundOf(sound, movieScale) : null,
      file,
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readIndex(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  let at = 0
  for (let nr = 0; nr < MOST_BOXES && at + 8 <= size; nr += 1) {
    const { buffer: head } = await file.read(Buffer.alloc(16), 0, 16, at)
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at
    if (length < 8) break
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (length > LARGEST_INDEX || at + length > size) throw new Unreadable('its index is damaged')
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(short === 1 ? 16 : 8)
    }
    at += length
  }
  throw new Unreadable('it is no MP4, or its index is missing')
}

const handlerOf = (trak: Buffer) => boxAt(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12)

/** Of `mvhd` and `mdhd`: how many of its units are a second. */
function scaleOf(header: Buffer): number {
  const scale = header.readUInt32BE(header[0] === 1 ? 20 : 12)
  if (scale === 0) throw new Unreadable('its times make no sense')
  return scale
}

function pictureOf(trak: Buffer, movieScale: number): Movie['video'] {
  const entry = entryOf(trak, 'avc1', 'avc3')
  // After the fields of every entry and those of a picture come its boxes.
  return {
    ...trackOf(trak, movieScale, needBox(entry.subarray(78), 'avcC')),
    width: entry.readUInt16BE(24),
    height: entry.readUInt16BE(26),
  }
}

function soundOf(trak: Buffer, movieScale: number): Movie['audio'] {
  const entry = entryOf(trak, 'mp4a')
  // QuickTime's own versions of it carry more fields before the boxes.
  const skipped = { 0: 28, 1: 44, 2: 64 }[entry.readUInt16BE(8)]
  if (skipped === undefined) throw new Unreadable('its sound is described in an unknown way')
  const config = configOf(needBox(entry.subarray(skipped), 'esds'))
  return { ...trackOf(trak, movieScale, config), ...formatOf(config) }
}

function entryOf(trak: Buffer, ...types: string[]): Buffer {
  const stsd = needBox(trak, 'mdia', 'minf', 'stbl', 'stsd')
  const entry = boxesIn(stsd.subarray(8)).find(({ type }) => types.includes(type))
  if (!entry) throw new Unreadable(`it holds no ${types[0]}`)
  return entry.body
}

/** The decoder's own part of an `esds`: descriptors 3, 4 and 5, one inside the other (ISO/IEC 14496-1, 7.2.6). */
function configOf(esds: Buffer): Buffer {
  let rest = esds.subarray(4)
  for (const [tag, skipped] of [
    [3, 3],
    [4, 13],
    [5, 0],
  ] as const) {
    if (rest[0] !== tag) throw new Unreadable('its sound is not described')
    let [at, length] = [1, 0]
    for (let more = true; more && at < 5; at += 1) {
      length = (length << 7) | ((rest[at] ?? 0) & 0x7f)
      more = ((rest[at] ?? 0) & 0x80) !== 0
    }
    rest = rest.subarray(at + skipped, at + length)
  }
  if (rest.length < 2) throw new Unreadable('its sound is not described')
  return Buffer.from(rest)
}

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

/** Of an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
function formatOf(config: Buffer): { rate: number; channels: number } {
  const bits = config.readUInt16BE(0)
  const rate = RATES[(bits >> 7) & 15]
  if (rate === undefined) throw new Unreadable('its sound has an unusual rate')
  return { rate, channels: (bits >> 3) & 15 }
}

function trackOf(trak: Buffer, movieScale: number, config: Buffer): Track {
  const media = needBox(trak, 'mdia', 'mdhd')
  const scale = scaleOf(media)
  const table = tableOf(needBox(trak, 'mdia', 'minf', 'stbl'))
  const begin = beginOf(trak, scale, movieScale)
  const end = endOf(table)
  const us = (units: number) => ((units + begin) / scale) * 1e6
  return {
    config,
    duration: us(end),
    *samples(from) {
      const start = keyBefore(table, (from / 1e6) * scale - begin)
      for (const { dts, cts, ...place } of walk(table, start))
        yield { ...place, dts: us(dts), pts: us(dts + cts) }
    },
  }
}

/** What an edit list adds to each time, in units of the track: what is waited for, less what is left out. */
function beginOf(trak: Buffer, scale: number, movieScale: number): number {
  const elst = boxAt(trak, 'edts', 'elst')
  if (!elst) return 0
  const isLong = elst[0] === 1
  const count = elst.readUInt32BE(4)
  let waits = 0
  for (let nr = 0, at = 8; nr < count && at + (isLong ? 20 : 12) <= elst.length; nr += 1, at += isLong ? 20 : 12) {
    const length = isLong ? Number(elst.readBigUInt64BE(at)) : elst.readUInt32BE(at)
    const from = isLong ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4)
    if (from >= 0) return waits - from
    waits += (length / movieScale) * scale
  }
  return waits
}

/** The tables of a track as they stand in the file: nothing is spread out in memory, for a file may have millions. */
interface Table {
  readonly count: number
  sizeOf(nr: number): number
  chunkAt(nr: number): number
  readonly chunks: number
  /** Pairs: so many samples of this length. */
  readonly times: Runs
  /** Pairs: so many samples that are shown this much later than they are decoded; null: all at once. */
  readonly later: Runs | null
  /** Triples: from this chunk on, so many samples each. */
  readonly perChunk: Runs
  /** The numbers of its keys, from 1, in order; null: all are. */
  readonly keys: Runs | null
}

interface Runs {
  readonly count: number
  at(nr: number, field: number): number
}

function runsOf(body: Buffer | undefined, fields: number, isSigned = false): Runs | null {
  if (!body) return null
  const count = Math.min(body.readUInt32BE(4), Math.floor((body.length - 8) / (fields * 4)))
  return {
    count,
    at: (nr, field) => {
      const place = 8 + (nr * fields + field) * 4
      return isSigned && field === 1 ? body.readInt32BE(place) : body.readUInt32BE(place)
    },
  }
}

function tableOf(stbl: Buffer): Table {
  const stsz = needBox(stbl, 'stsz')
  const [same, count] = [stsz.readUInt32BE(4), stsz.readUInt32BE(8)]
  const [stco, co64] = [boxAt(stbl, 'stco'), boxAt(stbl, 'co64')]
  const offsets = stco ?? co64
  if (!offsets) throw new Unreadable('it does not say where its samples are')
  const times = runsOf(needBox(stbl, 'stts'), 2)
  const perChunk = runsOf(needBox(stbl, 'stsc'), 3)
  if (!times || !perChunk || (same === 0 && stsz.length < 12 + count * 4)) throw new Unreadable('its tables are cut short')
  return {
    ...{ count, times, perChunk, chunks: offsets.readUInt32BE(4) },
    sizeOf: (nr) => same || stsz.readUInt32BE(12 + nr * 4),
    chunkAt: (nr) => (stco ? stco.readUInt32BE(8 + nr * 4) : Number(offsets.readBigUInt64BE(8 + nr * 8))),
    later: runsOf(boxAt(stbl, 'ctts'), 2, true),
    keys: runsOf(boxAt(stbl, 'stss'), 1),
  }
}

/** When the last sample ends, in units. */
function endOf({ times }: Table): number {
  let end = 0
  for (let nr = 0; nr < times.count; nr += 1) end += times.at(nr, 0) * times.at(nr, 1)
  return end
}

/** The number, from 0, of the last key that is decoded at or before a time. */
function keyBefore({ times, keys }: Table, time: number): number {
  let [nr, dts] = [0, 0]
  for (let run = 0; run < times.count; run += 1) {
    const [count, length] = [times.at(run, 0), times.at(run, 1)]
    const steps = length > 0 ? Math.min(count, Math.floor((time - dts) / length)) : count
    if (steps <= 0) break
    nr += steps
    dts += steps * length
    if (steps < count) break
  }
  if (!keys) return nr
  let [low, high] = [0, keys.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys.at(middle, 0) - 1 <= nr) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : keys.at(low - 1, 0) - 1
}

/** The samples in their order, with times in units. What stands before `start` is counted, not given. */
function* walk(table: Table, start: number): Generator<{ at: number; size: number; dts: number; cts: number; isKey: boolean }, void> {
  const { count, times, later, keys, perChunk, chunks } = table
  const [timeRun, laterRun] = [stepping(times), later && stepping(later)]
  let [nr, dts, key, run] = [0, 0, 0, 0]
  for (let chunk = 0; chunk < chunks && nr < count; chunk += 1) {
    while (run + 1 < perChunk.count && perChunk.at(run + 1, 0) - 1 <= chunk) run += 1
    let at = table.chunkAt(chunk)
    for (let inChunk = perChunk.at(run, 1); inChunk > 0 && nr < count; inChunk -= 1, nr += 1) {
      const size = table.sizeOf(nr)
      const cts = laterRun?.() ?? 0
      while (keys && key < keys.count && keys.at(key, 0) - 1 < nr) key += 1
      const isKey = !keys || (key < keys.count && keys.at(key, 0) - 1 === nr)
      if (nr >= start) yield { at, size, dts, cts, isKey }
      dts += timeRun()
      at += size
    }
  }
}

/** Answers the value of one sample after the other; zero where the runs have ended. */
function stepping(runs: Runs): () => number {
  let [run, left] = [-1, 0]
  return () => {
    while (left === 0) {
      run += 1
      if (run >= runs.count) return 0
      left = runs.at(run, 0)
    }
    left -= 1
    return runs.at(run, 1)
  }
}
