import type { Clock } from '../../shared/clock.ts'
import type { Rehearsal } from '../core/rehearsal.ts'
import { type AdministrationAddress, administer } from '../studio/administration/client.ts'
import { OWN_LABEL } from './ownKey.ts'

/** The rehearsal of the studio at that address, over its administration. */
export function rehearsalOf(address: AdministrationAddress, clock: Clock): Rehearsal {
  return {
    read: () => administer(address, 'rehearsal', undefined, clock),
    async setFault(fault) {
      await administer(address, 'setFault', fault, clock)
    },
    async clearFault(faultId) {
      await administer(address, 'clearFault', undefined, clock, { faultId })
    },
    clearFaults: async () => (await administer(address, 'clearFaults', undefined, clock)).count,
    async playScenario(name) {
      await administer(address, 'playScenario', { name }, clock)
    },
    async stopScenario() {
      await administer(address, 'stopScenario', undefined, clock)
    },
    async setAccount(account) {
      await administer(address, 'setAccount', { account }, clock)
    },
    async setPreparing(preparingMs) {
      await administer(address, 'setTimings', { preparingMs }, clock)
    },
    async createKey(label) {
      // Ours make way for each other: one of that name, made for somebody, would be taken away at our next start.
      if (label === OWN_LABEL) throw new Error(`${OWN_LABEL} is what its own keys are called. Choose another label.`)
      const { file } = await administer(address, 'createKey', { label, file: true }, clock)
      if (file === null) throw new Error('the studio made a key and did not say where it lies')
      return file
    },
    revokeKey: async (keyId) => (await administer(address, 'revokeKey', undefined, clock, { keyId })).label,
    onAir: async () => (await administer(address, 'summary', undefined, clock)).onAir,
  }
}
