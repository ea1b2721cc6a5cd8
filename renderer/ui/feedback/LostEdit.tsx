import type { ReactNode } from 'react'
import type { OperationName } from '../../../shared/contract/operations.ts'
import type { LostEdit as Lost } from '../../../shared/state.ts'
import { timeOfDay } from '../../../shared/words/format.ts'
import { NAMES } from '../../../shared/words/labels.ts'
import { LOST_WORDS, lostHeadline } from '../../../shared/words/projects/projects.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { PressButton } from '../button/PressButton.tsx'
import { ServicePage } from '../button/ServicePage.tsx'
import { BackArrow, Hourglass, Question, Tick } from '../icons/icons.tsx'
import { Answer } from './Answer.tsx'
import { StateCard } from './StateCard.tsx'

const ICONS = { looking: <Hourglass />, found: <Tick />, notDone: <BackArrow />, notKnown: <Question /> }

const NONE: readonly Lost[] = []

/** An edit that would create a project. */
export const OF_CREATING = ['createProject'] as const

/**
 * The edits whose response was lost.
 * @param of by these operations; null: by any
 * @param projectId of this project, or (null) of the account; if omitted, of any
 */
export function useLostEdits(of: readonly OperationName[] | null, projectId?: string | null): readonly Lost[] {
  const all = usePanel(({ state }) => state?.lostEdits ?? NONE)
  const isOf = (one: Lost) => projectId === undefined || one.projectId === projectId
  return all.filter((one) => isOf(one) && (of === null || of.includes(one.operation)))
}

/** What was sent, when, and how it is being reconciled: of these operations, or of one project, as for `useLostEdits`. */
export function LostEdits({ of, projectId }: { of: readonly OperationName[]; projectId?: string | null }) {
  return useLostEdits(of, projectId).map((one) => <LostEdit key={one.id} edit={one} />)
}

/**
 * An edit whose response was lost: what was sent, when, and how it is being reconciled.
 * @param children further actions
 */
export function LostEdit({ edit: { id, about, sentAt, phase }, children }: { edit: Lost; children?: ReactNode }) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const spot = `lost:${id}` as const
  const words = {
    headline: lostHeadline(about, timeOfDay(sentAt)),
    now: LOST_WORDS[phase],
    todo: LOST_WORDS[`${phase}Todo`],
  }
  return (
    <StateCard wait={phase !== 'found'} icon={ICONS[phase]} words={words}>
      {phase !== 'looking' && (
        <>
          {phase === 'notKnown' && <ServicePage />}
          <Answer spots={[spot]} />
          <PressButton
            name={NAMES.putAway}
            spot={spot}
            reason={reason}
            onPress={() => void press(spot, { type: 'dismissEdit', editId: id })}
          />
        </>
      )}
      {children}
    </StateCard>
  )
}
