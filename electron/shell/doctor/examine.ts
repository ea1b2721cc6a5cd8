/** The doctor: tries line by line what Cuelight needs of this computer. Pure except for the functions passed in. */
import { DOCTOR_LINES, type DoctorLine, type DoctorLineName, type Found } from '../../../shared/doctor.ts'

/** How each line is tried. A rejection means that it does not work. */
export type Tries = { readonly [Line in DoctorLineName]: () => Promise<Found> | Found }

/** Runs them one after the other, so that none disturbs another. A request during a run gets the result of that run. */
export function createDoctor(tries: Tries): () => Promise<{ lines: DoctorLine[] }> {
  let running: Promise<{ lines: DoctorLine[] }> | null = null

  async function examine(): Promise<{ lines: DoctorLine[] }> {
    const lines: DoctorLine[] = []
    for (const line of DOCTOR_LINES) lines.push({ line, ...(await tried(tries[line])) })
    return { lines }
  }

  return () => {
    running ??= examine().finally(() => {
      running = null
    })
    return running
  }
}

async function tried(look: () => Promise<Found> | Found): Promise<Found> {
  try {
    return await look()
  } catch (error) {
    return { state: 'doesNot', detail: error instanceof Error ? error.message : String(error) }
  }
}
