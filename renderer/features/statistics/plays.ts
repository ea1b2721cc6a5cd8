import { HOUR_MS, MINUTE_MS } from '../../../shared/util/clock.ts'
import type { PlayedRow } from './broadcast.ts'

/** A file that played. Times in wall-clock ms; `until` null: its stop is not in the rows read. */
export interface Play {
  name: string
  scene: string | null
  from: number
  until: number | null
  /** Its start is in the unread part of the log; `from` is where that part ends. */
  isCut: boolean
}

/** The part of the log that was read: there is more before `from` and after `until`. Wall-clock ms. */
export interface Known {
  from: number
  until: number
}

/**
 * The part of the log that was read. The service lists it from one end, in either order; the other end is still
 * unread.
 */
export function knownIn(rows: readonly PlayedRow[], isAll: boolean): Known {
  const all = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  const [first, last] = [Date.parse(rows[0]?.timestamp ?? ''), Date.parse(rows.at(-1)?.timestamp ?? '')]
  if (isAll || Number.isNaN(first) || Number.isNaN(last)) return all
  return last <= first ? { ...all, from: last } : { ...all, until: last }
}

/** Pairs starts and stops into plays. A start without a stop has an unknown end. */
export function playsOf(rows: readonly PlayedRow[], { from: cut }: Known): Play[] {
  const plays: Play[] = []
  /** Several, if layers of one scene began the same file at the same time. */
  const open = new Map<string, Play[]>()
  const seen = new Set<string>()
  for (const { fileId, fileName: name, sceneName: scene, action, timestamp } of inTime(rows)) {
    const at = Date.parse(timestamp)
    const key = `${scene}\n${fileId}`
    const running = open.get(key) ?? []
    if (action === 'start') {
      const play = { name, scene, from: at, until: null, isCut: false }
      plays.push(play)
      open.set(key, [...running.filter(({ from }) => from === at), play])
    } else if (running[0]) {
      running[0].until = at
      open.set(key, running.slice(1))
    } else if (Number.isFinite(cut) && !seen.has(key)) plays.push({ name, scene, from: cut, until: at, isCut: true })
    seen.add(key)
  }
  return plays.sort((one, other) => one.from - other.from)
}

/**
 * Sorts by time; at the same time a stop comes first, so that a file that follows itself ends before it starts again.
 */
const inTime = (rows: readonly PlayedRow[]) =>
  rows
    .filter(({ timestamp }) => !Number.isNaN(Date.parse(timestamp)))
    .sort((one, other) => {
      const apart = Date.parse(one.timestamp) - Date.parse(other.timestamp)
      return apart || Number(one.action === 'start') - Number(other.action === 'start')
    })

/**
 * Where the first hour of the timeline begins: at a full hour, unless everything began within one hour, which is then
 * not split.
 */
export function beginOf(plays: readonly Play[]): number {
  const [first, last] = [plays[0]?.from ?? 0, plays.at(-1)?.from ?? 0]
  const begin = Math.floor(first / MINUTE_MS) * MINUTE_MS
  return last < begin + HOUR_MS ? begin : Math.floor(first / HOUR_MS) * HOUR_MS
}

/** Plays that follow one another. */
export interface Lane {
  scene: string | null
  /** Whether it is the first lane of its scene. */
  isFirst: boolean
  plays: Play[]
}

/**
 * The plays of an hour, by scene in order of first appearance. The log does not name layers; what played at the same
 * time, such as a video and its music, was in several layers, so each gets its own lane.
 */
export function lanesIn(plays: readonly Play[], from: number): Lane[] {
  const within = plays.filter((play) => play.from < from + HOUR_MS && (play.until ?? play.from) >= from)
  // Of plays that began together the longest comes first: the video above its music.
  within.sort((one, other) => one.from - other.from || (other.until ?? other.from) - (one.until ?? one.from))
  return [...Map.groupBy(within, ({ scene }) => scene)].flatMap(([scene, those]) => {
    const lanes: Lane[] = []
    for (const play of those) {
      const free = lanes.find((lane) => isOver(lane.plays.at(-1), play))
      if (free) free.plays.push(play)
      else lanes.push({ scene, isFirst: lanes.length === 0, plays: [play] })
    }
    return lanes
  })
}

/**
 * A play with an unknown end is over as soon as the next one of its lane begins; if both began at the same time, both
 * played.
 */
const isOver = (last: Play | undefined, next: Play) =>
  last !== undefined && (last.until ?? last.from + 1) <= next.from
