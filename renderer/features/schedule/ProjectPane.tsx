import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Run } from '../../../shared/schedule/runs.ts'
import { NAMES } from '../../../shared/words/labels.ts'
import { PLACE_NAMES } from '../../../shared/words/places.ts'
import {
  BLOCKED,
  calendarDay,
  DATES_NAMES,
  DATES_WORDS,
  HOURS_WORDS,
  PLAN_NAMES,
} from '../../../shared/words/planning.ts'
import { ONE_WORDS } from '../../../shared/words/projects.ts'
import { useRead } from '../../data/queries.ts'
import type { Plan } from '../../data/usePlan.ts'
import { fragmentOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { isWaiting } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { useReturnFocus } from '../../ui/Dialog.tsx'
import { Warning } from '../../ui/icons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { ProjectUnread, projectHeading } from '../../ui/ProjectUnread.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { useFocusKept } from '../../ui/useFocusKept.ts'
import { useAddress } from './address.ts'
import { blockOf, ChooseProject } from './ChooseProject.tsx'
import { DatesForm, type Sent, type Typed } from './DatesForm.tsx'
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
  onTyped(typed: Typed): void
  onClose(): void
}

/** The dates of one project: giving it some, moving and cancelling them. */
export function ProjectPane({ projectId, onClose, plays, ...rest }: Props) {
  const { address, to } = useAddress()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPlaceholderData } = useRead('getProject', { projectId: projectId ?? '' }, projectId !== null)
  const project = projectId === null || isPlaceholderData ? undefined : data?.value
  const add = address.day === null ? PLAN_NAMES.add : PLAN_NAMES.addOn(calendarDay(address.day))
  useReturnFocus(heading)
  const focus = useFocusKept(heading)
  return (
    <section className="stack schedule-pane" aria-labelledby="schedule-of" {...focus}>
      <div className="card-head">
        <h3 id="schedule-of" ref={heading} tabIndex={-1}>
          {projectId === null ? add : projectHeading(project, error)}
        </h3>
        <Button onClick={onClose}>{NAMES.close}</Button>
      </div>
      {projectId === null && <ChooseProject plan={rest.plan} />}
      {projectId !== null && error && (
        <ProjectUnread {...{ error, onBack: onClose }} back={PLAN_NAMES.toAll} has={false} />
      )}
      {projectId !== null && !project && !error && (
        <Skeleton className="stand-in-rows" text={ONE_WORDS.loading} count={5} />
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

const NONE: readonly number[] = []

function Dates({ project, plan, now, zone, onTyped }: DatesProps) {
  const { address } = useAddress()
  const [moving, setMoving] = useState(false)
  const [sent, setSent] = useState<(Sent & { before: unknown }) | null>(null)
  const [again, setAgain] = useState(NONE)
  const [isEmptied, setEmptied] = useState(false)
  const dates = useHeld(
    plan.runs.filter((run) => run.projectId === project.id && !run.isRunning),
    usePanel(isWaiting(`dates:${project.id}`)),
  )
  const isPlaced = address.day !== null
  useEffect(() => {
    if (isPlaced) setMoving(true)
  }, [isPlaced])
  // Where its last date was just cancelled, the next press must not schedule one: new ones are asked for first.
  const hasDates = dates.length > 0
  useEffect(() => {
    if (hasDates) setEmptied(true)
  }, [hasDates])
  const block = blockOf(project)
  const onSent = (one: Sent) => setSent({ ...one, before: plan.dates.data })
  const given = { project, plan, now, zone, onTyped, onSent }
  const close = () => {
    setMoving(false)
    setAgain(NONE)
  }
  if (!block && (moving || isPlaced) && hasDates)
    return <DatesForm key="move" {...given} old={dates.map(({ at }) => at)} added={again} onDone={close} />
  const missing = sent ? sent.dates.filter((at) => !sent.taken.includes(at)) : NONE
  function retry(): void {
    setAgain(missing)
    setSent(null)
    setMoving(true)
  }
  const end = plan.runs.find((run) => run.projectId === project.id && run.isRunning)?.end ?? null
  const why = block && <Blocked {...{ block, end, now }} projectId={project.id} />
  if (hasDates)
    return (
      <>
        {why}
        {sent && missing.length > 0 && (
          <PartlyTaken {...sent} missing={missing}>
            <Button className="main" onClick={retry}>
              {DATES_NAMES.tryAgain(missing.length)}
            </Button>
          </PartlyTaken>
        )}
        <StandingDates
          dates={dates}
          {...given}
          isPartly={missing.length > 0}
          onMove={block ? null : () => setMoving(true)}
        />
      </>
    )
  // Never over dates that are there, and only not read: what was just sent is not in what was read before.
  const { progress } = plan.dates.data?.value ?? { progress: { read: 0, of: 1 } }
  const isUnread = progress.read < progress.of && project.scheduledLivesCount !== 0
  if (isUnread || (sent !== null && sent.before === plan.dates.data))
    return <p className="small">{DATES_WORDS.notRead}</p>
  if (!why && isEmptied && !isPlaced)
    return (
      <>
        <p>{DATES_WORDS.none}</p>
        <div className="row dates-foot">
          <Answer spots={[`dates:${project.id}`]} />
          <Button className="main" onClick={() => setEmptied(false)}>
            {PLAN_NAMES.add}
          </Button>
        </div>
      </>
    )
  return why || <DatesForm key="add" {...given} old={NONE} added={NONE} />
}

interface BlockedProps {
  block: NonNullable<ReturnType<typeof blockOf>>
  projectId: string
  end: number | null
  now: number
}

/** What keeps it from being given dates, and the way to where that is mended here. */
function Blocked({ block, projectId, end, now }: BlockedProps) {
  const words = block === 'onAir' ? BLOCKED.onAir(end, now) : BLOCKED[block]
  return (
    <StateCard icon={<Warning />} words={words} look="part">
      {block === 'noDestinations' && (
        <a className="button" href={fragmentOf('projects', { project: projectId })}>
          {PLACE_NAMES.projects}
        </a>
      )}
    </StateCard>
  )
}

/** What stood before a press, as long as its reply is waited for: in the middle of a move there are none. */
function useHeld(dates: readonly Run[], isHeld: boolean): readonly Run[] {
  const held = useRef(dates)
  useEffect(() => {
    if (!isHeld) held.current = dates
  })
  return isHeld ? held.current : dates
}

/** Of a set that was not taken whole: which are missing, and what mends it. */
function PartlyTaken({
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
