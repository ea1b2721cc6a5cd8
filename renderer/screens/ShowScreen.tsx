import { Budget } from '../parts/Budget.tsx'
import { Controls } from '../parts/Controls.tsx'
import { Destinations } from '../parts/Destinations.tsx'
import { Journal } from '../parts/Journal.tsx'
import { NotSeen } from '../parts/NotSeen.tsx'
import { Scenes } from '../parts/Scenes.tsx'
import { ShowTarget } from '../parts/ShowTarget.tsx'

/** Runs the show: what is done stands left, what is known stands right; on a phone one beneath the other. */
export function ShowScreen() {
  return (
    <div className="show">
      <Controls />
      <Scenes />
      <aside className="side">
        <NotSeen />
        <Destinations />
        <Budget />
        <ShowTarget />
      </aside>
      <Journal />
    </div>
  )
}
