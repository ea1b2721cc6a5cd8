import type { Clock } from '../../../shared/util/clock.ts'
import { type AdministrationAddress, administer } from '../administration/client.ts'

/** What our keys are called in the studio. No key made for a person is called so: ours make way for each other. */
export const OWN_LABEL = 'Cuelight'

/** A key for this run. Those of earlier runs, which nobody has any more, make room: an account holds but ten. */
export async function ownKey(studio: AdministrationAddress, clock: Clock): Promise<string> {
  const { id, key } = await administer(studio, 'createKey', { label: OWN_LABEL }, clock)
  if (key === null) throw new Error('the studio made a key and did not tell it')
  const { keys } = await administer(studio, 'rehearsal', undefined, clock)
  const earlier = keys.filter((one) => one.label === OWN_LABEL && one.id !== id)
  for (const { id: keyId } of earlier) await administer(studio, 'revokeKey', undefined, clock, { keyId })
  return key
}
