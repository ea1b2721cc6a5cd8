import { useState } from 'react'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Run } from '../../../shared/schedule/runs.ts'
import { jumpsIn, offsetAt } from '../../../shared/schedule/zones.ts'
import { targetOf } from '../../../shared/state.ts'
import { MINUTE_MS } from '../../../shared/util/clock.ts'
import { inARow } from '../../../shared/words/format.ts'
import { PLACE_NAMES } from '../../../shared/words/panel/places.ts'
import * as words from '../../../shared/words/schedule/planning.ts'
import { type Plan, usePlan, zoneHere } from '../../data/usePlan.ts'
import { usePanel } from '../../store/context.tsx'
import type { Address } from '../../store/screens.ts'
import { useAddress } from '../../store/useAddress.ts'
import { useNow } from '../../store/useTimed.ts'
import { ReadLine } from '../../ui/actions/Refresh.tsx'
import { LostEdits } from '../../ui/feedback/LostEdit.tsx'
import { ReadFailed } from '../../ui/feedback/ReadFailed.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { Empty } from '../../ui/icons/icons.tsx'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import { Panes, Screen } from '../../ui/screen/Screen.tsx'
import { NOTHING_TYPED, OF_DATES, type Typed } from './DatesForm.tsx'
import { DayHours } from './DayHours.tsx'
import { Guide } from './Guide.tsx'
import { MonthSheet } from './MonthSheet.tsx'
import { ProjectPane } from './ProjectPane.tsx'
import { RunList } from './RunList.tsx'
import './Schedule.css'

type View = Address<'schedule'>['view']
const VIEWS = { month: MonthSheet, hours: DayHours, list: RunList }

/** The plan across all projects. A separate script. */
export function ScheduleScreen() {
  const { address, adjust, go, to } = useAddress('schedule')
  const plan = usePlan()
  const now = useNow(MINUTE_MS)
  const zone = zoneHere()
  const { project, add } = address
  const isOpen = project !== null || add
  const close = () => (isOpen ? go({}) : undefined)
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const given = { plan, now, zone }
  const tools = (
    <>
      <Segmented<View>
        name={words.PLAN_NAMES.view}
        options={words.VIEW_NAMES}
        value={address.view}
        onChoose={(view) => adjust({ view })}
        inLine
      />
      <a className={`button ${isOpen ? 'quiet' : 'main'}`} href={to({ add: true, day: null })}>
        <Plus />
        {words.PLAN_NAMES.add}
      </a>
    </>
  )
  return (
    <Screen
      place="schedule"
      title={PLACE_NAMES.schedule}
      about={<Zone now={now} zone={zone} />}
      tools={tools}
      onEscape={close}
    >
      <LostEdits of={OF_DATES} />
      <Panes
        className="schedule-panes"
        open={isOpen ? (project ?? '') : null}
        pane={
          isOpen && (
            <ProjectPane
              projectId={project}
              {...given}
              plays={address.view === 'hours'}
              onTyped={setTyped}
              onClose={close}
            />
          )
        }
      >
        <Ahead {...given} view={address.view} project={project} typed={typed} />
      </Panes>
    </Screen>
  )
}

interface AheadProps {
  plan: Plan
  now: number
  zone: string
  view: View
  /** The id of the open project. */
  project: string | null
  typed: Typed
}

/** The plan in the chosen view; the month also shows unsent dates. */
function Ahead({ plan, now, zone, view, project, typed }: AheadProps) {
  const { dates, running, projects, runs } = plan
  const Shown = VIEWS[view]
  const { data } = dates
  const isLeaving = (run: Run) => run.projectId === project && !run.isRunning && typed.leaving.includes(run.at)
  const standing = runs.map((run) => (isLeaving(run) ? { ...run, isLeaving: true } : run))
  const drawn = view === 'month' ? [...standing, ...typed.runs] : runs
  const isEmpty = data && runs.length === 0 && data.value.progress.read >= data.value.progress.of
  return (
    <div className="stack schedule-view">
      {/* The age is that of the oldest part. */}
      <ReadLine
        readAt={data ? plan.readAt : null}
        about={(ageMs) => (data ? howMuch(data.value, ageMs) : '')}
        onRefresh={plan.readAgain}
      />
      {dates.error && (
        <ReadFailed
          error={dates.error}
          headline={words.PLAN_WORDS[data ? 'stale' : 'failed']}
          has={data !== undefined}
        />
      )}
      {running.error && <ReadFailed error={running.error} headline={words.PLAN_WORDS.runningFailed} has />}
      {projects.error && <ReadFailed error={projects.error} headline={words.PLAN_WORDS.lengthsFailed} has />}
      {dates.isPending && !dates.error && <Skeleton text={words.PLAN_WORDS.loading} count={6} />}
      {isEmpty && <StateCard look="part" icon={<Empty />} words={words.PLAN_WORDS.none} />}
      {data && (!isEmpty || view === 'month') && <Shown runs={drawn} now={now} zone={zone} />}
      {view === 'hours' && (project === null ? <TargetGuide /> : <Guide projectId={project} />)}
    </div>
  )
}

/** What plays in the show target, while no project is open. The link leads to the same as a list, in words. */
function TargetGuide() {
  const { to } = useAddress('schedule')
  const target = usePanel(({ state }) => state && targetOf(state))
  return (
    <>
      <p className="row">
        {target && (
          <a className="button quiet" href={to({ project: target.id })}>
            {words.playsIn(target.name)}
          </a>
        )}
        <small>{words.HOURS_WORDS.playsOthers}</small>
      </p>
      {target && <Guide projectId={target.id} />}
    </>
  )
}

/** The time zone of the times shown, and its next clock change. */
function Zone({ now, zone }: { now: number; zone: string }) {
  const [jump] = jumpsIn(now, now + SCHEDULING.mostAheadMs, zone)
  const then = jump && words.ZONE_WORDS.until(jump.at, zone, offsetAt(jump.at, zone))
  const zoneNow = words.ZONE_WORDS.now(now, zone, offsetAt(now, zone))
  return <p className="small">{[zoneNow, then].filter(Boolean).join(' ')}</p>
}

type Dates = NonNullable<Plan['dates']['data']>['value']
const howMuch = ({ total, progress }: Dates, ageMs: number): string =>
  inARow([words.readSoFar(total, progress, ageMs), progress.problem].filter((one) => one != null))
