import { STALE_AFTER_READINGS } from '../../../shared/settings/pace.ts'
import { SHOW_HEADINGS, SHOW_WORDS, staleSaid } from '../../../shared/words/showSettings.ts'
import { useMirror } from '../../store/context.tsx'
import { Card } from '../../ui/Card.tsx'
import { Cost } from './Cost.tsx'
import { Choice } from './Stepper.tsx'
import './Show.css'

/** How careful the guard is, and how often the service is asked. */
export function ShowSection() {
  const liveMs = useMirror(({ state }) => state?.preferences.pace.liveMs ?? null)
  if (liveMs === null) return null
  return (
    <>
      <Card heading={SHOW_HEADINGS.guard} level={3}>
        <ul className="choice-list">
          <Choice name="holdMs" />
          <Choice name="cancelWindowMs" />
          <Choice name="pressUntilMs" />
        </ul>
        <p className="small choice-note">{SHOW_WORDS.guard}</p>
      </Card>
      <Card heading={SHOW_HEADINGS.pace} level={3}>
        <ul className="choice-list">
          <Choice name="liveMs">
            <p className="small num">{staleSaid(STALE_AFTER_READINGS * liveMs)}</p>
          </Choice>
          <Choice name="idleMs" />
        </ul>
        <p className="small choice-note">{SHOW_WORDS.pace}</p>
      </Card>
      <Cost />
    </>
  )
}
