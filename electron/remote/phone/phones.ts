/** Phones: whether they are served, where, and who is let in. */
import { sameName } from '../../../shared/control/pairings.ts'
import { PHONE_PORT } from '../../../shared/phone/phones.ts'
import { PHONE_PROBLEMS } from '../../../shared/words/accounts/phones.ts'
import { diskReason } from '../../../shared/words/outcomes/disk.ts'
import { type PhoneAccess, Refused } from '../../core/commands/ports.ts'
import type { Core } from '../../core/core.ts'
import { createFaultLog } from '../../util/faults.ts'
import { PATIENCE } from '../requestGuard.ts'
import type { Sessions } from '../sessions.ts'
import { localAddresses } from './addresses.ts'
import { createCeremony } from './ceremony.ts'
import { openPhoneFile } from './phoneFile.ts'
import { createPhoneNetwork } from './phoneNetwork.ts'
import { servePhones } from './phoneServer.ts'

export interface PhonesOptions {
  core: Core
  sessions: Sessions
  dataDir: string
  /** The folder of the built renderer. */
  pages: string
  /** The port to use at first, if it is free; 0: any. Later, the one that phones know. */
  port?: number
  /** This computer's addresses in local networks. */
  addresses?: () => string[]
  log?: (line: string) => void
}

/** Serves phones once they are switched on. Nothing listens, and no key is made, before that. */
export function openPhones(options: PhonesOptions) {
  const { core, sessions, dataDir, pages, port = PHONE_PORT } = options
  const { addresses = localAddresses, log = console.error } = options
  const { clock } = core
  const file = openPhoneFile(dataDir)
  const logFault = createFaultLog(log, clock)
  const onChange = () => core.touched({ names: ['phones'], projectId: null })
  const ceremony = createCeremony(clock, onChange)
  const onKnown = (address: string) => network.knows(address)
  const server = servePhones({ core, sessions, ceremony, pages, patience: PATIENCE, onKnown, logFault })
  const network = createPhoneNetwork({
    ...{ file, clock, port, addresses, onChange, logFault, onSecure: server.receive },
    onUnsaved: (error) => log(`phones are as they are until Cuelight ends: ${diskReason(error)}`),
  })

  function list(): ReturnType<PhoneAccess['list']> {
    const { on, address } = file.get()
    const [served, problem, pairing] = [network.served(), network.problem(), ceremony.shown()]
    return { on, address, choices: addresses(), served, problem, pairing, phones: sessions.phones.list() }
  }

  const access: PhoneAccess = {
    list,
    async set(on, address) {
      if (address && !addresses().includes(address))
        throw new Refused({ reason: 'phonesOff', problem: PHONE_PROBLEMS.address(address) })
      const change = file.change({ on, ...(address !== undefined && { address }) })
      const saved = await change.then(
        () => ({}),
        (error: unknown) => ({ unsaved: diskReason(error) }),
      )
      ceremony.cancel()
      await network.leave()
      await network.listen()
      return { address: network.served()[0]?.url ?? null, ...saved }
    },
    pair({ name, scope, codeHash }) {
      if (!network.isServed()) throw new Refused({ reason: 'phonesOff', problem: network.problem() })
      const taken = [...sessions.phones.list(), ...sessions.file.get().pairings]
      if (taken.some((one) => sameName(one.name, name))) throw new Refused({ reason: 'pairingTaken', name })
      ceremony.begin({ name, scope, codeHash })
    },
    answer(askId, allow) {
      if (askId === null) {
        ceremony.cancel()
        return null
      }
      const answered = ceremony.answer(askId, allow)
      if (!answered) throw new Refused({ reason: 'phoneGone' })
      return answered
    },
  }

  return {
    ...access,
    /** Serves them if they were on when Cuelight ended. */
    start: network.listen,
    async close(): Promise<void> {
      ceremony.cancel()
      server.close()
      await network.leave()
      await file.written()
    },
  }
}
