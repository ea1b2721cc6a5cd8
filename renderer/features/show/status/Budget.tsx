import type { Budget as Known } from '../../../../shared/budget.ts'
import { budgetBar, budgetLevel } from '../../../../shared/view/budget.ts'
import { BUDGET_PARTS, budgetNotes, budgetText, budgetWarning } from '../../../../shared/words/accounts/budget.ts'
import { HEADINGS } from '../../../../shared/words/labels.ts'
import { budgetLeft } from '../../../../shared/words/show/show.ts'
import { usePanel } from '../../../store/context.tsx'
import { useTimed } from '../../../store/useTimed.ts'
import { Warning } from '../../../ui/icons/icons.tsx'
import { Card } from '../../../ui/screen/Card.tsx'
import './Budget.css'

/** The account's requests of this minute: used, remaining, and reserved for the show. */
export function Budget() {
  const budget = usePanel(({ state }) => state?.budget)
  return budget ? <BudgetCard budget={budget} /> : null
}

/** The budget on the show screen, shown only while it is running out. */
export function BudgetLow() {
  const matters = useTimed(({ state }, now) => (state ? budgetLevel(state.budget, now) !== 'plenty' : false))
  return matters && <Budget />
}

/** Joins the notes, because `useTimed` results must be plain text. */
const SEPARATOR = '\n'

function BudgetCard({ budget }: { budget: Known }) {
  const notes = useTimed((_, now) => budgetNotes(budget, now).join(SEPARATOR))
  const warning = useTimed((_, now) => budgetWarning(budget, now))
  return (
    <Card heading={HEADINGS.budget} aside={<b>{budgetLeft(budget.remaining, budget.limit)}</b>}>
      <Meter budget={budget} />
      <Legend budget={budget} />
      {warning && (
        <p className="budget-warning label num">
          <Warning />
          <span>{warning}</span>
        </p>
      )}
      <p className="row budget-notes small num">
        {notes.split(SEPARATOR).map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
    </Card>
  )
}

/** The parts of the bar, in order: used first, then remaining. */
const PARTS = ['ours', 'others', 'free', 'kept'] as const

function Meter({ budget }: { budget: Known }) {
  const { limit, remaining, reserve } = budget
  const level = useTimed((_, now) => budgetLevel(budget, now))
  const bar = budgetBar(budget)
  const left = bar.free + bar.kept
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot draw the parts of the bar.
    <div
      className="meter"
      role="meter"
      aria-label={HEADINGS.budget}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={left}
      aria-valuetext={budgetText(Math.max(0, Math.floor(remaining)), limit, Math.min(reserve, left))}
      data-level={level}
    >
      {PARTS.map((part) => (
        <span key={part} data-part={part} style={{ flexGrow: bar[part] }} />
      ))}
    </div>
  )
}

/** The meaning of each part of the bar. Hidden from screen readers, which have the meter's value text. */
function Legend({ budget }: { budget: Known }) {
  const bar = budgetBar(budget)
  return (
    <ul className="meter-legend small num" aria-hidden="true">
      {PARTS.map((part) => (
        <li key={part}>
          <span className="meter-swatch" data-part={part} />
          {BUDGET_PARTS[part]} <b className="strong">{bar[part]}</b>
        </li>
      ))}
    </ul>
  )
}
