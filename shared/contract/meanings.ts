/**
 * What the specification leaves open and a deployment may mean otherwise (contract notes, "Meanings that may differ").
 * Of each the first value is what we take, with its source; the override file switches them; only pure rules read them.
 */
import * as z from 'zod'

const oneOf = <const First extends string, const Others extends string = never>(first: First, ...others: Others[]) =>
  z.enum([first, ...others]).default(first as never)

/** What is left out is what we take. */
export const Meanings = z.strictObject({
  /** Which content a scheduled broadcast has: an edit reaches the next run (P), all of them, or none. */
  scheduledContent: oneOf('nextRun', 'allRuns', 'asScheduled'),
  /** Does a sync reach the next date while nothing runs (A)? */
  syncReachesDate: oneOf('yes', 'no'),
  /** How a chain is set: by the layer (A), or by the playlist (P), which restarts its playback. */
  chainVia: oneOf('patchLayer', 'setPlaylist'),
  /** Does writing a playlist begin it anew on air (P)? */
  playlistWriteRestarts: oneOf('yes', 'no'),
  /** Of the frame (A). */
  positionUnit: oneOf('percent', 'pixels'),
  /** Does a layer come with all of its items (A)? */
  layerItems: oneOf('whole', 'paged'),
  /** Does a scene switch wait for a sync where auto-sync is off (S)? */
  switchNeedsSync: oneOf('unlessAutoSync', 'never'),
  /** Does a sync push all that was changed (P)? */
  syncPushesWholeProject: oneOf('yes'),
  /** May two writes of one project be on their way at once? No (P). */
  concurrentEditsSafe: oneOf('no', 'yes'),
  /** What becomes of the active scene when it is deleted (P). */
  deletedActiveScene: oneOf('firstRemaining', 'refused'),
  /** After how many seconds the service ends what "runs until stopped" (P: the plan's longest); null: never. */
  manualEnds: z.number().int().min(60).max(31_536_000).nullable().default(null),
})
export type Meanings = z.output<typeof Meanings>

export const OUR_MEANINGS: Meanings = Meanings.parse({})
