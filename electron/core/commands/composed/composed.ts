import type { ComposedInput, ComposedName } from '../../../../shared/contract/composed.ts'
import type { Context } from '../context.ts'

/** The result of a composed edit. */
export interface ComposedDone {
  /** The id of what was changed; null if that is several things, or none. */
  id: string | null
  /** Did it reach the running broadcast? Null: the service does not say. */
  synced: boolean | null
  /** What was done, in words. */
  about: string
  answer?: unknown
}

/**
 * Carries out a composed edit. @throws `Refused` with a description of the current state, and a `ServiceError` if its
 * only request failed
 */
export type Composed<Name extends ComposedName> = (
  input: ComposedInput<Name>,
  context: Context,
) => Promise<ComposedDone>
