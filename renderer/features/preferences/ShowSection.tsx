import { type Read, requestsPerMinute, STALE_AFTER_READINGS, type When } from '../../../shared/settings/pace.ts'
import {
  costText,
  reserveText,
  SHOW_HEADINGS,
  SHOW_WORDS,
  staleText,
} from '../../../shared/words/desktop/desktopSettings.ts'
import { usePanel } from '../../store/context.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { PreferenceStepper } from './Stepper.tsx'
import './Show.css'
import { targetOf } from '../../../shared/state.ts'
import type { PanelState } from '../../store/store.ts'

const WHEN: readonly When[] = ['running', 'idle']

/** How many requests of the account's limit the chosen pace takes, computed from the core's own read plan. */
export function Cost() {
  const limit = usePanel(({ state }) => state?.budget.limit ?? 0)
  const reserve = usePanel(({ state }) => state?.budget.reserve ?? 0)
  return (
    <Card heading={SHOW_HEADINGS.cost} level={3}>
      <dl className="facts costs">
        {WHEN.map((when) => (
          <CostOf key={when} when={when} limit={limit} reserve={reserve} />
        ))}
      </dl>
      <p className="small">{reserveText(reserve)}</p>
    </Card>
  )
}

function CostOf({ when, limit, reserve }: { when: When; limit: number; reserve: number }) {
  const requests = usePanel((panel) => costOf(panel, when))
  const share = (count: number) => `${limit > 0 ? Math.min(100, (count / limit) * 100) : 0}%`
  return (
    <div>
      <dt className="strong">{SHOW_WORDS[when]}</dt>
      <dd className="num">{costText(requests, limit)}</dd>
      <dd className="cost-bar" aria-hidden="true">
        <span className="cost-used" style={{ inlineSize: share(requests) }} />
        <span className="cost-reserve" style={{ inlineSize: share(reserve) }} />
      </dd>
    </div>
  )
}

function costOf({ state }: PanelState, when: When): number {
  if (!state) return 0
  const target = targetOf(state)
  const read: Read = {
    scenes: target?.scenes?.length ?? 0,
    scheduled: (target?.settings?.scheduledLives ?? 0) > 0,
  }
  return requestsPerMinute(state.preferences.pace, when, read)
}

/** Settings of the guard and of how often the service is polled. */
export function ShowSection() {
  const liveMs = usePanel(({ state }) => state?.preferences.pace.liveMs ?? null)
  if (liveMs === null) return null
  return (
    <>
      <Card heading={SHOW_HEADINGS.guard} level={3}>
        <ul className="ruled">
          <PreferenceStepper name="holdMs" />
          <PreferenceStepper name="cancelWindowMs" />
          <PreferenceStepper name="pressUntilMs" />
        </ul>
        <p className="small choice-note">{SHOW_WORDS.guard}</p>
      </Card>
      <Card heading={SHOW_HEADINGS.pace} level={3}>
        <ul className="ruled">
          <PreferenceStepper name="liveMs">
            <p className="small num">{staleText(STALE_AFTER_READINGS * liveMs)}</p>
          </PreferenceStepper>
          <PreferenceStepper name="idleMs" />
        </ul>
        <p className="small choice-note">{SHOW_WORDS.pace}</p>
      </Card>
      <Cost />
    </>
  )
}
