/**
 * Plays that are over, in a table of their own, read when somebody asks for a log: as one document they would be written anew with
 * each play, and stay in memory as long as the studio knows their broadcast.
 */
import type { DatabaseSync } from 'node:sqlite'
import { parseJson } from '../../../shared/util/json.ts'
import { Play } from '../rules/documents.ts'
import type { World } from '../rules/world.ts'

export const PLAYS_LAYOUT = `
  CREATE TABLE IF NOT EXISTS plays (
    number INTEGER PRIMARY KEY,
    live_id TEXT NOT NULL,
    started_at REAL NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS plays_of ON plays (live_id, started_at);`

/** So many of all broadcasts are kept, the latest: some 20 MB. */
const MOST_OF_ALL = 100_000
/** So many may stand in the document of a broadcast that runs. */
const MOST_IN_DOCUMENT = 100

export interface PastPlay {
  readonly liveId: string
  readonly play: Play
}

/** Takes out of a world what belongs into the table: of what runs when there are many, of what has ended all. */
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

/** Reads and writes the table; a row that cannot be read is left out. */
export function playsIn(database: DatabaseSync) {
  const put = database.prepare('INSERT INTO plays (live_id, started_at, body) VALUES (?, ?, ?)')
  const forget = database.prepare(
    `DELETE FROM plays WHERE number <= (SELECT max(number) FROM plays) - ${MOST_OF_ALL}`,
  )
  const latest = database.prepare('SELECT body FROM plays WHERE live_id = ? ORDER BY started_at DESC LIMIT ?')
  return {
    add(plays: readonly PastPlay[]): void {
      for (const { liveId, play } of plays) put.run(liveId, play.startedAt, JSON.stringify(play))
      if (plays.length > 0) forget.run()
    },
    /** The latest of a broadcast, the earliest of them first. */
    of: (liveId: string, most: number): Play[] =>
      latest
        .all(liveId, most)
        .flatMap(({ body }) => Play.safeParse(parseJson(String(body))).data ?? [])
        .reverse(),
  }
}
