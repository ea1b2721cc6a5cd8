import type { ReactNode } from 'react'
import {
  type DestinationState,
  isRunning,
  isScheduled,
  type ProjectState,
  targetOf,
} from '../../../../shared/state.ts'
import { destinationsOf, faultOf, faultyNames, NEVER_CONTACTED } from '../../../../shared/view/destinations.ts'
import { ABOUT, CHECK_ROWS, EMPTY, HEADINGS, NAMES } from '../../../../shared/words/labels.ts'
import { describeRefusal } from '../../../../shared/words/outcomes/outcomes.ts'
import { checkSentence, nextSchedule, plannedEnd, runningFaults } from '../../../../shared/words/show/show.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import { whyNoCheck } from '../../../store/reasons.ts'
import { readingFails } from '../../../store/trouble.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { PressButton } from '../../../ui/button/PressButton.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { SkeletonLine } from '../../../ui/feedback/Skeleton.tsx'
import { Warning } from '../../../ui/icons/icons.tsx'
import './CheckSheet.css'

/** The address of the full check sheet. */
export const CHECK = '#show?check'

/** The short check list beside the show. It stays while on air, so that the layout does not shift. */
export function CheckSheet() {
  const running = useTarget((target) => isRunning(target?.live ?? null))
  return (
    <section className="card check" aria-label={running ? HEADINGS.checkRunning : HEADINGS.check}>
      <dl>
        <ActiveScene />
        <Destinations />
        <PlannedEnd />
        <NextSchedule />
      </dl>
      <CheckAgain running={running} />
    </section>
  )
}

function Row({ term, bad = false, children }: { term: string; bad?: boolean; children: ReactNode }) {
  const failed = usePanel(readingFails)
  return (
    <div className="check-row" data-bad={bad || undefined}>
      <dt>{term}</dt>
      <dd className={bad ? 'noted strong' : 'noted'}>
        {bad && <Warning />}
        {children === CHECK_ROWS.unread && !failed ? (
          <SkeletonLine text={CHECK_ROWS.unread} />
        ) : (
          <span>{children}</span>
        )}
      </dd>
    </div>
  )
}

function ActiveScene() {
  const read = useTarget((target) => target?.scenes != null)
  const name = useTarget((target) => target?.scenes?.find((scene) => scene.isActive)?.name ?? null)
  return (
    <Row term={CHECK_ROWS.scene} bad={read && name === null}>
      {name ?? (read ? CHECK_ROWS.noScene : CHECK_ROWS.unread)}
    </Row>
  )
}

function Destinations() {
  const none = useTarget((target) => destinationsOf(target)?.length === 0)
  const bad = useTarget((target) => target !== null && faults(target).length > 0)
  const text = useTimed(({ state }, now) => {
    const target = state && targetOf(state)
    return target && sentence(target, now)
  })
  return (
    <Row term={CHECK_ROWS.destinations} bad={none || bad}>
      {text}
    </Row>
  )
}

const faults = (target: ProjectState) => (destinationsOf(target) ?? []).filter((one) => faultOf(target, one) !== null)

function sentence(target: ProjectState, now: number): string {
  const all = destinationsOf(target)
  if (all === null) return CHECK_ROWS.unread
  if (all.length === 0) return EMPTY.noDestinations
  return isRunning(target.live) ? runningFaults(all.length, faults(target).length) : checkedText(target, all, now)
}

/** The result of the last check in words. Of destinations that have no login, none is said to be verified. */
export function checkedText(target: ProjectState, all: readonly DestinationState[], now: number): string {
  const faulty = faultyNames(target)
  if (faulty.length === 0 && all.every(({ provider }) => NEVER_CONTACTED.has(provider)))
    return runningFaults(all.length, 0)
  return checkSentence(all.length, target.check, faulty, now)
}

function PlannedEnd() {
  const text = useTarget((target) => (target?.settings ? plannedEnd(target.settings) : CHECK_ROWS.unread))
  return <Row term={CHECK_ROWS.end}>{text}</Row>
}

function NextSchedule() {
  const waits = useTarget((target) => target !== null && isScheduled(target))
  const text = useTimed(({ state }, now) => {
    const target = state && targetOf(state)
    if (!target) return null
    const { name: projectName, nextScheduleAt: at } = target
    if (isScheduled(target)) return describeRefusal({ reason: 'scheduled', projectName, at })
    return at ? nextSchedule(at, now) : null
  })
  return (
    text && (
      <Row term={CHECK_ROWS.schedule} bad={waits}>
        {text}
      </Row>
    )
  )
}

function CheckAgain({ running }: { running: boolean }) {
  const { ask } = useActions()
  const reason = usePanel(whyNoCheck)
  return (
    <div className="check-again">
      <PressButton
        name={NAMES.checkAgain}
        spot="check"
        reason={reason}
        about={ABOUT.checkAgain}
        onPress={() => void ask('check', (show) => show.checkDestinations())}
      />
      {!running && (
        <a className="small" href={CHECK}>
          {NAMES.check}
        </a>
      )}
      <Answer spots={['check']} />
    </div>
  )
}
