import { useEffect, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Answer as OperationAnswer } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import {
  type Draft,
  differenceOf,
  type PlannedDate,
  planned,
  putOn,
  sendable,
} from '../../../shared/schedule/planned.ts'
import { clashesOf, lengthOfRun, plannedMsOf, type Run, typedRuns } from '../../../shared/schedule/runs.ts'
import { dayAfter, wallOf } from '../../../shared/schedule/zones.ts'
import { MINUTE_MS } from '../../../shared/util/clock.ts'
import * as words from '../../../shared/words/schedule/planning.ts'
import { SCHEDULE_WORDS } from '../../../shared/words/schedule/schedule.ts'
import type { Plan } from '../../data/usePlan.ts'
import { usePanel } from '../../store/context.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { useLostEdits } from '../../ui/feedback/LostEdit.tsx'
import { Form } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { Pattern } from './Pattern.tsx'
import { PlannedRow } from './PlannedRow.tsx'
import { clashLine } from './RunRow.tsx'
import { useDraft } from './useDraft.ts'

interface Props {
  project: Project
  plan: Plan
  now: number
  zone: string
  /** The dates to move; empty: the project has none yet. */
  old: readonly number[]
  /** Dates to add initially: those that were not accepted the last time. */
  added: readonly number[]
  onDone?(): void
  onTyped(typed: Typed): void
  onSent(sent: Sent): void
}

/** Unsent input: the runs it would create, and the existing dates that would be removed. */
export interface Typed {
  runs: readonly Run[]
  leaving: readonly number[]
}

export const NOTHING_TYPED: Typed = { runs: [], leaving: [] }

/** A set of dates that was sent, and those the service accepted. */
export interface Sent {
  dates: readonly number[]
  taken: readonly number[]
}

const { DATES_NAMES: NAMES, DATES_WORDS: WORDS } = words
/** The edits of dates. */
export const OF_DATES = ['scheduleLive', 'cancelSchedule', 'cancelSchedules'] as const

const iso = (at: number) => new Date(at).toISOString()

/**
 * Schedules a project or changes its dates. Each date is checked while typing, and the effect of the button is shown
 * in advance.
 */
export function DatesForm({ project, plan, now, zone, old, added, onDone, onTyped, onSent }: Props) {
  const spot = `dates:${project.id}` as const
  const { submit: send, ...submission } = useSubmit(spot)
  const isMove = old.length > 0
  // Assumes that the current minute is over before anything is sent.
  const soon = now + MINUTE_MS
  const length = lengthOfRun(project)
  const plannedMs = plannedMsOf(project)
  const many = plannedMs !== null
  const { draft, fill, forget } = useDraft(`${project.id} ${isMove} ${added.join()}`, old, soon, zone, added, many)
  const dates = planned(draft, old, zone, { now: soon, plannedMs })
  const ready = sendable(dates)
  const changes = differenceOf(old, dates)
  useTyped(
    project,
    ready.filter((at) => !changes.stay.includes(at)),
    old.filter((at) => !changes.stay.includes(at)),
    onTyped,
  )
  const looking = useLostEdits(OF_DATES, project.id).some(({ phase }) => phase === 'looking')
  const isNothing = ready.length === 0 || (isMove && words.isUnchanged(changes))
  const nothing = dates.length === 0 ? missingIn(draft) : WORDS.nothing

  async function submit(): Promise<void> {
    const why = looking ? WORDS.wait : ready.length === 0 ? nothing : isNothing ? WORDS.unchanged : null
    const done = await send(toSend(project.id, old, ready), why)
    if (!done) return
    onSent({ dates: ready, taken: takenOf(done) ?? ready })
    forget()
    onDone?.()
  }
  function addAnother(): void {
    const last = dates.at(-1)?.wall
    fill(putOn(draft, last ? dayAfter(last.slice(0, 10), 1) : draft.day || wallOf(soon, zone).slice(0, 10), null))
  }
  const rowOf = (date: PlannedDate) => (
    <PlannedRow
      key={date.key}
      {...{ date, zone }}
      change={isMove ? changeOf(date, changes) : null}
      clash={clashOf(date.at, project, length, plan.runs)}
      onTakeOut={() => fill({ out: [...draft.out, date.key] })}
      onChange={(wall) => fill({ changed: { ...draft.changed, [date.key]: wall } })}
      onChoose={(at) => fill({ chosen: { ...draft.chosen, [date.wall]: at } })}
    />
  )
  return (
    <Form of={submission} onSubmit={submit}>
      <p className="small">{words.runsFor(length)}</p>
      <ChangedElsewhere old={old} />
      <Pattern {...{ draft, fill, isMove: old.length > 1, many }} />
      <p className="small num">
        {dates.length === 0 ? nothing : words.dateCount(dates.length, many ? SCHEDULING.most : 1)}
      </p>
      <ul className="ruled dates">{dates.map(rowOf)}</ul>
      {many && dates.length < SCHEDULING.most && <Button onClick={addAnother}>{NAMES.addAnother}</Button>}
      <div className="row dates-foot">
        <Consequence {...{ isMove, changes, ready: ready.length, all: dates.length }} />
        <Answer spots={[spot]} />
        {onDone && <Button onClick={onDone}>{NAMES.keep}</Button>}
        <Button type="submit" className="main" aria-disabled={isNothing || looking || undefined}>
          {isMove ? words.changeNames(changes) : NAMES.send(ready.length)}
        </Button>
      </div>
    </Form>
  )
}

