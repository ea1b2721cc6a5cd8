import type { ReactNode } from 'react'
import type { OperationName } from '../../shared/contract/operations.ts'
import type { LostEdit as Lost } from '../../shared/state.ts'
import { timeOfDay } from '../../shared/words/format.ts'
import { NAMES } from '../../shared/words/labels.ts'
import { LOST_WORDS, lostHeadline } from '../../shared/words/projects.ts'
import { useActions, usePanel } from '../store/context.tsx'
import { whyNoLink } from '../store/reasons.ts'
import { Answer } from './Answer.tsx'
import { BackArrow, Hourglass, Question, Tick } from './icons.tsx'
import { PressButton } from './PressButton.tsx'
import { ServicePage } from './ServicePage.tsx'
import { StateCard } from './StateCard.tsx'

const ICONS = { looking: <Hourglass />, found: <Tick />, notDone: <BackArrow />, notKnown: <Question /> }

const NONE: readonly Lost[] = []

/** The lost edits of these operations, of one project or (null) of the account. */
export function LostEdits({ of, projectId }: { of: readonly OperationName[]; projectId: string | null }) {
  const all = usePanel(({ state }) => state?.lostEdits ?? NONE)
  return all
    .filter((one) => one.projectId === projectId && of.includes(one.operation))
    .map((one) => <LostEdit key={one.id} edit={one} />)
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
