/** The files that play now or soon, opened a little ahead; and how long which trouble of a file is waited for. */
import type { TagSource } from './flv/reader.ts'
import { NOT_YET } from './plan.ts'

/** One file at its time, in ms of the clock. */
export interface Play {
  /** The same in every plan that has this play; every other play has another one, also of the same file. */
  readonly id: string
  readonly path: string | null
  /** Why there is no path, where that is known. */
  readonly why?: string | null
  readonly startsAt: number
  /** Infinity: until something replaces it. */
  readonly endsAt: number
  /** The file's own sound is not heard. */
  readonly isSilent?: boolean
  /** The layers that were composed into it, with everything that is heard; null: it is a file as it is. */
  readonly layers?: readonly string[] | null
}

/** The next file is opened this early, in ms. */
const AHEAD_MS = 2_000
/** A file that could not be opened or read is tried again after this: its disk is back, or its copy was made again. In ms. */
export const REOPEN_MS = 5_000
/** A file that should play may take this long to open while the one before it still runs, in ms. */
export const OPENING_MS = 1_000
/** A disk that gives nothing for this long, beyond what was read ahead, does not answer. In ms. */
export const STALL_MS = 500
/** No file has a hole of this length: its times are damaged. In ms. */
export const JUMP_MS = 10_000
/** If no more than this is missing at the end of a file, the next one is waited for, without the slate. In ms. */
export const SHORT_MS = 100
/** This late, what was missed is not sent in a rush: the rest is sent later by as much. In ms. */
export const LATE_MS = 250
/** One that could be shown instead of what is shown begins at a keyframe, this much of it late at most. In ms. */
export const KEY_MS = 60
/** This late, as after the machine slept, we continue at the place where we should be. In ms. */
export const LOST_MS = 5_000
/** By this much a message may be off. A play whose start moved further, as after sleep, is begun anew. In ms. */
export const SAME_MS = 250

/** A file that plays now or soon. */
export interface Entry<P extends Play = Play> {
  play: P
  readonly openedAt: number
  /** Null: it is being opened, or cannot be. */
  source: TagSource | null
  /** Why it cannot be played. */
  trouble: string | null
  /** When a file that could not be opened or read is tried again. */
  retryAt: number
}

/** Why a file is not played, besides what its disk or its reader says. */
export const TROUBLE = {
  notOpened: 'its file cannot be opened at the moment',
  notRead: 'its file cannot be read at the moment',
  tooShort: 'it is shorter than its stated length',
  jumps: 'it is damaged: its times jump',
} as const

/**
 * What is wrong with a file that should play now; null: nothing is. `failed`: its path if it is damaged, so that it must
 * be made again. One whose disk does not answer may be whole.
 */
export function troubleOf(entry: Entry | undefined, now: number): { trouble: string | null; failed: string | null } {
  const isHung = entry && !entry.source && now - entry.openedAt > OPENING_MS
  const trouble = entry?.trouble ?? (isHung ? TROUBLE.notOpened : null)
  const isDamaged = entry?.trouble != null && entry.trouble !== TROUBLE.notRead
  return { trouble, failed: isDamaged ? entry.play.path : null }
}

export const NEVER = Number.POSITIVE_INFINITY
export const isAt = (now: number) => (play: Play) => play.startsAt <= now && now < play.endsAt

export const isSame = (one: Play, other: Play) =>
  one.id === other.id && Math.abs(one.startsAt - other.startsAt) < SAME_MS

/** Whether a plan has something else to say on a play: another copy, or another reason why there is none. */
const isOther = (one: Play, other: Play) => one.path !== other.path || one.why !== other.why

export type Shelf<P extends Play = Play> = ReturnType<typeof createShelf<P>>

/** The files that play now or soon, opened in time. */
export function createShelf<P extends Play>(open: (path: string) => Promise<TagSource>) {
  let entries: Entry<P>[] = []
  let isClosed = false

  function begin(play: P, openedAt: number): Entry<P> {
    const trouble = play.path === null ? (play.why ?? NOT_YET) : null
    const entry: Entry<P> = { play, openedAt, source: null, trouble, retryAt: NEVER }
    if (play.path === null) return entry
    open(play.path).then(
      (source) => {
        if (isClosed || !entries.includes(entry)) source.close()
        else entry.source = source
      },
      (error: unknown) => {
        entry.trouble = error instanceof Error ? error.message : String(error)
        entry.retryAt = openedAt + REOPEN_MS
      },
    )
    return entry
  }

  const find = (play: Play | undefined) => play && entries.find((entry) => isSame(entry.play, play))

  return {
    find,
    /** Opens what plays soon, and closes what no longer does. */
    prepare(plays: readonly P[], now: number, inUse: Entry<P> | null): void {
      const soon = plays.filter(({ startsAt, endsAt }) => startsAt < now + AHEAD_MS && endsAt > now)
      const isKept = (entry: Entry<P>) => {
        const play = soon.find((one) => isSame(entry.play, one))
        return play !== undefined && now < entry.retryAt && (entry.trouble === null || !isOther(entry.play, play))
      }
      const kept = entries.filter((entry) => entry === inUse || isKept(entry))
      for (const entry of entries) if (!kept.includes(entry)) entry.source?.close()
      entries = kept
      for (const play of soon) {
        const entry = find(play)
        // The start and the file it was opened with are kept: a later message may be some ms off, or name a newer copy.
        if (entry) entry.play = { ...play, startsAt: entry.play.startsAt, path: entry.play.path }
        else entries.push(begin(play, now))
      }
    },
    /** Closes a file. One in trouble remains known, so that it is not opened again while it should play. */
    drop(entry: Entry<P>): void {
      entry.source?.close()
      entry.source = null
      if (entry.trouble === null) entries = entries.filter((one) => one !== entry)
    },
    close(): void {
      isClosed = true
      for (const { source } of entries) source?.close()
    },
  }
}
