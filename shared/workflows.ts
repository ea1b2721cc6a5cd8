/** Edits of several requests that are under way (`electron/core/workflows`), as people are told of them. */

/** `reply`: a lost answer is looked for. `air`: a broadcast is to end first. `person`: somebody has to decide.
 * `version`: only the version that began it can read it. `wish`: something newer about the same thing is sent first. */
export const WAITS_FOR = ['service', 'reply', 'padlock', 'disk', 'air', 'person', 'version', 'wish'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/** What an edit waits for, and why, in words. */
export interface Waits {
  readonly for: WaitsFor
  readonly why: string
}

/** One edit under way: of which project, what it is, and what it waits for; null: it is at work. */
export interface OpenWork {
  readonly id: string
  readonly operation: string
  readonly projectId: string
  /** When it was asked for, wall ms. */
  readonly since: number
  readonly waits: Waits | null
  /** How far it is, in words: what is true while it goes no further. */
  readonly stands: string
}
