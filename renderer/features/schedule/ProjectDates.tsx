import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import type { Run } from '../../../shared/schedule/runs.ts'
import { MINUTE_MS } from '../../../shared/util/clock.ts'
import { PLACE_NAMES } from '../../../shared/words/panel/places.ts'
import { BLOCKED, DATES_NAMES, DATES_WORDS, PLAN_NAMES } from '../../../shared/words/schedule/planning.ts'
import type { Plan } from '../../data/usePlan.ts'
import { addressOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { isWaiting } from '../../store/reasons.ts'
import { useAddress } from '../../store/useAddress.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Warning } from '../../ui/icons/icons.tsx'
import { blockOf } from './ChooseProject.tsx'
import { DatesForm, type Sent, type Typed } from './DatesForm.tsx'
import { PutBack } from './PutBack.tsx'
import { StandingDates } from './StandingDates.tsx'

interface Props {
  project: Project
  plan: Plan
  now: number
  zone: string
  /** Reports the unsent dates, which are drawn in the month. */
  onTyped(typed: Typed): void
}

const NONE: readonly number[] = []

/** The dates of a project, a form for new ones, or what prevents them. */
export function ProjectDates({ project, plan, now, zone, onTyped }: Props) {
  const { address } = useAddress('schedule')
  const [moving, setMoving] = useState(false)
  const [sent, setSent] = useState<(Sent & { before: unknown }) | null>(null)
  const [again, setAgain] = useState(NONE)
  const [isEmptied, setEmptied] = useState(false)
  const [gone, setGone] = useState(NONE)
  const dates = useHeld(
    plan.runs.filter((run) => run.projectId === project.id && !run.isRunning),
    usePanel(isWaiting(`dates:${project.id}`)),
  )
  const isPlaced = address.day !== null
  useEffect(() => {
    if (isPlaced) setMoving(true)
  }, [isPlaced])
  // After the last date was cancelled, the same click position must not schedule a new one: a button to add dates
  // comes first.
  const hasDates = dates.length > 0
  useEffect(() => {
    if (hasDates) setEmptied(true)
  }, [hasDates])
  const block = blockOf(project, plan.runs)
  const onSent = (one: Sent) => {
    setSent({ ...one, before: plan.dates.data })
    setMoving(false)
    setGone(NONE)
  }
  const given = { project, plan, now, zone, onTyped, onSent }
  const standing = dates.map(({ at }) => at)
  const close = () => {
    setMoving(false)
    setAgain(NONE)
  }
  if (!block && (moving || isPlaced) && hasDates)
    return <DatesForm key="move" {...given} old={standing} added={again} onDone={close} />
  const missing = sent ? sent.dates.filter((at) => !sent.taken.includes(at)) : NONE
  function retry(): void {
    setAgain(missing)
    setSent(null)
    setMoving(true)
  }
  const end = plan.runs.find((run) => run.projectId === project.id && run.isRunning)?.end ?? null
  const why = block && <Blocked {...{ block, end, now }} projectId={project.id} />
  const putBack = !block && <PutBack {...{ project, standing, gone, onSent }} soon={now + MINUTE_MS} />
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
          onCancelled={setGone}
        >
          {putBack}
        </StandingDates>
      </>
    )
  // The form must not appear while existing dates are merely unread: dates that were just sent are not in the
  // previous read.
  const { progress } = plan.dates.data?.value ?? { progress: { read: 0, of: 1 } }
  const isUnread = progress.read < progress.of && project.scheduledLivesCount !== 0
  if (isUnread || (sent !== null && sent.before === plan.dates.data))
    return <p className="small">{DATES_WORDS.notRead}</p>
  if (!why && isEmptied && !isPlaced)
    return (
      <Emptied projectId={project.id} onAdd={() => setEmptied(false)}>
        {putBack}
      </Emptied>
    )
  return why || <DatesForm key="add" {...given} old={NONE} added={NONE} />
}

/** Shown after the last date was cancelled. */
function Emptied({ projectId, onAdd, children }: { projectId: string; onAdd(): void; children: ReactNode }) {
  return (
    <>
      <p>{DATES_WORDS.none}</p>
      <div className="row dates-foot">
        <Answer spots={[`dates:${projectId}`]} />
        {children}
        <Button className="main" onClick={onAdd}>
          {PLAN_NAMES.add}
        </Button>
      </div>
    </>
  )
}

/** Keeps the previous dates while a command is pending: in the middle of a move there are none. */
function useHeld(dates: readonly Run[], isHeld: boolean): readonly Run[] {
  const held = useRef(dates)
  useEffect(() => {
    if (!isHeld) held.current = dates
  })
  return isHeld ? held.current : dates
}

interface BlockedProps {
  block: NonNullable<ReturnType<typeof blockOf>>
  projectId: string
  end: number | null
  now: number
}

/** What prevents a project from being scheduled, and a link to where that can be fixed. */
function Blocked({ block, projectId, end, now }: BlockedProps) {
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
