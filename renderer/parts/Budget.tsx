import { HEADINGS } from '../../shared/words/labels.ts'
import { budgetLeft, budgetNotes } from '../../shared/words/show.ts'
import { useTimed } from '../hooks/useTimed.ts'
import { useMirror } from '../mirror/context.tsx'
import { Card } from './Card.tsx'
import './Budget.css'

/** What is left of the account's requests, and what is kept for the show. */
export function Budget() {
  const limit = useMirror(({ state }) => state?.budget.limit ?? 0)
  const remaining = useMirror(({ state }) => state?.budget.remaining ?? 0)
  const reserve = useMirror(({ state }) => state?.budget.reserve ?? 0)
  const notes = useTimed(({ state }, now) => (state ? budgetNotes(state.budget, now).join(' · ') : ''))
  const left = budgetLeft(remaining, limit)
  const share = (count: number) => `${limit > 0 ? Math.min(100, Math.max(0, (count / limit) * 100)) : 0}%`
  return (
    <Card heading={HEADINGS.budget} aside={left} className="budget">
      <meter className="hearable" aria-label={HEADINGS.budget} min={0} max={limit} low={reserve} value={remaining}>
        {left}
      </meter>
      <div className="meter" aria-hidden="true" data-low={remaining <= reserve || undefined}>
        <span className="meter-left" style={{ inlineSize: share(remaining) }} />
        <span className="meter-reserve" style={{ inlineSize: share(reserve) }} />
      </div>
      <p className="small num">{notes}</p>
    </Card>
  )
}
