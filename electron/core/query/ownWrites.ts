import type { Clock } from '../../../shared/util/clock.ts'
import { untilNext } from '../../util/time.ts'
import { NOT_STARTED } from '../state/lostAnswers.ts'

/** What our own writes created, so that a lost one is not matched with an item whose response arrived. */
export interface OwnWrites {
  /** Registers a write that may create something, until it is answered or lost. */
  sent(answer: Promise<unknown>): void
  /** Settles once all writes now in flight are over. */
  answered(): Promise<unknown>
  made(id: string): void
  /** Remembers items that an answered write of ours replaced, by their ids. */
  replaced(itemIds: readonly string[]): void
  /** In how many ms a reading with these items is worth repeating: we replaced them a moment ago. null: it is not old. */
  readAgainIn(itemIds: readonly string[]): number | null
  isMade(id: string): boolean
  /** Remembers a lost write by the id of its command, for as long as it may still arrive. */
  lost(id: string): void
  /** May that lost write, sent at a wall time in ms, still arrive? */
  mayArrive(id: string, sentAt: number): boolean
}

/** How many ids are kept: a lost write is looked for within half a minute only. */
const MOST_KEPT = 1_000

/** A lost write may still arrive within this time, in ms (Decision "Lost answers"). */
export const ARRIVES_WITHIN_MS = NOT_STARTED.overMs

/**
 * The last process may have lost a write when it ended, long after it was sent: one that it sent less than this ago, in
 * wall ms, may arrive for as long from the start of this one. So may one of the future: the clock was set.
 */
export const RECENT_MS = 120_000

/**
 * A service may answer readings from a copy that is behind. When a reading that contradicts our last response is
 * repeated, in ms after that response.
 */
export const BEHIND_MS = [250, 1_000, 3_000, 6_000, 10_000]

export function createOwnWrites(clock: Clock): OwnWrites {
  /** When each was lost, monotonic ms: a clock that is set changes nothing. */
  const lostAt = new Map<string, number>()
  const startedAt = clock.monotonic()
  const ids = new Set<string>()
  /** When a list was replaced, monotonic ms, by the ids of its items. */
  const replacedAt = new Map<string, number>()
  const underWay = new Set<Promise<unknown>>()

  function made(id: string): void {
    ids.add(id)
    if (ids.size > MOST_KEPT) ids.delete(ids.values().next().value ?? id)
  }

  return {
    sent(answer) {
      const over = answer.then(
        (value) => idsIn(value).forEach(made),
        () => {},
      )
      underWay.add(over)
      void over.finally(() => underWay.delete(over))
    },
    answered: () => Promise.all(underWay),
    made,
    replaced(itemIds) {
      for (const [key, at] of replacedAt) if (clock.monotonic() - at > (BEHIND_MS.at(-1) ?? 0)) replacedAt.delete(key)
      if (itemIds.length > 0) replacedAt.set(itemIds.join(), clock.monotonic())
    },
    readAgainIn(itemIds) {
      const at = replacedAt.get(itemIds.join())
      return at === undefined ? null : untilNext(BEHIND_MS, clock.monotonic() - at)
    },
    isMade: (id) => ids.has(id),
    lost: (id) => void lostAt.set(id, clock.monotonic()),
    mayArrive(id, sentAt) {
      const at = lostAt.get(id) ?? (clock.now() - sentAt < RECENT_MS ? startedAt : null)
      return at !== null && clock.monotonic() - at < ARRIVES_WITHIN_MS
    },
  }
}

/** The ids that a response contains: of a project, of an arriving file, of a scene with its layer. */
function idsIn(answer: unknown): string[] {
  return [answer, ...Object.values(answer ?? {})].flatMap((one) => {
    const { id, fileId } = (one ?? {}) as { id?: unknown; fileId?: unknown }
    return [id, fileId].filter((value) => typeof value === 'string')
  })
}
