import type { Clock } from '../../shared/clock.ts'
import type { RehearsalState } from '../../shared/rehearsal.ts'
import type { StudioAddress } from '../studio/address.ts'
import { AdministrationError, administer, SilenceError } from '../studio/administration/client.ts'

export interface SignOfLife {
  readonly alive: boolean
  /** Null: it does not say. */
  readonly rehearsal: RehearsalState | null
}

/**
 * Looks at a studio. Alive is what answers as the process it was, be it "no", and what is only slow. Its process id is
 * no proof: a process that has died keeps it until somebody reaps it, and another one may have it later.
 */
export async function signOfLife(studio: StudioAddress, clock: Clock): Promise<SignOfLife> {
  try {
    return { alive: true, rehearsal: await administer(studio, 'rehearsal', undefined, clock) }
  } catch (error) {
    return { alive: isSlow(error) || (saysNo(error) && (await answersAsItself(studio, clock))), rehearsal: null }
  }
}

const isSlow = (error: unknown) => error instanceof SilenceError
const saysNo = (error: unknown) => error instanceof AdministrationError

/** A "no" may also come from another program that has taken its port, or from a studio that has taken its place. */
async function answersAsItself(studio: StudioAddress, clock: Clock): Promise<boolean> {
  try {
    return (await administer(studio, 'ping', undefined, clock)).pid === studio.pid
  } catch (error) {
    return isSlow(error)
  }
}
