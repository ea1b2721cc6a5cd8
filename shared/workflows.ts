/** Running edits of several requests (`electron/core/workflows`), as they are shown to users. */

/**
 * `reply`: a lost response is being reconciled. `air`: a broadcast has to end first. `person`: the user has to decide.
 * `version`: only the version that began it can read it. `wish`: a newer request about the same thing is sent first.
 * `removal`: it is over, but still on disk. `start`: Cuelight closed meanwhile. `account`: another account is in use.
 */
export const WAITS_FOR = [
  'service',
  'reply',
  'padlock',
  'disk',
  'air',
  'person',
  'version',
  'wish',
  'removal',
  'start',
  'account',
] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/** What an edit waits for, and why, in words. */
export interface Waits {
  readonly for: WaitsFor
  readonly why: string
}

/** One running edit: its project, what it is, and what it waits for (null: it is running). */
export interface OpenWork {
  readonly id: string
  readonly operation: string
  readonly projectId: string
  /** When it was requested, wall ms. */
  readonly since: number
  readonly waits: Waits | null
  /** Its progress, in words: the current state if it goes no further. */
  readonly stands: string
}
