import type { PlayedRow } from './broadcast.ts'

/** A file that played; `until` null: its stop is not in what was read. Wall ms. */
export interface Play {
  name: string
  scene: string | null
  from: number
  until: number | null
}

/** What played, put together of starts and stops. A start without a stop ends, for all that is known, nowhere. */
export function playsOf(rows: readonly PlayedRow[]): Play[] {
  const plays: Play[] = []
  const open = new Map<string, Play>()
  const inTime = rows.toSorted((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp))
  for (const { fileId, fileName, sceneName: scene, action, timestamp } of inTime) {
    const at = Date.parse(timestamp)
    if (Number.isNaN(at)) continue
    const key = `${scene}\n${fileId}`
    const running = open.get(key)
    if (action === 'start') {
      const play = { name: fileName, scene, from: at, until: null }
      plays.push(play)
      open.set(key, play)
    } else if (running) {
      running.until = at
      open.delete(key)
    }
  }
  return plays
}

export const HOUR = 3_600_000
const MINUTE = 60_000

/** Where the first hour to draw begins: at the full hour, but what began within an hour is not cut in two by one. */
export function beginOf(plays: readonly Play[]): number {
  const [first, last] = [plays[0]?.from ?? 0, plays.at(-1)?.from ?? 0]
  const begin = Math.floor(first / MINUTE) * MINUTE
  return last < begin + HOUR ? begin : Math.floor(first / HOUR) * HOUR
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
  const within = plays.filter((play) => play.from < from + HOUR && (play.until ?? play.from) >= from)
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
