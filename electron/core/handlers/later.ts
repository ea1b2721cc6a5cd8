import { Refused } from '../context.ts'

/** Stands in while a command is being built. */
export async function later(): Promise<never> {
  throw new Refused({ reason: 'internal', message: 'not built yet' })
}
