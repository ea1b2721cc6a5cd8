/**
 * What of a broadcast must be composed: where more is seen than one playlist in the whole frame, or more is heard than it
 * and an audio playlist. It is cut into pieces that are made ahead; a piece is then a file like any other.
 */
import { basename } from 'node:path'
import { NOT_YET, type PlannedBroadcast } from '../engine/plan.ts'
import type { ComposedPart, Composition } from '../files/encoding/compositions.ts'
import type { Frame } from '../files/encoding/playCopy.ts'
import type { Part } from '../rules/broadcasts/pictures.ts'
import { covers, isWhole, placeOf } from './layout.ts'

/** How far ahead pieces are made, in ms: several times as long as an ffmpeg that hangs is waited for. */
export const AHEAD_MS = 90_000
/** How long a piece is at most, in ms: whole frames of pictures and of AAC, so that the next one begins where it ends. */
export const CELL_MS = 8_000
/** No more pieces than this are made ahead, however short the files are. */
const MOST_PIECES = 200
/** A shorter one is part of the one before it, in ms: the engine waits that long at the end of a file. */
const LEAST_MS = 100
/** So much of it must be made to be shown, in ms: on a machine that is short it must not come and go all the time. */
const STEADY_MS = 5_000
/** What ends sooner than this would come too late, in ms. */
const IN_TIME_MS = 1_500

type PlannedPlay = PlannedBroadcast['plays'][number]

export interface ComposeSources {
  readonly frame: Frame
  /** The copy of a file for a part: of its picture and sound, or of its sound alone at its volume. */
  copyOf(part: Part): { readonly path: string | null; readonly why: string | null }
  /** Width by height of a file's picture; null: not known. */
  aspectOf(fileId: string): number | null
  pieceOf(piece: Composition): { readonly path: string | null; readonly why: string | null }
}

/** A file that viewers do not see, or not at its place. */
export interface Missing {
  readonly fileId: string
  /** In words, without a full stop; null: it is to come. */
  readonly why: string | null
}

export interface Composed {
  /** The pieces there are. */
  readonly plays: PlannedPlay[]
  /** All pieces that are wanted, each with the time from which it is needed. */
  readonly pieces: { readonly from: number; readonly piece: Composition }[]
  /** What is missing now. */
  readonly missing: Missing[]
  /** Something must be composed now, and is not there. */
  readonly isAwaited: boolean
}

/** @param parts everything that plays, since `CELL_MS` before now @param begin to which the ids of plays are relative */
export function composedOf(parts: readonly Part[], now: number, begin: number, sources: ComposeSources): Composed {
  const cells = cellsOf(parts, now)
    .slice(0, MOST_PIECES)
    .map((cell) => ({ ...cell, ...pieceFor(cell, sources) }))
  const made = cells.map(({ piece, ...cell }) => ({ ...cell, piece, ...(piece ? sources.pieceOf(piece) : NOTHING) }))
  const plays = made.filter(isSteadyAmong(made)).flatMap(({ path, piece, from, until, layers }): PlannedPlay[] => {
    if (path === null || piece === null) return []
    const id = `${basename(path)} ${Math.round(from - begin)}`
    const times = { startsIn: from - now, endsIn: until - now }
    return [{ id, path, why: null, ...times, isSilent: false, layers }]
  })
  const wanted = made.filter(({ path, until }) => path !== null || until - now > IN_TIME_MS)
  const [current] = made.filter(({ from }) => from <= now)
  const isShown = plays.some(({ startsIn }) => startsIn <= 0)
  const isAwaited = current !== undefined && current.piece !== null && !isShown
  const unseen = isAwaited ? current.needed.map((fileId) => ({ fileId, why: current.why })) : []
  return {
    isAwaited,
    plays,
    pieces: wanted.flatMap(({ from, piece }) => (piece ? [{ from, piece }] : [])),
    missing: [...(current?.missing ?? []), ...unseen],
  }
}

const NOTHING = { path: null, why: null }

interface Cell {
  readonly parts: readonly Part[]
  readonly from: number
  readonly until: number
}

