/** The doctor: tries line by line what Cuelight needs of this computer. Pure except for the functions passed in. */
import { DOCTOR_LINES, type DoctorLine, type DoctorLineName, type Found } from '../../../shared/doctor.ts'
import { singleFlight } from '../../util/singleFlight.ts'

/** How each line is tried. A rejection means that it does not work. */
export type Tries = { readonly [Line in DoctorLineName]: () => Promise<Found> | Found }

/** Runs them one after the other, so that none disturbs another. A request during a run gets the result of that run. */
export function createDoctor(tries: Tries): () => Promise<{ lines: DoctorLine[] }> {
  return singleFlight(async () => {
    const lines: DoctorLine[] = []
    for (const line of DOCTOR_LINES) lines.push({ line, ...(await tried(tries[line])) })
    return { lines }
  })
}

async function tried(look: () => Promise<Found> | Found): Promise<Found> {
  try {
    return await look()
  } catch (error) {
    return { state: 'doesNot', detail: error instanceof Error ? error.message : String(error) }
  }
}
