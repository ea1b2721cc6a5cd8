import { PLACE_NAMES } from '../../../shared/words/places.ts'

/** To come. */
export function ScheduleScreen() {
  return (
    <div className="page schedule-screen">
      <h2>{PLACE_NAMES.schedule}</h2>
    </div>
  )
}
