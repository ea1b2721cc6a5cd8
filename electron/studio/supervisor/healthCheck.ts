import type { RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { isStudioAlive, readAddress, type StudioAddress } from '../address.ts'
import { administer } from '../administration/client.ts'

export interface SignOfLife {
  readonly alive: boolean
  /** Null: it does not say. */
  readonly rehearsal: RehearsalState | null
}

/**
 * Looks at the studio of a data dir. One that does not answer, or says "no", may be busy or in trouble, and whoever
 * answers in its place may be another program: alive is what holds the lock and has not taken its address back. Its
 * process id is no proof, for a process that has died keeps it until somebody reaps it.
 */
export async function signOfLife(dataDir: string, studio: StudioAddress, clock: Clock): Promise<SignOfLife> {
  if (!isStudioAlive(dataDir)) return { alive: false, rehearsal: null }
  try {
    return { alive: true, rehearsal: await administer(studio, 'rehearsal', undefined, clock) }
  } catch {
    const stands = readAddress(dataDir)?.adminSecret === studio.adminSecret
    return { alive: stands && isStudioAlive(dataDir), rehearsal: null }
  }
}
