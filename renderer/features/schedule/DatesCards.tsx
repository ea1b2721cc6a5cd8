import type { ReactNode } from 'react'
import { PLACE_NAMES } from '../../../shared/words/places.ts'
import { BLOCKED, DATES_WORDS } from '../../../shared/words/planning.ts'
import { addressOf } from '../../store/address.ts'
import { Warning } from '../../ui/icons.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import type { blockOf } from './ChooseProject.tsx'
import type { Sent } from './DatesForm.tsx'

interface BlockedProps {
  block: NonNullable<ReturnType<typeof blockOf>>
  projectId: string
  end: number | null
  now: number
}

/** What prevents a project from being scheduled, and a link to where that can be fixed. */
export function Blocked({ block, projectId, end, now }: BlockedProps) {
  const words = block === 'onAir' ? BLOCKED.onAir(end, now) : BLOCKED[block]
  return (
    <StateCard icon={<Warning />} words={words} look="part">
      {block === 'noDestinations' && (
        <a className="button" href={addressOf('projects', { project: projectId })}>
          {PLACE_NAMES.projects}
        </a>
      )}
    </StateCard>
  )
}

/** Some dates of a set were not accepted: which ones, and what to do about it. */
export function PartlyTaken({
  dates,
  taken,
  missing,
  children,
}: Sent & { missing: readonly number[]; children: ReactNode }) {
  const { headline, now, todo } = DATES_WORDS.partly
  return (
    <StateCard
      bad
      icon={<Warning />}
      look="part"
      words={{ headline: headline(taken.length, dates.length), now: now(missing), todo }}
    >
      {children}
    </StateCard>
  )
}
