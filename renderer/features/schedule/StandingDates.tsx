import { type ReactNode, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { clashesOf, type Run } from '../../../shared/schedule/runs.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import * as words from '../../../shared/words/schedule/planning.ts'
import type { Plan } from '../../data/usePlan.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Cross } from '../../ui/icons/icons.tsx'
import { clashLine, outletsOf } from './RunRow.tsx'

interface Props {
  project: Project
  dates: readonly Run[]
  plan: Plan
  /** Not all of the last set was accepted, which is reported above. */
  isPartly: boolean
  /** Null: the dates cannot be changed now. */
  onMove: (() => void) | null
  onCancelled(dates: readonly number[]): void
  /** Shown beside the outcome. */
  children?: ReactNode
}

/** The dates of a project: cancel one, cancel all, or move all. */
export function StandingDates({ project, dates, plan, isPartly, onMove, onCancelled, children }: Props) {
  const noLink = usePanel(whyNoLink)
  const [asked, setAsked] = useState<PendingQuestion>(null)
  const { cancel, missed } = useCancel(project.id, onCancelled)
  const isMissing = missed !== null && !dates.some(({ liveId }) => liveId === missed)
  const spot = `dates:${project.id}` as const
  const { DATES_NAMES: NAMES, DATES_WORDS: WORDS } = words

  function confirm(): void {
    setAsked(null)
    void cancel(asked, dates)
  }
  const question = asked && (
    <Ask
      question={
        asked === 'all' ? WORDS.cancelAll(dates.length, project.name || EMPTY.nameless) : WORDS.cancelOne(asked.at)
      }
      yes={asked === 'all' ? NAMES.cancelAllYes : NAMES.cancelYes}
      no={NAMES.cancelNo}
      spot={spot}
      onYes={confirm}
      onNo={() => setAsked(null)}
    />
  )
  return (
    <>
      <ul className="ruled dates">
        {dates.map((run) => {
          const clash = clashLine(clashesOf(run, plan.runs))
          return (
            <li key={run.key} className="planned" data-clash={clash !== null || undefined}>
              <b className="num">{words.when(run.at)}</b>
              <PressButton
                name={NAMES.cancel}
                of={words.when(run.at)}
                spot={spot}
                reason={noLink}
                onPress={() => setAsked(run)}
              >
                <Cross />
                <span className="hearable">{NAMES.cancel}</span>
              </PressButton>
              <small className={clash ? 'run-clash' : undefined}>
                {clash ?? words.runFacts(run.end, run.at, outletsOf(run))}
              </small>
              {asked !== 'all' && asked?.liveId === run.liveId && question}
            </li>
          )
        })}
      </ul>
      {asked === 'all' && question}
      <div className="row dates-foot">
        {!isPartly && <Answer spots={[spot]} />}
        {children}
        {isMissing && <p className="small">{words.scheduledNow(dates.map(({ at }) => at))}</p>}
        {asked !== 'all' && (
          <PressButton
            name={NAMES.cancelAll(dates.length)}
            spot={spot}
            reason={noLink}
            onPress={() => setAsked('all')}
          />
        )}
        {onMove && (
          <PressButton name={NAMES.openMove} className={isPartly ? undefined : 'main'} spot={spot} onPress={onMove} />
        )}
      </div>
    </>
  )
}

/** What the question is about. A single date is identified by its id, because every read creates new run objects. */
type PendingQuestion = Pick<Run, 'liveId' | 'at'> | 'all' | null

/** `missed`: the date that someone else had moved or cancelled first. */
function useCancel(projectId: string, onCancelled: Props['onCancelled']) {
  const { press } = useActions()
  const [missed, setMissed] = useState<string | null>(null)
  async function cancel(asked: PendingQuestion, dates: readonly Run[]): Promise<void> {
    const one = asked === 'all' ? null : asked
    if (asked === null || (one && one.liveId === null)) return
    const command: CommandInput = one
      ? { type: 'edit', operation: 'cancelSchedule', input: { projectId, liveId: one.liveId } }
      : { type: 'edit', operation: 'cancelSchedules', input: { projectId } }
    const answer = await press(`dates:${projectId}`, command)
    if (answer?.result === 'done') onCancelled((one ? [one] : dates).map(({ at }) => at))
    const isMissed = answer?.result === 'failed' && answer.failure.kind === 'notFound'
    setMissed(isMissed && one ? one.liveId : null)
  }
  return { cancel, missed }
}
