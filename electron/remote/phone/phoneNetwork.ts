import type { TLSSocket } from 'node:tls'
import type { PhoneAddress } from '../../../shared/phone/phones.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { PHONE_PROBLEMS } from '../../../shared/words/accounts/phones.ts'
import type { LogFault } from '../../util/faults.ts'
import { isPortRefused } from '../../util/pageHeaders.ts'
import { createCertificates } from './certificates.ts'
import { type NetworkDoor, openNetworkDoor } from './networkDoor.ts'
import type { PhoneFile } from './phoneFile.ts'

/** What could not be served is tried again after this time, in ms: cables and radios come and go. */
const AGAIN_MS = 10_000
const ALL = '0.0.0.0'

interface NetworkOptions {
  file: PhoneFile
  clock: Clock
  /** The port to use at first, if it is free; 0: any. Later, the one that phones know. */
  port: number
  addresses: () => string[]
  onSecure: (socket: TLSSocket) => void
  onChange: () => void
  onUnsaved: (error: unknown) => void
  logFault: LogFault
}

export type PhoneNetwork = ReturnType<typeof createPhoneNetwork>

/** Listens in the local network while the file says so, and keeps trying while it cannot. */
export function createPhoneNetwork(options: NetworkOptions) {
  const { file, clock, port, addresses, onSecure, onChange, onUnsaved, logFault } = options
  const certificates = createCertificates({ file, clock, addresses, onUnsaved })
  let door: NetworkDoor | null = null
  let problem: string | null = null
  let stopTrying = () => {}
  /** Listening and leaving never overlap. */
  let working: Promise<unknown> = Promise.resolve()

  function queued(job: () => Promise<void>): Promise<void> {
    const done = working.then(job)
    working = done.catch((error: unknown) => logFault('phones could not be served', error))
    return done
  }

  const openAt = (address: string | null, one: number): Promise<NetworkDoor> =>
    openNetworkDoor(address ?? ALL, one, { clock, logFault, onSecure, contextFor: certificates.contextFor })

  async function listen(): Promise<void> {
    stopTrying()
    const { on, address, port: known } = file.get()
    if (!on || door) return
    await certificates.load()
    problem = address !== null && !addresses().includes(address) ? PHONE_PROBLEMS.address(address) : null
    const wanted = known ?? port
    try {
      door = problem === null ? await openAt(address, wanted) : null
    } catch (error) {
      // Phones know the port: another one would be another origin, where none of them has access.
      if (known === null && isPortRefused(error)) door = await openAt(address, 0)
      else problem = problemOf(error, wanted)
    }
    if (door && known === null) await file.change({ port: door.port }).catch(onUnsaved)
    if (!door) stopTrying = clock.after(AGAIN_MS, () => void queued(listen))
    onChange()
  }

  async function leave(): Promise<void> {
    stopTrying()
    problem = null
    const left = door
    door = null
    await left?.close()
    onChange()
  }

  function served(): PhoneAddress[] {
    if (!door) return []
    const { address } = file.get()
    const suffix = door.port === 443 ? '' : `:${door.port}`
    // Other devices cannot reach this computer by the name it has for itself.
    const reached = address === null ? addresses().filter((one) => !one.startsWith('127.')) : [address]
    return reached.flatMap((one) => {
      const about = certificates.about(one)
      return about ? [{ url: `https://${one}${suffix}/`, ...about }] : []
    })
  }

  return {
    listen: () => queued(listen),
    leave: () => queued(leave),
    isServed: () => door !== null,
    served,
    /** Why it is on and nobody can reach it, in words; null: it is off, or can be reached. */
    problem: (): string | null => problem ?? (door && served().length === 0 ? PHONE_PROBLEMS.noNetwork : null),
    /** A phone with access has connected from this address. */
    knows: (address: string) => door?.knows(address),
  }
}

function problemOf(error: unknown, port: number): string {
  if (isPortRefused(error)) return PHONE_PROBLEMS.port(port)
  return PHONE_PROBLEMS.other(error instanceof Error ? error.message : String(error))
}
