/** What plays at this moment, and what is next: from what was foretold, set right by what the service says plays. Pure. */
import type { ForecastItem } from '../query/views.ts'
import type { OnAir } from '../state.ts'

/** What one layer plays. Times are wall ms. */
export interface PlaysNow {
  item: ForecastItem
  /** The service says that it plays, and since when; else it follows from the lengths of what came before. */
  isKnown: boolean
  /** Null: how long it is is not known. */
  endsAt: number | null
  /** Null: nothing that is known of. */
  next: ForecastItem | null
}

/** From an end to the next start, in ms: what follows is not what begins later by itself. */
const SEAM_MS = 1_500

const startOf = ({ at }: ForecastItem) => Date.parse(at)
const endOf = ({ until }: ForecastItem) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until))

/**
 * What each layer plays at `now`.
 *
 * @param onAir what the service says plays; null: it does not say, and the lengths alone decide
 * @returns `isBehind`: something plays that was not foretold, so it is to be read again
 */
export function playsNow(items: readonly ForecastItem[], onAir: readonly OnAir[] | null, now: number) {
  const lists = Map.groupBy(items, ({ layerId }) => layerId)
  let isBehind = false
  const plays: PlaysNow[] = []
  for (const [layerId, list] of lists) {
    const said = onAir?.find((one) => one.layerId === layerId)
    const from = said ? nearest(list, said) : 0
    const begun = list[from]
    // Not among what was foretold, or, where the service tells all, not played at all.
    if (!begun || (onAir && !said)) continue
    const shift = said ? said.startedAt - startOf(begun) : 0
    const at = list.findIndex((one, nr) => nr >= from && endOf(one) + shift > now)
    const item = list[at]
    if (!item || startOf(item) + shift > now + SEAM_MS) continue
    const endsAt = item.until === null ? null : endOf(item) + shift
    plays.push({ item, isKnown: said !== undefined && at === from, endsAt, next: after(item, list[at + 1], items) })
  }
  if (onAir) isBehind = onAir.some(({ layerId }) => !plays.some(({ item }) => item.layerId === layerId))
  else isBehind = plays.length === 0
  return { plays, isBehind }
}

/** Which time of this item is meant: a loop plays it again and again. */
function nearest(list: readonly ForecastItem[], said: OnAir): number {
  const far = (nr: number) => Math.abs(startOf(list[nr] as ForecastItem) - said.startedAt)
  const same = list.flatMap(({ playlistItemId }, nr) => (playlistItemId === said.playlistItemId ? [nr] : []))
  return same.reduce((best, nr) => (best < 0 || far(nr) < far(best) ? nr : best), -1)
}

/** In its own list; or, where that ends, in the scene that it leads to. */
function after(item: ForecastItem, following: ForecastItem | undefined, all: readonly ForecastItem[]) {
  const end = endOf(item)
  const follows = (one: ForecastItem | undefined) => one && Math.abs(startOf(one) - end) < SEAM_MS
  if (follows(following)) return following ?? null
  return all.find((one) => one.sceneId !== item.sceneId && follows(one)) ?? null
}
