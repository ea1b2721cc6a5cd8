import { useState } from 'react'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Draft } from '../../../shared/schedule/planned.ts'
import { wallOf } from '../../../shared/schedule/zones.ts'

const HOUR = 3_600_000
const drafts = new Map<string, Draft>()

/** What it begins with: the dates that are moved, or the next full hour that may be. */
function first(old: readonly number[], now: number, zone: string): Draft {
  const soonest = Math.ceil((now + SCHEDULING.leastAheadMs) / HOUR) * HOUR
  const [day = '', time = ''] = wallOf(old[0] ?? soonest, zone).split('T')
  return { day, time, repeat: old.length > 1 ? 'same' : 'once', times: 4, out: [], chosen: {} }
}

/** What is typed and not sent yet. It outlives the pane: who looks something up elsewhere finds it again. */
export function useDraft(key: string, old: readonly number[], now: number, zone: string) {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? first(old, now, zone))
  return {
    draft,
    fill(change: Partial<Draft>): void {
      const next = { ...draft, ...change }
      drafts.set(key, next)
      setDraft(next)
    },
    forget: () => void drafts.delete(key),
  }
}