/** Why the input yields no date. */
function missingIn({ day, time, repeat, times, weekdays }: Draft): string {
  if (repeat === 'each' || repeat === 'same') return WORDS.noneLeft
  if (day === '' || time === '') return WORDS.noDay
  if (repeat !== 'once' && times < 1) return WORDS.noTimes
  return repeat === 'days' && weekdays.length === 0 ? WORDS.noWeekday : WORDS.noneLeft
}

interface ConsequenceProps {
  isMove: boolean
  changes: words.Changes
  ready: number
  all: number
}

/** What the button will do: which dates are kept and which are removed, and what content they will have. */
function Consequence({ isMove, changes, ready, all }: ConsequenceProps) {
  const content = usePanel(({ state }) => state?.meanings.scheduledContent ?? 'nextRun')
  const { stay, gone } = changes
  return (
    <div className="small stack-tight">
      {ready < all && <p>{WORDS.some(ready, all)}</p>}
      {isMove && gone.length > 0 && <p className="planned-wrong">{words.goneDates(gone)}</p>}
      {isMove && stay.length > 0 && <p>{words.stays(stay.length)}</p>}
      {ready > 0 && <p>{SCHEDULE_WORDS.content(content, ready)}</p>}
    </div>
  )
}

/** Shown when someone else, or another window, changed the dates after this form was opened. */
function ChangedElsewhere({ old }: { old: readonly number[] }) {
  const [opened] = useState(() => old.join())
  if (opened === old.join()) return null
  return (
    <p className="noted" role="status">
      {words.changedElsewhere(old)}
    </p>
  )
}

const changeOf = ({ at, from }: PlannedDate, { stay, moved }: words.Changes) => {
  if (at === null || stay.includes(at)) return null
  return from !== null && moved.some((one) => one.to === at) ? words.movedFrom(from) : words.NEW_DATE
}

function clashOf(at: number | null, project: Project, length: number | null, runs: readonly Run[]): string | null {
  if (at === null) return null
  const end = length === null ? null : at + length
  return clashLine(clashesOf({ projectId: project.id, at, end, outlets: project.destinations }, runs))
}

/** Reports the dates that would be sent, as long as the form is open. */
function useTyped(
  project: Project,
  ready: readonly number[],
  leaving: readonly number[],
  onTyped: Props['onTyped'],
): void {
  const dates = JSON.stringify([ready, leaving])
  useEffect(() => {
    const [to, from] = JSON.parse(dates) as [number[], number[]]
    onTyped({ runs: typedRuns(project, to), leaving: from })
    return () => onTyped(NOTHING_TYPED)
  }, [project, dates, onTyped])
}

/** The command that replaces the dates of a project. */
export function toSend(projectId: string, old: readonly number[], dates: readonly number[]): CommandInput {
  const isMove = old.length > 0
  const input = { projectId, ...(isMove && { base: old.map(iso) }), dates: dates.map(iso) }
  return { type: 'edit', operation: isMove ? 'moveSchedule' : 'scheduleLive', input }
}

/** The dates that the service reports as accepted; null: it reports none. */
export function takenOf(done: { what: string; answer?: unknown }): number[] | null {
  const { scheduled } = (done.answer ?? {}) as Partial<OperationAnswer<'scheduleLive'>>
  return scheduled?.map(({ scheduledDate }) => Date.parse(scheduledDate)) ?? null
}
