import type { LostEdit } from '../../../shared/state.ts'
import { timeOfDay } from '../../../shared/words/format.ts'
import { NAMES } from '../../../shared/words/labels.ts'
import { LOST_WORDS, lostHeadline } from '../../../shared/words/projects.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { BackArrow, Hourglass, Question, Tick } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { ServicePage } from '../../ui/ServicePage.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { addressOf } from './address.ts'

const ICONS = { looking: <Hourglass />, found: <Tick />, notDone: <BackArrow />, notKnown: <Question /> }
const NONE: readonly LostEdit[] = []

/** The writes whose answer was lost: of one project, or (null) those that were to make one. */
export function useLostEdits(projectId: string | null): readonly LostEdit[] {
  const all = usePanel(({ state }) => state?.lostEdits ?? NONE)
  return all.filter((one) => one.projectId === projectId && (projectId !== null || one.operation === 'createProject'))
}

/** What is not known of them, where it would stand if it were: what was sent, when, and what is done about it. */
export function LostEdits({ edits, inForm = false }: { edits: readonly LostEdit[]; inForm?: boolean }) {
  return edits.map((edit) => <OneLost key={edit.id} edit={edit} inForm={inForm} />)
}

function OneLost({
  edit: { id, about, sentAt, phase, foundId, operation },
  inForm,
}: {
  edit: LostEdit
  inForm: boolean
}) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const looking = phase === 'looking'
  const spot = `lost:${id}` as const
  const words = {
    headline: lostHeadline(about, timeOfDay(sentAt)),
    now: LOST_WORDS[phase],
    todo: LOST_WORDS[`${phase}Todo`],
  }
  return (
    <StateCard wait={phase !== 'found'} icon={ICONS[phase]} words={words}>
      {!looking && (
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
      {operation === 'createProject' && foundId && (
        <a className="button quiet" href={addressOf({ project: foundId })}>
          {LOST_WORDS.open}
        </a>
      )}
      {operation === 'createProject' && !inForm && phase !== 'found' && (
        <a className="button quiet" href={addressOf({ create: true })}>
          {LOST_WORDS.form}
        </a>
      )}
    </StateCard>
  )
}
