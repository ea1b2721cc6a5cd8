import { useEffect, useState } from 'react'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import { type Draft, putOn, weekdayOf } from '../../../shared/schedule/planned.ts'
import { wallOf } from '../../../shared/schedule/zones.ts'
import { useKeptDraft } from '../../store/drafts.ts'
import { useAddress } from './address.ts'

const HOUR = 3_600_000

/** What it begins with: the dates that are moved, or the next full hour that may be. */
function first(old: readonly number[], now: number, zone: string, added: readonly number[]): Draft {
  const soonest = Math.ceil((now + SCHEDULING.leastAheadMs) / HOUR) * HOUR
  const [day = '', time = ''] = wallOf(old[0] ?? soonest, zone).split('T')
  return {
    ...{ day, time, repeat: old.length > 0 ? 'each' : 'once', times: 4, weekdays: [weekdayOf(day)] },
    ...{ added: added.map((at) => wallOf(at, zone)), changed: {}, out: [], chosen: {} },
  }
}

/**
 * The dates that are typed and not sent yet. A day that was chosen in the calendar, or a date put on another, is among them.
 *
 * @param added what is to be there besides, at first
 */
export function useDraft(key: string, old: readonly number[], now: number, zone: string, added: readonly number[]) {
  const [begun] = useState(() => first(old, now, zone, added))
  const { draft, keep, forget } = useKeptDraft(`dates ${key}`, begun)
  const { address, adjust } = useAddress()
  const { day, from } = address
  useEffect(() => {
    if (day === null) return
    keep((was) =>
      was === begun && old.length === 0 ? { ...was, day, weekdays: [weekdayOf(day)] } : putOn(was, day, from),
    )
    adjust({ day: null, from: null })
  })
  return { draft, fill: (change: Partial<Draft>) => keep((was) => ({ ...was, ...change })), forget }
}
