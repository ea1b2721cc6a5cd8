import { SCHEDULING } from '../../../shared/contract/limits.ts'
import { type Draft, REPEATS, type Repeat } from '../../../shared/schedule/planned.ts'
import { dayAfter } from '../../../shared/schedule/zones.ts'
import * as words from '../../../shared/words/schedule/planning.ts'
import { bound, Field, Select } from '../../ui/form/Field.tsx'

interface Props {
  draft: Draft
  fill(change: Partial<Draft>): void
  /** Existing dates are being moved. */
  isMove: boolean
  /** The project may have more than one date. */
  many: boolean
}

const { DATES_NAMES: NAMES } = words
const WEEK = [1, 2, 3, 4, 5, 6, 7]
/** A Monday, used to derive the names of weekdays. */
const MONDAY = '2026-01-05'
const nameOfDay = (nth: number) => words.weekdayName(dayAfter(MONDAY, nth - 1))

/** The first date and its repetition. A change of the pattern discards individual changes to dates. */
export function Pattern({ draft, fill, isMove, many }: Props) {
  const change = (what: Partial<Draft>) => fill({ out: [], changed: {}, ...what })
  const form = { fields: draft, fill: change }
  const { repeat, weekdays } = draft
  const offered = REPEATS.filter((one) => isMove || (one !== 'same' && one !== 'each'))
  const repeats = Object.fromEntries(offered.map((one) => [one, words.REPEAT_NAMES[one]])) as Record<Repeat, string>
  return (
    <div className="fields">
      {repeat !== 'each' && (
        <>
          <Field {...bound(form, 'day')} type="date" label={many ? NAMES.day : NAMES.onlyDay} />
          <Field {...bound(form, 'time')} type="time" label={NAMES.time} />
        </>
      )}
      {many && (
        <Select<Repeat>
          label={NAMES.repeat}
          words={repeats}
          value={repeat}
          onChoose={(one) => change({ repeat: one })}
        />
      )}
      {many && (repeat === 'daily' || repeat === 'weekly' || repeat === 'days') && (
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
      {many && repeat === 'days' && (
        <fieldset className="weekdays">
          <legend>{NAMES.weekdays}</legend>
          {WEEK.map((nth) => (
            <label key={nth} className="weekday">
              <input
                type="checkbox"
                checked={weekdays.includes(nth)}
                onChange={({ target }) =>
                  change({ weekdays: target.checked ? [...weekdays, nth] : weekdays.filter((one) => one !== nth) })
                }
              />
              {nameOfDay(nth)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
