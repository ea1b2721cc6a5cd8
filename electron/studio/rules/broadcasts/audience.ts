/** How many people watched a broadcast on the watch page: the only viewers that the studio can count. */
import { find } from '../world/find.ts'
import type { Broadcast, Live, World, WorldDraft } from '../world/world.ts'

export type Watched = NonNullable<Broadcast['watched']>

/** Days that are counted on their own. Of a longer broadcast, the last one has the rest. */
const MOST_DAYS = 366

/** The numbers of a broadcast, running or past, that has or had the watch page as a destination; otherwise null. */
export function watchedOf(world: World, liveId: string): Watched | null {
  const one: Live | Broadcast | undefined = findLive(world, liveId) ?? find(world.broadcasts, liveId)
  return one?.watched ?? null
}

/** Sets them. */
export function setWatched(world: WorldDraft, liveId: string, watched: Watched): void {
  const one = findLive(world, liveId) ?? find(world.broadcasts, liveId)
  if (one) one.watched = { ...watched, days: watched.days.map((day) => ({ ...day })) }
}

const findLive = <L extends { readonly liveId: string }>(
  world: { readonly lives: Readonly<Record<string, L>> },
  id: string,
) => Object.values(world.lives).find(({ liveId }) => liveId === id)

/**
 * Adds views and time to a day.
 *
 * @param now the time of that day; a clock that was set back adds to the last day there is
 */
export function addWatched(
  watched: Watched,
  now: number,
  more: { readonly views: number; readonly ms: number },
): Watched {
  const { days } = watched
  const last = days.at(-1)
  const date = new Date(now).toISOString().slice(0, 10)
  const isLast = last && (last.date >= date || days.length >= MOST_DAYS)
  const before = isLast ? days.slice(0, -1) : days
  const day = isLast ? last : { date, views: 0, ms: 0 }
  return { ...watched, days: [...before, { ...day, views: day.views + more.views, ms: day.ms + more.ms }] }
}

/** The views of all days, and the time that was watched on them, in ms. */
export function totalOf({ days }: Watched): { readonly views: number; readonly ms: number } {
  return { views: sum(days, 'views'), ms: sum(days, 'ms') }
}

const sum = (days: Watched['days'], of: 'views' | 'ms') => days.reduce((all, day) => all + day[of], 0)

/** Viewers on average, while the broadcast was on air. */
export function averageOf(watched: Watched, { liveAt, endedAt }: Pick<Broadcast, 'liveAt' | 'endedAt'>): number {
  return liveAt === null ? 0 : totalOf(watched).ms / Math.max(1, endedAt - liveAt)
}
