/**
 * What the specification leaves open and a deployment may define otherwise (contract notes, "Meanings that may
 * differ"). The first value of each is our assumption, with its source; the override file changes it; only pure rules
 * use it.
 */
import * as z from 'zod'

const oneOf = <const First extends string, const Others extends string = never>(first: First, ...others: Others[]) =>
  z.enum([first, ...others]).default(first as never)

/** Fields left out take our assumption. */
export const Meanings = z.strictObject({
  /** Which content a scheduled broadcast shows: an edit reaches the next run (P), all runs, or none. */
  scheduledContent: oneOf('nextRun', 'allRuns', 'asScheduled'),
  /** Does a sync reach the next scheduled broadcast while nothing runs (A)? Of the contract only `NO_ACTIVE_LIVE`. */
  syncReachesDate: oneOf('no', 'yes'),
  /**
   * How a chain is set: through the layer (A), or through the playlist (P), which restarts its playback. No client reads
   * it: the panel chains through the layer, and `savePlaylist` through the playlist, with its warning.
   */
  chainVia: oneOf('patchLayer', 'setPlaylist'),
  /** Does writing a playlist restart it on air (P)? */
  playlistWriteRestarts: oneOf('yes', 'no'),
  /**
   * The unit of positions within the frame (A). No client reads it: `shared/scenes/frame.ts` tells it by the boxes
   * themselves, so that it is right on a service that nobody described. Small boxes in pixels are taken for percentages.
   */
  positionUnit: oneOf('percent', 'pixels'),
  /** Does reading a layer return all of its items (A)? */
  layerItems: oneOf('whole', 'paged'),
  /** Does a scene switch need a sync while auto-sync is off (S)? */
  switchNeedsSync: oneOf('unlessAutoSync', 'never'),
  /** Does a sync push all changes of the project (P)? */
  syncPushesWholeProject: oneOf('yes'),
  /** May two writes of one project be on their way at once? No (P). */
  concurrentEditsSafe: oneOf('no', 'yes'),
  /**
   * What happens to the active scene when it is deleted (P). Only the question before it goes by this: nothing is lost if
   * the service refuses, and its own words say so.
   */
  deletedActiveScene: oneOf('firstRemaining', 'refused'),
  /**
   * After how many seconds the service ends a show that "runs until stopped" (P: the plan's maximum); null: never. One
   * value for all accounts of a service. The 8 hours of a show that goes to a social network alone (P) are not told: no
   * field says which destinations the platform counts as such.
   */
  manualEnds: z.number().int().min(60).max(31_536_000).nullable().default(null),
})
export type Meanings = z.output<typeof Meanings>

export const OUR_MEANINGS: Meanings = Meanings.parse({})
