/** Numbers of the service. S: the specification; P: precedent; A: assumption. */

import { DAY_MS } from '../util/clock.ts'

/** Requests a minute for one account, over all of its keys (S). */
export const REQUESTS_PER_MINUTE = 150
/** The window the requests are counted over, in ms (S: "per minute"). */
export const RATE_WINDOW_MS = 60_000
/** Keys an account may hold (S). */
export const KEYS_PER_ACCOUNT = 10
/** How a key begins (S). */
export const KEY_PREFIX = 'svc_'
/** How a base URL ends (S). */
export const BASE_PATH = '/v1/external'
/** A page's default and greatest size (A). */
export const PAGE = { default: 20, most: 100 } as const
/** Characters of a file's name that a person gives (A). */
export const LONGEST_FILE_NAME = 255
/** Letters that files are searched by: fewer are taken by no service (A). */
export const SHORTEST_SEARCH = 3
/** Reads of one live status stay at least this far apart, in ms, but for reads that settle a command (P). */
export const LIVE_POLL_MS = 5_000
/** Greatest numbers of things (P). */
export const MOST = {
  scenes: 300,
  layers: 800,
  filesInPlaylist: 600,
  playlistFiles: 7_000,
  destinations: 50,
  /** Of ours: edits made one change for viewers; links put into the import queue by one edit, and those that wait in it. */
  quietEdits: 50,
  linksAtOnce: 1_000,
  linksQueued: 5_000,
} as const
/** A planned duration, in whole seconds (P); left out at creation it is one hour. */
export const PLANNED_DURATION = { least: 30, most: 31_536_000, default: 3_600 } as const
/**
 * Dates of a project's schedule: how many (P), how far ahead (P, S), how far apart two runs are (P), and how long before its
 * date a broadcast is being prepared (A). In ms.
 */
export const SCHEDULING = {
  most: 50,
  leastAheadMs: 180_000,
  mostAheadMs: 28 * DAY_MS,
  gapMs: 180_000,
  preparesAheadMs: 60_000,
} as const
