import { useDeferredValue } from 'react'
import { Destinations } from '../features/destinations/Destinations.tsx'
import { Scenes } from '../features/scenes/Scenes.tsx'
import { CheckSheet } from '../features/show/CheckSheet.tsx'
import { Controls } from '../features/show/Controls.tsx'
import { PendingEditList } from '../features/show/PendingEdits.tsx'
import { late } from '../ui/late.tsx'

/** They stand last, and nobody needs them in the first moment. */
const BudgetLow = late(async () => (await import('../features/show/Budget.tsx')).BudgetLow, null)
const ShowTarget = late(async () => (await import('../features/projects/ShowTarget.tsx')).ShowTarget, null)
const Journal = late(async () => (await import('../features/journal/Journal.tsx')).Journal, null)

/** Runs the show: what is done stands left, what is known right; in a narrow window one beneath the other. */
export function ShowScreen() {
  // What stands last comes a frame later: what is on air, and what acts on it, is there so much sooner.
  const further = useDeferredValue(true, false)
  return (
    <div className="page show">
      <div className="lead">
        <Controls />
        <Scenes />
        {further && <Journal />}
      </div>
      <aside className="stack side">
        <PendingEditList />
        <CheckSheet />
        <Destinations />
        {further && <BudgetLow />}
        {further && <ShowTarget />}
      </aside>
    </div>
  )
}
