import { QueryError } from '../../shared/query/query.ts'
import { asSentence } from '../../shared/words/format.ts'
import { type Description, describeFailure } from '../../shared/words/outcomes/failures.ts'
import { REASONS } from '../../shared/words/outcomes/reasons.ts'
import type { PanelState } from './store.ts'

/** Why a read failed, and what to do. */
export function describeReadFailure(error: Error): Description {
  if (!(error instanceof QueryError)) return { what: REASONS.noLink, todo: '' }
  return error.failure ? describeFailure(error.failure) : { what: asSentence(error.message), todo: '' }
}

/** Whether the service, or Cuelight itself, is unavailable as a whole. One place of the page reports that. */
export const isAway = ({ link, state }: Pick<PanelState, 'link' | 'state'>): boolean =>
  link !== 'up' || state?.service.failure != null
