import type { ReactNode } from 'react'
import type { FailureKind } from '../../../../shared/failures.ts'
import { targetOf } from '../../../../shared/state.ts'
import { PROFILE_NAMES } from '../../../../shared/words/accounts/profiles.ts'
import { describeFailure } from '../../../../shared/words/outcomes/failures.ts'
import { limitedWords, nextTry, serviceWords, staleWords } from '../../../../shared/words/panel/states.ts'
import { failingSince, projectFailing } from '../../../../shared/words/show/show.ts'
import { usePanel, useTarget } from '../../../store/context.tsx'
import { hashOf, type Place } from '../../../store/place.ts'
import { limitedFor, staleFor } from '../../../store/trouble.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { TryNow } from '../../../ui/actions/TryNow.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { CloudGone, Hourglass, Key, NoPlan, Past, Warning } from '../../../ui/icons/icons.tsx'

/** Failures that another key would fix. */
const OF_THE_KEY: readonly FailureKind[] = ['unauthorised', 'revoked']
/** Failures that a retry may fix. The budget is not spent on a service that refuses everything. */
const PASSING: readonly FailureKind[] = ['offline', 'timeout', 'disconnected', 'serverFault', 'unreadable', 'plan']

const SIGNS: Partial<Record<FailureKind, ReactNode>> = { unauthorised: <Key />, revoked: <Key />, plan: <NoPlan /> }

/** The most serious of: the budget is used up, the service fails as a whole, or the last read is too old. */
export function ServiceNews({ place }: { place: Place }) {
  const limited = useTimed((panel, now) => limitedFor(panel, now) !== null)
  const fails = usePanel(({ state, link }) => link === 'up' && state?.service.keyPresent && state.service.failure)
  if (limited) return <Limited />
  return fails ? <ServiceFails place={place} /> : <Stale />
}

function ServiceFails({ place }: { place: Place }) {
  const state = usePanel((panel) => panel.state)
  const since = useTimed(({ state: known }, now) => known && failingSince(known.service, now))
  const next = useTimed(({ state: known }, now) => {
    const at = known?.service.nextTryAt ?? null
    return nextTry(at === null ? null : at - now)
  })
  const failure = state?.service.failure
  if (!failure) return null
  const { kind } = failure
  return (
    <StateCard
      bad
      icon={SIGNS[kind] ?? <CloudGone />}
      words={serviceWords(state, failure)}
      ticks={[since, next].filter(Boolean).join(' ')}
    >
      {place !== 'accounts' && OF_THE_KEY.includes(kind) && (
        <a className="button quiet" href={hashOf('accounts')}>
          {PROFILE_NAMES.giveKey}
        </a>
      )}
      {PASSING.includes(kind) && <TryNow />}
    </StateCard>
  )
}

/** Nothing is wrong: requests resume automatically, and further commands would only cost more. */
function Limited() {
  const seconds = useTimed((panel, now) => Math.ceil((limitedFor(panel, now) ?? 0) / 1_000))
  return <StateCard icon={<Hourglass />} words={limitedWords(seconds * 1_000)} />
}

function Stale() {
  const seconds = useTimed((panel, now) => {
    const age = staleFor(panel, now)
    return age === null ? null : Math.floor(age / 1_000)
  })
  if (seconds === null) return null
  return (
    <StateCard icon={<Past />} words={staleWords(seconds * 1_000)}>
      <TryNow />
    </StateCard>
  )
}

/** The project cannot be read, although the service responds. */
export function ProjectFails() {
  const failure = usePanel(({ state, link }) => {
    if (link !== 'up' || !state || state.service.failure) return null
    return targetOf(state)?.failure ?? null
  })
  const name = useTarget((target) => target?.name ?? '')
  if (!failure) return null
  const { what, todo } = describeFailure(failure)
  return (
    <StateCard bad icon={<Warning />} words={{ headline: projectFailing(name), now: what, todo }}>
      <TryNow />
    </StateCard>
  )
}
