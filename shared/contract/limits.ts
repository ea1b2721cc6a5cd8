/** Limits of the service. S: the specification; P: precedent; A: assumption. */

import { DAY_MS } from '../util/clock.ts'

/** Requests a minute for one account, over all of its keys (S). */
export const REQUESTS_PER_MINUTE = 150
/** The window the requests are counted over, in ms (S: "per minute"). */
export const RATE_WINDOW_MS = 60_000
/** Keys an account may have (S). */
export const KEYS_PER_ACCOUNT = 10
/** How a key begins (S). */
export const KEY_PREFIX = 'svc_'
/** Maximum characters of a key, or of a stream key (our own limit). */
export const LONGEST_KEY = 500
/** How a base URL ends (S). */
export const BASE_PATH = '/v1/external'
/** A page's default and maximum size (A). */
export const PAGE = { default: 20, most: 100 } as const
/** Maximum characters of a file name given by the user (A). */
export const LONGEST_FILE_NAME = 255
/** Minimum characters of a file search: no service accepts fewer (A). */
export const SHORTEST_SEARCH = 3
/** Reads of one live status are at least this far apart, in ms, except reads that reconcile a command (P). */
export const LIVE_POLL_MS = 5_000
/** Maximum counts (P). */
export const MOST = {
  scenes: 300,
  layers: 800,
  filesInPlaylist: 600,
  playlistFiles: 7_000,
  destinations: 50,
  /** Our own limits: edits in one quiet edit; links per import edit; links waiting in the import queue. */
  quietEdits: 50,
  linksAtOnce: 1_000,
  linksQueued: 5_000,
} as const
/** A planned duration, in whole seconds (P); one hour if left out at creation. */
export const PLANNED_DURATION = { least: 30, most: 31_536_000, default: 3_600 } as const
/**
 * Dates of a project's schedule: how many (P), how far ahead (P, S), how far apart two runs are (P), and how long
 * before its date a broadcast is being prepared (A). In ms.
 */
export const SCHEDULING = {
  most: 50,
  leastAheadMs: 180_000,
  mostAheadMs: 28 * DAY_MS,
  gapMs: 180_000,
  preparesAheadMs: 60_000,
} as const
