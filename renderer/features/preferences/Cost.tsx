import { type Read, requestsPerMinute, type When } from '../../../shared/settings/pace.ts'
import { targetOf } from '../../../shared/state.ts'
import { costSaid, reserveSaid, SHOW_HEADINGS, SHOW_WORDS } from '../../../shared/words/showSettings.ts'
import { useMirror } from '../../store/context.tsx'
import type { MirrorState } from '../../store/store.ts'
import { Card } from '../../ui/Card.tsx'

const WHEN: readonly When[] = ['running', 'idle']

/** What the chosen pace takes of the account's requests, worked out from the plan the core reads by. */
export function Cost() {
  const limit = useMirror(({ state }) => state?.budget.limit ?? 0)
  const reserve = useMirror(({ state }) => state?.budget.reserve ?? 0)
  return (
    <Card heading={SHOW_HEADINGS.cost} level={3} className="cost">
      <dl className="costs">
        {WHEN.map((when) => (
          <CostOf key={when} when={when} limit={limit} reserve={reserve} />
        ))}
      </dl>
      <p className="small">{reserveSaid(reserve)}</p>
    </Card>
  )
}

function CostOf({ when, limit, reserve }: { when: When; limit: number; reserve: number }) {
  const requests = useMirror((mirror) => costOf(mirror, when))
  const share = (count: number) => `${limit > 0 ? Math.min(100, (count / limit) * 100) : 0}%`
  return (
    <div className="cost-row">
      <dt>{SHOW_WORDS[when]}</dt>
      <dd className="num">{costSaid(requests, limit)}</dd>
      <dd className="cost-bar" aria-hidden="true">
        <span className="cost-used" style={{ inlineSize: share(requests) }} />
        <span className="cost-reserve" style={{ inlineSize: share(reserve) }} />
      </dd>
    </div>
  )
}

function costOf({ state }: MirrorState, when: When): number {
  if (!state) return 0
  const target = targetOf(state)
  const read: Read = {
    scenes: target?.scenes?.length ?? 0,
    scheduled: (target?.settings?.scheduledLives ?? 0) > 0,
  }
  return requestsPerMinute(state.preferences.pace, when, read)
}