/** The cells from now on in which the same files play. They are the same at any time. */
export function cellsOf(parts: readonly Part[], now: number): Cell[] {
  const edges = [...new Set(parts.flatMap(({ startedAt, endsAt }) => [startedAt, endsAt]))].sort((a, b) => a - b)
  const cells: Cell[] = []
  for (const [nth, from] of edges.entries()) {
    const until = edges[nth + 1]
    if (until === undefined || until <= now - LEAST_MS || from >= now + AHEAD_MS) continue
    const playing = parts.filter((part) => part.startedAt <= from && part.endsAt >= until)
    const last = cells.at(-1)
    if (until - from >= LEAST_MS) cells.push(...cutUp(playing, from, until, now))
    else if (last?.until === from) cells[cells.length - 1] = { ...last, until }
  }
  return cells.filter((cell) => cell.until > now && cell.from < now + AHEAD_MS)
}

/** Counted from the latest beginning of a file. */
function cutUp(parts: readonly Part[], from: number, until: number, now: number): Cell[] {
  if (parts.length === 0) return []
  const zero = Math.max(...parts.map(({ startedAt }) => startedAt))
  const first = Math.ceil((Math.max(from, now - CELL_MS) - zero) / CELL_MS)
  const last = Math.floor((Math.min(until, now + AHEAD_MS + CELL_MS) - zero) / CELL_MS)
  const within = Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => zero + (first + nth) * CELL_MS)
  const limits = within.filter((at) => at >= from + LEAST_MS && at <= until - LEAST_MS)
  const all = [from, ...limits, until]
  return all.slice(1).map((end, nth) => ({ parts, from: all[nth] as number, until: end }))
}

interface PieceOfCell {
  /** Null: nothing must be composed. */
  readonly piece: Composition | null
  readonly layers: string[]
  /** The files that viewers see only if it is composed. */
  readonly needed: string[]
  /** The files without which it is composed. */
  readonly missing: Missing[]
}

function pieceFor({ parts, from, until }: Cell, sources: ComposeSources): PieceOfCell {
  const { frame, copyOf, aspectOf } = sources
  const placed = parts.map((part) => ({ part, seen: part.box && placeOf(part.box, aspectOf(part.fileId), frame) }))
  const drawn = placed.map(({ part, seen }, nth) => {
    const isHidden = seen && placed.slice(nth + 1).some((above) => above.seen && covers(above.seen.at, seen.at))
    return { part, seen: isHidden ? null : seen }
  })
  const perceived = drawn.filter(({ part, seen }) => seen !== null || part.volume > 0)
  const isExtra = ({ part, seen }: (typeof drawn)[number]) =>
    !part.isPlain || (seen !== null && part.box !== null && !isWhole(part.box))
  const copied = perceived.map((one) => ({ ...one, ...copyOf(one.part) }))
  const there = copied.filter(({ path }) => path !== null)
  const extras = there.filter(isExtra)
  // Of a plain one alone, the engine reports it.
  const missing = copied
    .filter(({ part, path }) => path === null && (extras.length > 0 || !part.isPlain))
    .map(({ part, why }) => ({ fileId: part.fileId, why: why ?? NOT_YET }))
  const about = {
    layers: there.map(({ part }) => part.layerId),
    needed: extras.map(({ part }) => part.fileId),
    missing,
  }
  if (extras.length === 0) return { ...about, piece: null }
  const composed = there.map(({ part, seen, path }): ComposedPart => {
    // The copy of a sound alone is at its volume already.
    const volume = part.box === null ? 10 : part.volume
    return { path: path as string, fromMs: from - part.startedAt, volume, seen }
  })
  return { ...about, piece: { frame, parts: composed, lengthMs: until - from } }
}

type Made = Cell & { readonly piece: Composition | null; readonly path: string | null }

/**
 * Returns whether a piece is one of enough that follow each other, or of all there are to be.
 *
 * @param all in order
 */
function isSteadyAmong(all: readonly Made[]): (one: Made) => boolean {
  const follows = (one: Made | undefined, other: Made | undefined) =>
    one?.piece && other?.piece && one.until === other.from
  const steady = new Set<Made>()
  for (let nth = 0; nth < all.length; ) {
    let end = nth
    while (all[end] && all[end]?.path !== null && (end === nth || follows(all[end - 1], all[end]))) end += 1
    const ready = all.slice(nth, end)
    const [first, last] = [ready[0], ready.at(-1)]
    const isAll = !follows(all[nth - 1], first) && !follows(last, all[end])
    if (first && last && (isAll || last.until - first.from >= STEADY_MS)) for (const one of ready) steady.add(one)
    nth = Math.max(end, nth + 1)
  }
  return (one) => steady.has(one)
}
