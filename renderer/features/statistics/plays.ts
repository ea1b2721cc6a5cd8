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
  for (const { fileId, fileName, sceneName: scene, action, timestamp } of rows) {
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

/** Each scene with what of it played in an hour, in the order they first came on. */
export function lanesIn(plays: readonly Play[], from: number): [scene: string | null, plays: Play[]][] {
  const lanes = new Map<string | null, Play[]>()
  for (const play of plays) {
    const isIn = play.from < from + HOUR && (play.until ?? play.from) >= from
    if (isIn) lanes.set(play.scene, [...(lanes.get(play.scene) ?? []), play])
  }
  return [...lanes]
}
