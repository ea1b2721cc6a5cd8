/** What a pairing may do. Without zod, because every page loads the schemas of outcomes on start. */

/**
 * `look`: sees the state and reads. `arm`: may also arm Stop and Go live, and leaves the second step to a person.
 * `show`: may also send show commands. `edit`: may also send edits. `cues`: may send what `show` may, but Stop and Go live
 * only while a person has armed it: for what cannot prove who presses it, such as OSC.
 */
export const SCOPES = ['look', 'arm', 'cues', 'show', 'edit'] as const
export type Scope = (typeof SCOPES)[number]

/** What a phone may be: whoever holds it is known, so `cues` is not for it. */
export const PHONE_SCOPES = ['look', 'arm', 'show', 'edit'] as const satisfies readonly Scope[]

/** A paired client, as the guard and the journal know it. */
export interface Paired {
  readonly name: string
  readonly scope: Scope
}
