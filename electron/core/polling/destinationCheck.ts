import type { Answer } from '../../../shared/contract/operations.ts'
import { ServiceError } from '../../../shared/failures.ts'
import { isRunning, type ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Caller, CallOptions } from '../../service/calls.ts'
import type { Sequence } from '../../util/sequence.ts'
import { changeProject, type Store } from '../state/store.ts'

interface Around {
  readonly clock: Clock
  readonly store: Store
  readonly service: Caller
  readonly sequence: Sequence
}

/** Ids of the destinations that can be verified; empty if none is known. */
export function checkableIds({ settings }: ProjectState): string[] {
  if (!settings) return []
  if (settings.destinationIds?.length) return settings.destinationIds
  return settings.destinations.flatMap(({ id }) => (id === null ? [] : [id]))
}

/**
 * Verifies the logins of a project's destinations. If the service fails, earlier results are kept and the failure is
 * stored beside them. Of two overlapping checks, the one sent later wins.
 *
 * @throws ServiceError
 */
export async function verifyDestinations(
  { clock, store, service, sequence }: Around,
  projectId: string,
  destinationIds: string[],
  options: CallOptions,
): Promise<Answer<'verifyDestinations'>['results']> {
  let asked = { number: sequence.next(), at: clock.now() }
  const beforeSend = () => {
    asked = { number: sequence.next(), at: clock.now() }
    options.beforeSend?.()
  }
  const keep = (check: Partial<NonNullable<ProjectState['check']>>) =>
    sequence.takes(`check ${projectId}`, asked.number) &&
    changeProject(store, projectId, (project) => {
      project.check = { results: {}, failure: null, ...project.check, at: asked.at, ...check }
    })
  try {
    const { results } = await service.call(
      'verifyDestinations',
      { body: { destinationIds } },
      { ...options, beforeSend },
    )
    const byId = results.map(({ id, valid, error }) => [id, { valid, error }] as const)
    keep({ results: Object.fromEntries(byId), failure: null })
    return results
  } catch (error) {
    if (error instanceof ServiceError) keep({ failure: error.failure })
    throw error
  }
}

/** How long results are trusted, and how soon a failed check is repeated, in ms. */
interface CheckTimes {
  knownMs: number
  againMs: number
}
const USUAL: CheckTimes = { knownMs: 30 * 60_000, againMs: 5 * 60_000 }
/** Right before a start, for a check that nothing waits for. */
export const BEFORE_START: CheckTimes = { knownMs: 5 * 60_000, againMs: 0 }

/** Off air, logins are verified if they never were, if other destinations were chosen, and every half hour. */
export function isCheckDue(project: ProjectState, now: number, { knownMs, againMs } = USUAL): boolean {
  const ids = checkableIds(project)
  if (ids.length === 0 || isRunning(project.live) || project.pending) return false
  const { check } = project
  if (!check) return true
  const age = Math.abs(now - check.at)
  if (check.failure) return age >= againMs
  return age >= knownMs || ids.some((id) => !(id in check.results))
}
