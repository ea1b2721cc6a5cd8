/**
 * Plays that are over, in a separate table that is read only when the log is requested. In a single document they would
 * be rewritten with each play, and stay in memory as long as the studio knows their broadcast. `started_at` is the
 * order of a play, which is its start unless the clock was set back before it.
 */
import type { DatabaseSync } from 'node:sqlite'
import { parseJson } from '../../../shared/util/json.ts'
import { orderOf } from '../rules/broadcasts/played.ts'
import { Play } from '../rules/world/documents.ts'
import type { World } from '../rules/world/world.ts'

export const PLAYS_LAYOUT = `
  CREATE TABLE IF NOT EXISTS plays (
    number INTEGER PRIMARY KEY,
    live_id TEXT NOT NULL,
    started_at REAL NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS plays_of ON plays (live_id, started_at);`

/** At most this many plays of all broadcasts are stored, the latest: some 20 MB. */
const MOST_OF_ALL = 100_000
/** At most this many stay in the document of a running broadcast. */
const MOST_IN_DOCUMENT = 100

export interface PastPlay {
  readonly liveId: string
  readonly play: Play
}

/** Moves plays from a world to the table: those of a running broadcast once there are many, and all of an ended one. */
export function takePlays(world: World): { world: World; plays: readonly PastPlay[] } {
  const running = new Set(Object.values(world.lives).map(({ liveId }) => liveId))
  const taken = Object.entries(world.played).filter(
    ([liveId, { plays }]) => plays.length > (running.has(liveId) ? MOST_IN_DOCUMENT : 0),
  )
  if (taken.length === 0) return { world, plays: [] }
  const left = taken.map(([liveId, { earlier, plays }]) => [liveId, { earlier: earlier + plays.length, plays: [] }])
  return {
    world: { ...world, played: { ...world.played, ...Object.fromEntries(left) } },
    plays: taken.flatMap(([liveId, { plays }]) => plays.map((play) => ({ liveId, play }))),
  }
}

/** Reads and writes the table; an unreadable row is skipped. */
export function playsIn(database: DatabaseSync) {
  const put = database.prepare('INSERT INTO plays (live_id, started_at, body) VALUES (?, ?, ?)')
  const forget = database.prepare(
    `DELETE FROM plays WHERE number <= (SELECT max(number) FROM plays) - ${MOST_OF_ALL}`,
  )
  const latest = database.prepare('SELECT body FROM plays WHERE live_id = ? ORDER BY started_at DESC LIMIT ?')
  return {
    add(plays: readonly PastPlay[]): void {
      for (const { liveId, play } of plays) put.run(liveId, orderOf(play), JSON.stringify(play))
      if (plays.length > 0) forget.run()
    },
    /** The latest plays of a broadcast, the earliest of them first. */
    of: (liveId: string, most: number): Play[] =>
      latest
        .all(liveId, most)
        .flatMap(({ body }) => Play.safeParse(parseJson(String(body))).data ?? [])
        .reverse(),
  }
}
