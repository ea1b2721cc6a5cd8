/** What plays now and what is next: the forecast, corrected by what the service reports. Pure. */
import type { ForecastItem } from '../query/views.ts'
import type { OnAir } from '../state.ts'

/** What one layer plays. Times are wall ms. */
export interface PlaysNow {
  item: ForecastItem
  /** The service reports that it plays, and since when; else this is computed from the lengths of earlier items. */
  isKnown: boolean
  /** Null: its length is unknown. */
  endsAt: number | null
  /** Null: nothing that we know of. */
  next: ForecastItem | null
}

/** The longest gap (ms) between an end and the next start: what begins later does not count as following. */
const SEAM_MS = 1_500

const startOf = ({ at }: ForecastItem) => Date.parse(at)
const endOf = ({ until }: ForecastItem) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until))

/**
 * What each layer plays at `now`.
 *
 * @param onAir what the service reports as playing; null: it does not report it, and only the lengths decide
 * @returns `isBehind`: something plays that the forecast lacks, so the forecast has to be read again
 */
export function playsNow(items: readonly ForecastItem[], onAir: readonly OnAir[] | null, now: number) {
  const lists = Map.groupBy(items, ({ layerId }) => layerId)
  let isBehind = false
  const plays: PlaysNow[] = []
  for (const [layerId, list] of lists) {
    const said = onAir?.find((one) => one.layerId === layerId)
    const from = said ? nearest(list, said) : 0
    const begun = list[from]
    // Not in the forecast; or the service reports everything, and this layer does not play.
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

/** The occurrence of this item nearest to the reported start: a loop plays it repeatedly. */
function nearest(list: readonly ForecastItem[], said: OnAir): number {
  const far = (nr: number) => Math.abs(startOf(list[nr] as ForecastItem) - said.startedAt)
  const same = list.flatMap(({ playlistItemId }, nr) => (playlistItemId === said.playlistItemId ? [nr] : []))
  return same.reduce((best, nr) => (best < 0 || far(nr) < far(best) ? nr : best), -1)
}

/** The next item of its list, or of the scene to which the list's end leads. */
function after(item: ForecastItem, following: ForecastItem | undefined, all: readonly ForecastItem[]) {
  const end = endOf(item)
  const follows = (one: ForecastItem | undefined) => one && Math.abs(startOf(one) - end) < SEAM_MS
  if (follows(following)) return following ?? null
  return all.find((one) => one.sceneId !== item.sceneId && follows(one)) ?? null
}
