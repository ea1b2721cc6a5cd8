import { useDeferredValue } from 'react'
import { isRunning } from '../../shared/state.ts'
import { useTarget } from '../mirror/context.tsx'
import { Budget } from '../parts/Budget.tsx'
import { CheckSheet } from '../parts/CheckSheet.tsx'
import { Controls } from '../parts/Controls.tsx'
import { Destinations } from '../parts/Destinations.tsx'
import { Journal } from '../parts/Journal.tsx'
import { NotSeen } from '../parts/NotSeen.tsx'
import { Scenes } from '../parts/Scenes.tsx'
import { ShowTarget } from '../parts/ShowTarget.tsx'

/**
 * Runs the show: what is done stands left, what is known stands right; in a narrow window one beneath the other, and there
 * what one looks at before going live stands before the scenes until it runs.
 */
export function ShowScreen() {
  const running = useTarget((target) => isRunning(target?.live ?? null))
  // What stands last comes a frame later: what is on air, and what acts on it, is there so much sooner.
  const further = useDeferredValue(true, false)
  return (
    <div className="show" data-running={running || undefined}>
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
