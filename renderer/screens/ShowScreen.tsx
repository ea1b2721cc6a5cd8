import { useDeferredValue } from 'react'
import { Budget } from '../parts/Budget.tsx'
import { CheckSheet } from '../parts/CheckSheet.tsx'
import { Controls } from '../parts/Controls.tsx'
import { Destinations } from '../parts/Destinations.tsx'
import { late } from '../parts/late.tsx'
import { NotSeen } from '../parts/NotSeen.tsx'
import { Scenes } from '../parts/Scenes.tsx'
import { ShowTarget } from '../parts/ShowTarget.tsx'

/** It stands last, and grows with the show. */
const Journal = late(async () => (await import('../parts/Journal.tsx')).Journal, null)

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
        <NotSeen />
        <CheckSheet />
        <Destinations />
        {further && <Budget />}
        {further && <ShowTarget />}
      </aside>
      {further && <Journal />}
    </div>
  )
}
