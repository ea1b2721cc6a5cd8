import type { Clock } from '../../../shared/util/clock.ts'
import type { Rehearsal } from '../../core/commands/ports.ts'
import { type AdministrationAddress, AdministrationError, administer } from '../administration/client.ts'
import type { StreamKeys } from './streamKeys.ts'

/** The label of the app's own keys in the studio. Users cannot choose it, because the app revokes its earlier keys. */
export const OWN_LABEL = 'Cuelight'

/** Creates a key for this run and revokes those of earlier runs, now unused: an account has at most ten. */
export async function ownKey(studio: AdministrationAddress, clock: Clock): Promise<string> {
  const { id, key } = await administer(studio, 'createKey', { label: OWN_LABEL }, clock)
  if (key === null) throw new Error('the studio made a key and did not tell it')
  const { keys } = await administer(studio, 'rehearsal', undefined, clock)
  const earlier = keys.filter((one) => one.label === OWN_LABEL && one.id !== id)
  for (const { id: keyId } of earlier) await administer(studio, 'revokeKey', undefined, clock, { keyId })
  return key
}

/**
 * The rehearsal of the studio at that address, through its administration.
 *
 * @param isAlive checked before each request, so that the secret is never sent to another program at that address
 */
export function rehearsalOf(
  address: AdministrationAddress,
  clock: Clock,
  isAlive: () => boolean,
  streamKeys: StreamKeys,
): Rehearsal {
  const at = () => {
    if (!isAlive()) throw new AdministrationError('it has ended, and is started again.')
    return address
  }
  return {
    read: async () => administer(at(), 'rehearsal', undefined, clock),
    async setFault(fault) {
      await administer(at(), 'setFault', fault, clock)
    },
    async clearFault(faultId) {
      await administer(at(), 'clearFault', undefined, clock, { faultId })
    },
    clearFaults: async () => (await administer(at(), 'clearFaults', undefined, clock)).count,
    async playScenario(name) {
      await administer(at(), 'playScenario', { name }, clock)
    },
    async stopScenario() {
      await administer(at(), 'stopScenario', undefined, clock)
    },
    async setAccount(account) {
      await administer(at(), 'setAccount', { account }, clock)
    },
    async setPreparing(preparingMs) {
      await administer(at(), 'setTimings', { preparingMs }, clock)
    },
    async createKey(label) {
      // We revoke our earlier keys at each start: a user's key with this label would be revoked as well.
      if (label === OWN_LABEL) throw new Error(`${OWN_LABEL} is what its own keys are called. Choose another label.`)
      const { file } = await administer(at(), 'createKey', { label, file: true }, clock)
      if (file === null) throw new Error('the studio made a key and did not say where it lies')
      return file
    },
    revokeKey: async (keyId) => (await administer(at(), 'revokeKey', undefined, clock, { keyId })).label,
    addServer: async (name, url, key) => streamKeys.add(at(), name, url, key),
    changeServer: async (destinationId, changes) => streamKeys.change(at(), destinationId, changes),
    removeServer: async (destinationId) => streamKeys.remove(at(), destinationId),
    async takeFile(path, inPlace, folderId) {
      const body = { path, mode: inPlace ? 'link' : 'copy', folderId } as const
      return (await administer(at(), 'takeFile', body, clock)).fileId
    },
    async stopImport(fileId) {
      await administer(at(), 'stopImport', undefined, clock, { fileId })
    },
    async cancelEncode(fileId) {
      await administer(at(), 'cancelEncode', undefined, clock, { fileId })
    },
    onAir: async () => (await administer(at(), 'summary', undefined, clock)).onAir,
  }
}
