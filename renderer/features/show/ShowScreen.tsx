import { useDeferredValue } from 'react'
import { late } from '../../ui/late.tsx'
import { Destinations } from '../destinations/Destinations.tsx'
import { Scenes } from '../scenes/Scenes.tsx'
import { Budget } from './Budget.tsx'
import { CheckSheet } from './CheckSheet.tsx'
import { Controls } from './Controls.tsx'
import { NotSeen } from './PendingEdits.tsx'
import { ShowTarget } from './ShowTarget.tsx'

/** It stands last, and grows with the show. */
const Journal = late(async () => (await import('../journal/Journal.tsx')).Journal, null)

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
