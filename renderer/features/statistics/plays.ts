import { HOUR_MS, MINUTE_MS } from '../../../shared/util/clock.ts'
import type { PlayedRow } from './broadcast.ts'

/** A file that played; `until` null: its stop is not in what was read. Wall ms. */
export interface Play {
  name: string
  scene: string | null
  from: number
  until: number | null
  /** Its start is in what is not read yet: it stands where that ends. */
  isCut: boolean
}

/** How far the log is read: before `from` and after `until` there is more of it. Wall ms. */
export interface Known {
  from: number
  until: number
}

/** What of the log is read. The service lists it from one end, whichever that is; the other end is not read yet. */
export function knownIn(rows: readonly PlayedRow[], isAll: boolean): Known {
  const all = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  const [first, last] = [Date.parse(rows[0]?.timestamp ?? ''), Date.parse(rows.at(-1)?.timestamp ?? '')]
  if (isAll || Number.isNaN(first) || Number.isNaN(last)) return all
  return last <= first ? { ...all, from: last } : { ...all, until: last }
}

/** What played, put together of starts and stops. A start without a stop ends, for all that is known, nowhere. */
export function playsOf(rows: readonly PlayedRow[], { from: cut }: Known): Play[] {
  const plays: Play[] = []
  const open = new Map<string, Play>()
  const seen = new Set<string>()
  for (const { fileId, fileName: name, sceneName: scene, action, timestamp } of inTime(rows)) {
    const at = Date.parse(timestamp)
    const key = `${scene}\n${fileId}`
    const running = open.get(key)
    if (action === 'start') {
      const play = { name, scene, from: at, until: null, isCut: false }
      plays.push(play)
      open.set(key, play)
    } else if (running) {
      running.until = at
      open.delete(key)
    } else if (Number.isFinite(cut) && !seen.has(key)) plays.push({ name, scene, from: cut, until: at, isCut: true })
    seen.add(key)
  }
  return plays.sort((one, other) => one.from - other.from)
}

/** Of the same moment a stop comes first: a file that follows itself ends, and then begins anew. */
const inTime = (rows: readonly PlayedRow[]) =>
  rows
    .filter(({ timestamp }) => !Number.isNaN(Date.parse(timestamp)))
    .sort((one, other) => {
      const apart = Date.parse(one.timestamp) - Date.parse(other.timestamp)
      return apart || Number(one.action === 'start') - Number(other.action === 'start')
    })

/** Where the first hour to draw begins: at the full hour, but what began within an hour is not cut in two by one. */
export function beginOf(plays: readonly Play[]): number {
  const [first, last] = [plays[0]?.from ?? 0, plays.at(-1)?.from ?? 0]
  const begin = Math.floor(first / MINUTE_MS) * MINUTE_MS
  return last < begin + HOUR_MS ? begin : Math.floor(first / HOUR_MS) * HOUR_MS
}

/** What played one after the other. */
export interface Lane {
  scene: string | null
  /** The first lane of its scene. */
  isFirst: boolean
  plays: Play[]
}

/**
 * What played in an hour, scene by scene in the order they first came on. The log names no layers; what played at the same
 * time, a video and its music, was in several: each has a lane of its own.
 */
export function lanesIn(plays: readonly Play[], from: number): Lane[] {
  const within = plays.filter((play) => play.from < from + HOUR_MS && (play.until ?? play.from) >= from)
  // Of what began together the longest stands first: the picture above its music.
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

/** What has no known end is over when the next one of its lane could begin; of the same moment, both played. */
const isOver = (last: Play | undefined, next: Play) =>
  last !== undefined && (last.until ?? last.from + 1) <= next.from
