/**
 * Pieces that are made ahead by ffmpeg for what is on air: mixes of sounds, and composed pictures. A program that hangs or is
 * killed keeps no broadcast waiting: what is not made in time is not used.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { openFlv } from '../../engine/flv/reader.ts'
import { namesIn } from '../catalogue/place.ts'
import { createAttempts } from './attempts.ts'
import { store } from './copying.ts'
import type { FileContext } from './lane.ts'
import { MEDIA_ONLY } from './probe.ts'

const ENDING = '.flv'
/** A piece that takes longer than this comes too late: its ffmpeg hangs, or the machine has too much to do. In ms. */
const LIMIT_MS = 20_000

interface Kind<Piece> {
  /** Where a piece of this name is stored. */
  readonly pathOf: (name: string) => string
  /** Everything by which pieces differ: the same piece has the same name, also after a restart. */
  readonly describe: (piece: Piece) => readonly (string | number)[]
  /** ffmpeg's arguments that make it. */
  readonly argumentsFor: (piece: Piece, making: string) => Promise<string[]>
  /** The bytes it takes at most; left out: so few that it is made on any disk that takes no more files. */
  readonly sizeOf?: (piece: Piece) => number
  /** What becomes of viewers without it, for the log. */
  readonly instead: string
  /** Called with how long it took to make one, or to give it up, in ms. */
  readonly onTime?: (piece: Piece, ms: number) => void
}

/** @param onMade called when there is another piece, or another reason why there is none */
export function createPieces<Piece>(context: FileContext, kind: Kind<Piece>, onMade: () => void) {
  const { place, programs, clock, moment, log } = context
  const attempts = createAttempts(clock, wake)
  const closing = new AbortController()
  let wishes: readonly { readonly name: string; readonly piece: Piece }[] = []
  let current: { readonly name: string; readonly aside: AbortController; readonly over: Promise<void> } | null = null

  const nameOf = (piece: Piece) => nameFor(kind.describe(piece))

  function wake(): void {
    if (current || closing.signal.aborted) return
    const next = wishes.find(({ name }) => !existsSync(kind.pathOf(name)) && !attempts.isPausing(name))
    if (!next) return
    const aside = new AbortController()
    const over = make(next.piece, next.name, aside.signal).finally(() => {
      current = null
      if (closing.signal.aborted) return
      wake()
      onMade()
    })
    current = { name: next.name, aside, over }
  }

  async function make(piece: Piece, name: string, aside: AbortSignal): Promise<void> {
    const making = place.encoding('piece', moment().newId())
    const late = new AbortController()
    const signal = AbortSignal.any([closing.signal, aside, late.signal])
    const begunAt = clock.monotonic()
    const cancel = clock.after(LIMIT_MS, () => late.abort(new Error('ffmpeg took too long and was ended')))
    try {
      if (kind.sizeOf) await place.requireRoom(kind.sizeOf(piece))
      const args = await kind.argumentsFor(piece, making)
      await programs.run('ffmpeg', args, { signal, writes: making })
      await store(making, kind.pathOf(name))
      attempts.succeeded(name)
      kind.onTime?.(piece, clock.monotonic() - begunAt)
    } catch (error) {
      place.discard(making)
      if (closing.signal.aborted || aside.aborted) return
      if (late.signal.aborted) kind.onTime?.(piece, LIMIT_MS)
      const message = error instanceof Error ? error.message : String(error)
      attempts.failed(name, message)
      log(`${kind.instead}: ${message}`)
    } finally {
      cancel()
    }
  }

  return {
    /** Sets which are to be made, the next one first, and removes all others. One that is being sent is open. */
    want(pieces: readonly Piece[]): void {
      // Most studios never need any, and no folder for them.
      if (pieces.length === 0 && wishes.length === 0) return
      wishes = pieces.map((piece) => ({ name: nameOf(piece), piece }))
      const wanted = new Set(wishes.map(({ name }) => name))
      if (current && !wanted.has(current.name)) current.aside.abort()
      for (const name of namesIn(dirname(kind.pathOf('any')))) if (!wanted.has(name)) place.discard(kind.pathOf(name))
      wake()
    },
    /** The path of a piece; null: there is none yet. */
    find(piece: Piece): string | null {
      const path = kind.pathOf(nameOf(piece))
      return existsSync(path) ? path : null
    },
    /** Why there is none; null: no attempt has failed. */
    failureOf: (piece: Piece) => attempts.messageOf(nameOf(piece)),
    /** Removes one that could not be played, and makes it again. Returns false if it is none. */
    distrust(path: string): boolean {
      const isOne = path === kind.pathOf(basename(path))
      if (isOne) place.discard(path)
      wake()
      return isOne
    },
    async close(): Promise<void> {
      closing.abort()
      attempts.close()
      await current?.over
    },
  }
}

function nameFor(parts: readonly (string | number)[]): string {
  const text = parts.map((part) => (typeof part === 'number' ? part.toFixed(2) : part)).join(' ')
  return createHash('sha256').update(text).digest('hex').slice(0, 32) + ENDING
}

/** The input of a play copy from a place on. The engine counts from the first picture of a file. */
export async function inputAt(path: string, fromMs: number): Promise<string[]> {
  const file = await openFlv(path)
  file.close()
  return ['-ss', String((fromMs + file.firstMs) / 1_000), ...MEDIA_ONLY, '-i', `file:${path}`]
}

/** ffmpeg's filter that adds stereo sounds to one. */
export function sumOf(count: number): string {
  const channel = (first: number) => Array.from({ length: count }, (_, nth) => `c${2 * nth + first}`).join('+')
  return `amerge=inputs=${count},pan=stereo|c0=${channel(0)}|c1=${channel(1)}`
}
