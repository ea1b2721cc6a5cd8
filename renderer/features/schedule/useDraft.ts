import { useEffect, useRef } from 'react'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import { type Draft, putOn, weekdayOf } from '../../../shared/schedule/planned.ts'
import { wallOf } from '../../../shared/schedule/zones.ts'
import { HOUR_MS } from '../../../shared/util/clock.ts'
import { useKeptDraft } from '../../store/drafts.ts'
import { useAddress } from '../../store/useAddress.ts'

/** The initial draft: the dates to move, or the next allowed full hour. */
function first(old: readonly number[], now: number, zone: string, added: readonly number[]): Draft {
  const soonest = Math.ceil((now + SCHEDULING.leastAheadMs) / HOUR_MS) * HOUR_MS
  const [day = '', time = ''] = wallOf(old[0] ?? soonest, zone).split('T')
  return {
    ...{ day, time, repeat: old.length > 0 ? 'each' : 'once', times: 4, weekdays: [weekdayOf(day)] },
    ...{ added: added.map((at) => wallOf(at, zone)), changed: {}, out: [], chosen: {} },
  }
}

/** A changed date whose original was removed meanwhile is still wanted: it is kept as an added date. */
function withoutBase(draft: Draft, standing: readonly string[]): Draft {
  const { repeat, changed, added } = draft
  const isGone = ([from]: [string, string]) => !standing.includes(from) && !added.includes(from)
  const gone = Object.entries(changed).filter(isGone)
  if (repeat !== 'each' || gone.length === 0) return draft
  const left = Object.entries(changed).filter((one) => !isGone(one))
  return { ...draft, changed: Object.fromEntries(left), added: [...added, ...gone.map(([, to]) => to)] }
}

/**
 * The unsent dates. A day chosen in the calendar, or a date moved to another day, is added to them.
 *
 * @param added dates to add initially
 * @param many whether the project may have more than one date
 */
export function useDraft(
  key: string,
  old: readonly number[],
  now: number,
  zone: string,
  added: readonly number[],
  many: boolean,
) {
  const standing = old.map((at) => wallOf(at, zone)).join()
  const begun = useRef({ standing: '', draft: first(old, now, zone, added) })
  if (begun.current.standing !== standing) begun.current = { standing, draft: first(old, now, zone, added) }
  const untouched = begun.current.draft
  const { draft, keep, forget } = useKeptDraft(`dates ${key}`, untouched)
  const { address, adjust } = useAddress('schedule')
  const { day, from } = address
  useEffect(() => {
    if (day === null) return
    keep((was) => {
      const [only] = many ? [] : standing.split(',')
      if (only) return putOn(was, day, from ?? was.changed[only] ?? only)
      const isFirst = old.length === 0 && (was === untouched || !many)
      return isFirst ? { ...was, day, weekdays: [weekdayOf(day)], changed: {}, out: [] } : putOn(was, day, from)
    })
    adjust({ day: null, from: null })
  })
  // Another client may change the dates while the user edits.
  useEffect(() => {
    const rebase = (was: Draft) => withoutBase(was, standing.split(','))
    if (rebase(draft) !== draft) keep(rebase)
  })
  return { draft, fill: (change: Partial<Draft>) => keep((was) => ({ ...was, ...change })), forget }
}
