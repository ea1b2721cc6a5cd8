import { useEffect } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Answer as OperationAnswer } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { planned, type Repeat, sendable } from '../../../shared/schedule/planned.ts'
import { clashesOf, lengthOfRun, type Run, typedRuns } from '../../../shared/schedule/runs.ts'
import * as words from '../../../shared/words/planning.ts'
import type { Plan } from '../../data/usePlan.ts'
import { useActions } from '../../store/context.tsx'
import { Answer } from '../../ui/Answer.tsx'
import { Field, Form, Select } from '../../ui/Field.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { useSubmit } from '../../ui/useSubmit.ts'
import { PlannedRow } from './PlannedRow.tsx'
import { nameOf } from './RunRow.tsx'
import { useDraft } from './useDraft.ts'
import { useLostDates } from './useLostDates.ts'

interface Props {
  project: Project
  plan: Plan
  now: number
  zone: string
  /** The dates that are moved; none: it has none yet. */
  old: readonly number[]
  onDone?(): void
  onTyped(runs: readonly Run[]): void
  onSent(sent: Sent): void
}

/** A set that was sent, and what of it was taken. */
export interface Sent {
  dates: readonly number[]
  taken: readonly number[]
}

const MINUTE = 60_000
const { DATES_NAMES: NAMES, DATES_WORDS: WORDS } = words

/** Gives a project dates, or moves those it has: each is checked while it is typed, and only what would pass is sent. */
export function DatesForm({ project, plan, now, zone, old, onDone, onTyped, onSent }: Props) {
  const { tell } = useActions()
  const spot = `dates:${project.id}` as const
  const { isReady, send, ...submission } = useSubmit(spot)
  // The minute that has begun is over before anything is sent.
  const soon = now + MINUTE
  const { draft, fill, forget } = useDraft(`${project.id} ${old.join()}`, old, soon, zone)
  const length = lengthOfRun(project)
  const plannedMs = length !== null && Number.isFinite(length) ? length : null
  const dates = planned(draft, old, zone, { now: soon, plannedMs })
  const ready = sendable(dates)
  useTyped(project, ready, onTyped)
  const looking = useLostDates(project.id).some(({ phase }) => phase === 'looking')

  async function submit(): Promise<void> {
    const input = { projectId: project.id, dates: ready.map((at) => new Date(at).toISOString()) }
    const operation = old.length > 0 ? 'moveSchedule' : 'scheduleLive'
    const command: CommandInput = { type: 'edit', operation, input }
    const why = looking ? WORDS.wait : ready.length === 0 ? WORDS.nothing : null
    if (why) return tell(spot, { result: 'inert', why })
    if (!isReady(command)) return
    const answer = await send(command)
    if (answer?.result !== 'done') return
    onSent({ dates: ready, taken: takenOf(answer.done) ?? ready })
    forget()
    onDone?.()
  }
  const clashOf = (at: number | null) => {
    const end = at === null || length === null ? null : at + length
    const others =
      at === null ? [] : clashesOf({ projectId: project.id, at, end, outlets: project.destinations }, plan.runs)
    return others.length ? words.clash(others.map((one) => ({ name: nameOf(one), end: one.end }))) : null
  }
  return (
    <Form of={submission} onSubmit={submit}>
      <p className="small">{words.runsFor(length)}</p>
      <Pattern {...{ draft, fill, isMove: old.length > 1, many: plannedMs !== null }} />
      <p className="small num">{words.dateCount(dates.length, SCHEDULING.most)}</p>
      <ul className="ruled dates">
        {dates.map((date, nth) => (
          <PlannedRow
            key={date.wall}
            {...{ date, zone }}
            clash={clashOf(date.at)}
            onTakeOut={() => fill({ out: [...draft.out, date.wall] })}
            onChoose={(at) => fill({ chosen: { ...draft.chosen, [date.wall]: at } })}
            onEarliest={
              nth > 0 ? undefined : (wall) => fill({ day: wall.slice(0, 10), time: wall.slice(11), out: [] })
            }
          />
        ))}
      </ul>
      <div className="row dates-foot">
        <p className="small">
          {ready.length < dates.length && WORDS.some(ready.length, dates.length)} {old.length === 0 && WORDS.oneSet}
        </p>
        <Answer spots={[spot]} />
        {onDone && <Button onClick={onDone}>{NAMES.keep}</Button>}
        <Button type="submit" className="main" aria-disabled={ready.length === 0 || looking || undefined}>
          {(old.length > 0 ? NAMES.move : NAMES.send)(ready.length)}
        </Button>
      </div>
    </Form>
  )
}

/** Tells which dates would be sent, as long as they are typed here. */
function useTyped(project: Project, ready: readonly number[], onTyped: Props['onTyped']): void {
  const dates = ready.join()
  useEffect(() => {
    onTyped(dates === '' ? [] : typedRuns(project, dates.split(',').map(Number)))
    return () => onTyped([])
  }, [project, dates, onTyped])
}

/** The dates the service says it took; null: it does not say. */
function takenOf(done: { what: string; answer?: unknown }): number[] | null {
  const { scheduled } = (done.answer ?? {}) as Partial<OperationAnswer<'scheduleLive'>>
  return scheduled?.map(({ scheduledDate }) => Date.parse(scheduledDate)) ?? null
}

type PatternProps = Pick<ReturnType<typeof useDraft>, 'draft' | 'fill'> & { isMove: boolean; many: boolean }

/** The first date, and how the others follow from it. What was taken out of another pattern is in this one. */
function Pattern({ draft, fill, isMove, many }: PatternProps) {
  const change = (what: Parameters<typeof fill>[0]) => fill({ out: [], ...what })
  const { same, ...others } = words.REPEAT_NAMES
  const repeats = isMove ? { same, ...others } : others
  return (
    <div className="fields">
      <Field
        name="day"
        type="date"
        label={NAMES.day}
        value={draft.day}
        onChange={({ target }) => change({ day: target.value })}
      />
      <Field
        name="time"
        type="time"
        label={NAMES.time}
        value={draft.time}
        onChange={({ target }) => change({ time: target.value })}
      />
      {many && (
        <Select<Repeat>
          label={NAMES.repeat}
          words={repeats as Record<Repeat, string>}
          value={draft.repeat}
          onChoose={(repeat) => change({ repeat })}
        />
      )}
      {many && draft.repeat !== 'once' && draft.repeat !== 'same' && (
        <Field
          name="times"
          type="number"
          min={1}
          max={SCHEDULING.most}
          label={NAMES.times}
          value={draft.times || ''}
          onChange={({ target }) => change({ times: target.valueAsNumber || 0 })}
        />
      )}
    </div>
  )
}
