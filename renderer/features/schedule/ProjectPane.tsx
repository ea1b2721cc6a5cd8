import { useRef, useState } from 'react'
import type { Run } from '../../../shared/schedule/runs.ts'
import { EMPTY, NAMES } from '../../../shared/words/labels.ts'
import { DATES_WORDS, HOURS_WORDS, PLAN_NAMES, when } from '../../../shared/words/planning.ts'
import { useRead } from '../../data/queries.ts'
import type { Plan } from '../../data/usePlan.ts'
import { useReturnFocus } from '../../ui/Dialog.tsx'
import { Warning } from '../../ui/icons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { useAddress } from './address.ts'
import { ChooseProject } from './ChooseProject.tsx'
import { DatesForm, type Sent } from './DatesForm.tsx'
import { StandingDates } from './StandingDates.tsx'
import { WhatPlays } from './WhatPlays.tsx'

interface Props {
  /** Null: one is being chosen. */
  projectId: string | null
  plan: Plan
  now: number
  zone: string
  /** What it plays is told, in place of its dates. */
  plays: boolean
  /** What is typed and would be sent: it is drawn in the month. */
  onTyped(runs: readonly Run[]): void
  onClose(): void
}

/** The dates of one project: giving it some, moving and cancelling them. */
export function ProjectPane({ projectId, onClose, plays, ...rest }: Props) {
  const { to } = useAddress()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPlaceholderData } = useRead('getProject', { projectId: projectId ?? '' }, projectId !== null)
  const project = projectId === null || isPlaceholderData ? undefined : data?.value
  useReturnFocus(heading)
  return (
    <section className="stack schedule-pane" aria-labelledby="schedule-of">
      <div className="card-head">
        <h3 id="schedule-of" className="clip" ref={heading} tabIndex={-1} title={project?.name}>
          {projectId === null ? PLAN_NAMES.add : project ? project.name || EMPTY.nameless : DATES_WORDS.loading}
        </h3>
        <Button onClick={onClose}>{NAMES.close}</Button>
      </div>
      {projectId === null && <ChooseProject />}
      {projectId !== null && error && <Unread error={error} headline={DATES_WORDS.failed} />}
      {projectId !== null && !project && !error && (
        <Skeleton className="stand-in-rows" text={DATES_WORDS.loading} count={5} />
      )}
      {project && (plays ? <WhatPlays projectId={project.id} /> : <Dates project={project} {...rest} />)}
      {project && plays && (
        <a className="button quiet" href={to({ view: 'month', project: project.id })}>
          {HOURS_WORDS.dates}
        </a>
      )}
    </section>
  )
}

type DatesProps = Omit<Props, 'projectId' | 'plays' | 'onClose'> & {
  project: Parameters<typeof DatesForm>[0]['project']
}

function Dates({ project, plan, now, zone, onTyped }: DatesProps) {
  const [moving, setMoving] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const dates = plan.runs.filter((run) => run.projectId === project.id && !run.isRunning)
  const given = { project, plan, now, zone, onTyped, onSent: setSent }
  if (moving && dates.length > 0)
    return <DatesForm key="move" {...given} old={dates.map(({ at }) => at)} onDone={() => setMoving(false)} />
  if (dates.length > 0)
    return (
      <>
        {sent && sent.taken.length < sent.dates.length && <PartlyTaken {...sent} />}
        <StandingDates dates={dates} {...given} onMove={() => setMoving(true)} />
      </>
    )
  // Never over dates that are there, and only not read.
  const { progress } = plan.dates.data?.value ?? { progress: { read: 0, of: 1 } }
  if (progress.read < progress.of && project.scheduledLivesCount !== 0)
    return <p className="small">{DATES_WORDS.notRead}</p>
  return <DatesForm key="add" {...given} old={[]} />
}

/** Of a set that was not taken whole: date by date, and what mends it. */
function PartlyTaken({ dates, taken }: Sent) {
  const { headline, ...words } = DATES_WORDS.partly
  return (
    <>
      <StateCard bad icon={<Warning />} words={{ headline: headline(taken.length, dates.length), ...words }} />
      <ul className="small">
        {dates.map((at) => (
          <li key={at}>
            {when(at)}: {taken.includes(at) ? DATES_WORDS.taken : <b>{DATES_WORDS.notTaken}</b>}
          </li>
        ))}
      </ul>
    </>
  )
}
