import { useDeferredValue } from 'react'
import { Destinations } from '../features/destinations/Destinations.tsx'
import { ShowTarget } from '../features/projects/ShowTarget.tsx'
import { Scenes } from '../features/scenes/Scenes.tsx'
import { Budget } from '../features/show/Budget.tsx'
import { CheckSheet } from '../features/show/CheckSheet.tsx'
import { Controls } from '../features/show/Controls.tsx'
import { PendingEditList } from '../features/show/PendingEdits.tsx'
import { late } from '../ui/late.tsx'

/** It stands last, and grows with the show. */
const Journal = late(async () => (await import('../features/journal/Journal.tsx')).Journal, null)

/**
 * Runs the show: what is done stands left, what is known stands right; in a narrow window one beneath the other.
 */
export function ShowScreen() {
  // What stands last comes a frame later: what is on air, and what acts on it, is there so much sooner.
  const further = useDeferredValue(true, false)
  return (
    <div className="show">
      <Controls />
      <Scenes />
      <aside className="side">
        <PendingEditList />
        <CheckSheet />
        <Destinations />
        {further && <Budget />}
        {further && <ShowTarget />}
      </aside>
      {further && <Journal />}
    </div>
  )
}
