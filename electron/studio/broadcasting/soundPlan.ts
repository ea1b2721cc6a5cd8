/** What is heard of a broadcast, where that is not the own sound of its pictures at the full volume. */
import { basename } from 'node:path'
import type { PlannedBroadcast } from '../engine/plan.ts'
import type { Mix } from '../files/encoding/mixes.ts'
import type { ShownFile } from '../rules/broadcasts/pictures.ts'

/** How far ahead mixes are made, in ms. */
const AHEAD_MS = 130_000
/**
 * How long a piece is, in ms: whole frames of AAC, so that the next one begins where it ends. The first one is short, because it
 * is made while it should be heard already.
 */
const FIRST_MS = 8_000
const PIECE_MS = 64_000
/** No more pieces than this are made ahead, however short the files are. */
const MOST_PIECES = 200
/** A mix is heard once this much of it is made, in ms: on a machine that is short it must not come and go all the time. */
const STEADY_MS = 5_000
/** A shorter piece is not worth a mix, in ms. */
const LEAST_MS = 100
/**
 * A piece has two more frames of AAC on either side, in ms: the decoder puts each sound together from two frames, so the first
 * one after a cut is not whole.
 */
const MORE_MS = (2 * 1_024) / 48

type PlannedSound = PlannedBroadcast['sounds'][number]

interface Copy {
  readonly path: string | null
  readonly why: string | null
}

export interface SoundSources {
  readonly now: number
  /** The id of a file's play. */
  idOf(file: ShownFile): string
  /** The copy of a file that is seen. */
  seenOf(file: ShownFile): Copy
  /** The copy of a file's sound alone, at the volume of its layer. */
  heardOf(file: ShownFile): Copy
  mixOf(mix: Mix): Copy
}

/** A volume for which there must be a sound of its own: not the full one, and not silence. */
export const isLowered = (volume: number) => volume > 0 && volume < 10

/**
 * What is heard when, the more important first, and the mixes for it, each with the time from which it is needed: a mix;
 * until there is one, the audio playlist, unless the pictures are louder; otherwise, their sound at their volume.
 */
export function soundsOf(shown: readonly ShownFile[], heard: readonly ShownFile[], sources: SoundSources) {
  const { now, idOf, seenOf, heardOf, mixOf } = sources
  // The background of a film must not be heard instead of what is said in it.
  const louderThan = ({ startedAt, endsAt, volume }: ShownFile) =>
    shown.filter((seen) => seen.volume > volume && seen.startedAt < endsAt && startedAt < seen.endsAt)
  const planned = (file: ShownFile, copy: Copy, isAlone: boolean): PlannedSound => ({
    // Another copy, as one at another volume, is heard at once: it is another sound to the engine.
    ...{ id: `${idOf(file)} ${copy.path === null ? '' : basename(copy.path)}`, ...copy },
    ...{ ...timesOf(file, now), with: isAlone ? null : idOf(file), isPlaylist: isAlone },
    notWith: isAlone ? louderThan(file).map(idOf) : [],
  })
  const pieces = piecesOf(shown, heard, now).slice(0, MOST_PIECES)
  const mixed = pieces.flatMap((piece) => {
    const mix = mixFor(piece, seenOf(piece.seen).path, heardOf(piece.heard).path)
    return mix ? [{ piece, mix, copy: mixOf(mix) }] : []
  })
  const isSteady = ({ from }: Piece) => {
    const begin = Math.max(from, now)
    const next = mixed.filter(({ piece }) => piece.until > begin && piece.from < begin + STEADY_MS)
    return next.every(({ copy }) => copy.path !== null)
  }
  const both = mixed.flatMap(({ piece, copy }): PlannedSound[] => {
    const { from, until, seen } = piece
    if (copy.why === null && !isSteady(piece)) return []
    const id = `${idOf(seen)} ${copy.path === null ? from - seen.startedAt : basename(copy.path)}`
    const startsIn = from - moreBefore(piece) - now
    return [{ id, ...copy, startsIn, endsIn: until - now, with: idOf(seen), notWith: [], isPlaylist: true }]
  })
  const alone = heard.map((file) => planned(file, heardOf(file), true))
  const lowered = shown.filter(({ volume }) => isLowered(volume)).map((file) => planned(file, heardOf(file), false))
  return {
    sounds: [...both, ...alone, ...lowered],
    mixes: mixed.map(({ piece, mix }) => ({ from: piece.from, mix })),
  }
}

/** When a file plays, in ms from now on. */
export const timesOf = ({ startedAt, endsAt }: ShownFile, now: number) => ({
  startsIn: startedAt - now,
  endsIn: Number.isFinite(endsAt) ? endsAt - now : null,
})

function mixFor(piece: Piece, seenPath: string | null, heardPath: string | null): Mix | null {
  if (seenPath === null || heardPath === null) return null
  const { seen, heard, until } = piece
  const from = piece.from - moreBefore(piece)
  return {
    ...{ seen: seenPath, seenFrom: from - seen.startedAt, volume: seen.volume },
    ...{ heard: heardPath, heardFrom: from - heard.startedAt, lengthMs: until + MORE_MS - from },
  }
}

/** Nothing comes before the beginning of a file. */
const moreBefore = ({ seen, heard, from }: Piece) =>
  from - Math.max(seen.startedAt, heard.startedAt) >= MORE_MS ? MORE_MS : 0

export interface Piece {
  readonly seen: ShownFile
  readonly heard: ShownFile
  readonly from: number
  readonly until: number
}

/** The pieces from now on, the next one first. They are the same at any time: their limits count from the pictures. */
export function piecesOf(shown: readonly ShownFile[], heard: readonly ShownFile[], now: number): Piece[] {
  const isSoon = ({ startedAt }: ShownFile) => startedAt < now + AHEAD_MS
  const [audible, sounds] = [shown.filter((file) => file.volume > 0 && isSoon(file)), heard.filter(isSoon)]
  return audible.flatMap((seen) =>
    sounds.flatMap((sound) => {
      const [from, until] = [Math.max(seen.startedAt, sound.startedAt), Math.min(seen.endsAt, sound.endsAt)]
      return cellsOf(seen.startedAt, Math.max(from, now), Math.min(until, now + AHEAD_MS))
        .map((cell) => ({ from: Math.max(from, cell.from), until: Math.min(until, cell.until) }))
        .filter((piece) => piece.until > now && piece.until - piece.from >= LEAST_MS)
        .map((piece) => ({ seen, heard: sound, ...piece }))
    }),
  )
}

/** The cells, counted from a time, that have a part of a span. */
function cellsOf(zero: number, from: number, until: number): { from: number; until: number }[] {
  const cells: { from: number; until: number }[] = []
  const first = Math.max(0, Math.ceil((from - zero - FIRST_MS) / PIECE_MS))
  for (let nth = first; ; nth += 1) {
    const begins = nth === 0 ? zero : zero + FIRST_MS + (nth - 1) * PIECE_MS
    if (begins >= until) return cells
    const ends = zero + FIRST_MS + nth * PIECE_MS
    if (ends > from) cells.push({ from: begins, until: ends })
  }
}
