import { PLACE_NAMES } from '../../../shared/words/places.ts'

/** To come. */
export function ReportsScreen() {
  return (
    <div className="page reports-screen">
      <h2>{PLACE_NAMES.reports}</h2>
    </div>
  )
}
