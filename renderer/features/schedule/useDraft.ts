import { useState } from 'react'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Draft } from '../../../shared/schedule/planned.ts'
import { wallOf } from '../../../shared/schedule/zones.ts'
import { useKeptDraft } from '../../store/drafts.ts'

const HOUR = 3_600_000

/** What it begins with: the dates that are moved, or the next full hour that may be. */
function first(old: readonly number[], now: number, zone: string): Draft {
  const soonest = Math.ceil((now + SCHEDULING.leastAheadMs) / HOUR) * HOUR
  const [day = '', time = ''] = wallOf(old[0] ?? soonest, zone).split('T')
  return { day, time, repeat: old.length > 1 ? 'same' : 'once', times: 4, out: [], chosen: {} }
}

/** The dates that are typed and not sent yet. */
export function useDraft(key: string, old: readonly number[], now: number, zone: string) {
  const [begun] = useState(() => first(old, now, zone))
  const { draft, keep, forget } = useKeptDraft(`dates ${key}`, begun)
  return { draft, fill: (change: Partial<Draft>) => keep((was) => ({ ...was, ...change })), forget }
}
