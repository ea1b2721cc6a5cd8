import type { ComposedInput, ComposedName } from '../../../../shared/contract/composed.ts'
import type { Context } from '../context.ts'

/** What a composed edit came to. */
export interface ComposedDone {
  /** Of what was changed; null: of several, or of none. */
  id: string | null
  /** Did it reach the running broadcast? Null: the service does not say. */
  synced: boolean | null
  /** What was done, in words. */
  about: string
  answer?: unknown
}

/** Carries one out: throws `Refused` with the words of how it stands, and a `ServiceError` where its one request failed. */
export type Composed<Name extends ComposedName> = (
  input: ComposedInput<Name>,
  context: Context,
) => Promise<ComposedDone>
