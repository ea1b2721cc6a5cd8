/** What a broadcast has played: the latest plays are listed, all are counted. */
import { lengthOf } from '../../../../shared/timeline/lists.ts'
import { find } from '../world/find.ts'
import {
  asIs,
  type Layer,
  type Live,
  type LiveDraft,
  type Play,
  type World,
  type WorldDraft,
} from '../world/world.ts'
import { firstRound, playsOfList, type Run, roundAt, sceneOnAir, withLayers } from './runs.ts'

/** The latest plays of a broadcast that are remembered, at most. */
export const MOST_PLAYS = 2_000
/** At most this many plays are made at once when broadcasts are caught up with, after days of sleep, in total. */
const MOST_AT_ONCE = 20_000

/** The latest plays of a broadcast that are worth making when it is caught up with: its share of all of them. */
export const playsToCatchUp = ({ lives }: World) =>
  Math.min(MOST_PLAYS, Math.ceil(MOST_AT_ONCE / Math.max(1, Object.keys(lives).length)))

/**
 * What a broadcast has played up to a time, the earliest first, and how many plays came before these.
 *
 * @param before the latest plays that are no longer in the world
 */
export function playsOf(world: World, live: Live | undefined, liveId: string, now: number, before: readonly Play[]) {
  const past = playedSoFar(world, liveId)
  const runs = live?.playing.runs ?? []
  const visit = live && visitOf(live, runs, now + 1)
  const running = visit ? playsUntil(visit, now, MOST_PLAYS) : []
  const open = running.map((play) => ({ ...play, stoppedAt: play.stoppedAt > now ? null : play.stoppedAt }))
  // A play that is still running is included, however many began since.
  const all = [...before, ...past.plays, ...open]
  const recent = new Set(latest(all))
  const plays = all.filter((play) => recent.has(play) || play.stoppedAt === null)
  const total = past.earlier + past.plays.length + (visit?.count ?? 0)
  return { plays, earlier: total - plays.length }
}

const playedSoFar = (world: World, liveId: string) => asIs(find(world.played, liveId) ?? { plays: [], earlier: 0 })

/** Places a play among those of its broadcast: by their dates alone, a clock that was set back mixes them up. */
export const orderOf = ({ order, startedAt }: Play): number => order ?? startedAt

const latest = (plays: readonly Play[]) =>
  plays.toSorted((one, other) => orderOf(one) - orderOf(other)).slice(-MOST_PLAYS)

/** A list that runs, or ran, with its layer. */
interface Listed {
  readonly layer: Layer
  readonly run: Run
}

/** How many plays of these lists have begun up to a time. */
const countOf = (lists: readonly Listed[], until: number) =>
  lists.reduce((sum, { layer, run }) => sum + countOfRun(layer, run, until), 0)

function countOfRun(layer: Layer, run: Run, until: number): number {
  const now = roundAt(layer, run, until)
  const over = now.round === run.round ? 0 : (now.round - run.round) * layer.items.length - run.place
  return over + startsIn(layer, now).filter((at) => at <= until).length
}

/** When each item of a run's first round starts; infinity: never, because an earlier item has no end. */
function startsIn(layer: Layer, run: Run): number[] {
  let at = run.startedAt
  return firstRound(layer, run).map((item) => {
    const start = at
    at += lengthOf(item)
    return start
  })
}

type EndingPlay = Play & { readonly stoppedAt: number }

/** What lists have played up to a time. If that is more than `most`, few that began before the latest `most`. */
function playsUntil({ lists, sceneName, shifted }: Visit, until: number, most: number): EndingPlay[] {
  const from = latestFrom(lists, until, most)
  return lists.flatMap(({ layer, run }) => {
    const plays: EndingPlay[] = []
    for (const { item, startedAt, endsAt } of playsOfList(layer, run, from)) {
      if (startedAt > until) break
      const about = { fileId: item.fileId, fileName: item.name, sceneName }
      plays.push({ ...about, startedAt, stoppedAt: endsAt, ...(shifted !== 0 && { order: startedAt - shifted }) })
    }
    return plays
  })
}

/** A time since which at least the latest `most` plays began; minus infinity: there are no more than that. */
function latestFrom(lists: readonly Listed[], until: number, most: number): number {
  const all = countOf(lists, until)
  if (all <= most) return Number.NEGATIVE_INFINITY
  let ms = 1_000
  while (all - countOf(lists, until - ms) < most) ms *= 2
  return until - ms
}

/** A scene that was on air until a time, with the lists that ran in it. */
export interface Visit {
  readonly sceneName: string
  readonly lists: readonly Listed[]
  /** How far the times of its broadcast have been shifted. */
  readonly shifted: number
  readonly until: number
  /** The number of plays. */
  readonly count: number
}

/** What runs on air, as ended at a time. */
export function visitOf({ onAir, shifted = 0 }: Live, runs: readonly Run[], until: number): Visit {
  const show = asIs(onAir)
  const lists = withLayers(show, asIs(runs))
  return { sceneName: sceneOnAir(show)?.name ?? '', lists, shifted, until, count: countOf(lists, until - 1) }
}

/** The same at another time. */
export function shiftVisit({ lists, until, ...visit }: Visit, ms: number): Visit {
  const shifted = lists.map(({ layer, run }) => ({ layer, run: { ...run, startedAt: run.startedAt + ms } }))
  return { ...visit, lists: shifted, until: until + ms }
}

/**
 * Stores what was played in scenes, the earliest of them first: their latest plays are listed, all are counted.
 *
 * @param most how many are worth listing
 * @param earlier how many more there were that are not listed
 * @returns how many are listed
 */
export function remember(
  world: WorldDraft,
  liveId: string,
  visits: readonly Visit[],
  most = MOST_PLAYS,
  earlier = 0,
): number {
  const plays: Play[] = []
  for (const visit of visits.toReversed()) {
    if (plays.length >= most) break
    const played = playsUntil(visit, visit.until - 1, most - plays.length)
    plays.push(...played.map((play) => ({ ...play, stoppedAt: Math.min(play.stoppedAt, visit.until) })))
  }
  const count = visits.reduce((sum, visit) => sum + visit.count, earlier)
  if (count === 0) return 0
  const past = playedSoFar(world, liveId)
  const kept = latest([...past.plays, ...plays])
  world.played[liveId] = { plays: kept, earlier: past.earlier + past.plays.length + count - kept.length }
  return plays.length
}

/** Stores what a run has played when it ends. */
export function rememberRun(world: WorldDraft, live: LiveDraft, run: Run, until: number): void {
  remember(world, live.liveId, [visitOf(live, [run], until)])
}
