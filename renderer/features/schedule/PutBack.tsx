import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { checkDates, isNear, stillAllowed } from '../../../shared/schedule/rules.ts'
import { plannedMsOf } from '../../../shared/schedule/runs.ts'
import { DATES_NAMES } from '../../../shared/words/schedule/planning.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { PressButton } from '../../ui/button/PressButton.tsx'
import { type Sent, takenOf, toSend } from './DatesForm.tsx'

interface Props {
  project: Project
  standing: readonly number[]
  /** The dates that were just cancelled here. */
  gone: readonly number[]
  /** The time by which a command sent now will have been executed. */
  soon: number
  onSent(sent: Sent): void
}

/**
 * Reschedules the dates that were just cancelled, as far as the rules still allow; dates that others have added
 * meanwhile are kept.
 */
export function PutBack({ project, standing, gone, soon, onSent }: Props) {
  const { press } = useActions()
  const noLink = usePanel(whyNoLink)
  const spot = `dates:${project.id}` as const
  const back = stillAllowed(gone, soon).filter((at) => !standing.some((one) => isNear(one, at)))
  const dates = [...standing, ...back].sort((one, other) => one - other)
  const allowed = checkDates(dates, { now: soon, plannedMs: plannedMsOf(project) }).length === 0
  if (back.length === 0 || !allowed) return null
  async function send(): Promise<void> {
    const command: CommandInput = toSend(project.id, standing, dates)
    const answer = await press(spot, command)
    if (answer?.result === 'done') onSent({ dates, taken: takenOf(answer.done) ?? dates })
  }
  return <PressButton name={DATES_NAMES.putBack(back)} spot={spot} reason={noLink} onPress={() => void send()} />
}
