import { projectNameIn } from '../../../../shared/view/openWork.ts'
import { WORKFLOW_WORDS } from '../../../../shared/words/commands/workflows.ts'
import type { OpenWork as One } from '../../../../shared/workflows.ts'
import { usePanel } from '../../../store/context.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Fault } from '../../../ui/icons/lateIcons.tsx'

const NONE: readonly One[] = []

/** Incomplete workflows: which, why, and what happens next. */
export function OpenWork() {
  const open = usePanel(({ state }) => state?.openWork ?? NONE)
  return open.map((one) => one.waits && <HalfDone key={one.id} one={one} waits={one.waits} />)
}

function HalfDone({ one, waits }: { one: One; waits: NonNullable<One['waits']> }) {
  const name = usePanel(({ state }) => (state ? projectNameIn(state, one.projectId) : one.projectId))
  const headline = WORKFLOW_WORDS.halfDone(one, name)
  const { now, todo } = WORKFLOW_WORDS.stands(waits)
  return <StateCard bad={waits.for === 'person'} icon={<Fault />} words={{ headline, now, todo }} />
}
