import type { Done } from '../../../shared/outcome.ts'
import { RUN_PROFILE, STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'
import { onAirOf } from '../commands/guard.ts'
import { Refused } from '../commands/ports.ts'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { Manner } from '../keychain/keychain.ts'
import type { Connections, Services } from './connections.ts'
import type { Keys } from './keys.ts'

/** The one profile in use, and the way to its service. */
export interface ActiveProfile {
  id(): string
  start(): Promise<void>
  /** @throws Refused while the show target is, or may be, on air */
  use(profileId: string): Promise<Done>
  refuseOnAir(): void
  /** With another key, or at another place: done when it returns. */
  connectAnew(): void
  /** Its key lies in a keychain that is closed; one that is surely not there is not waited for. */
  isWaiting(): boolean
  /**
   * Asks the keychain for the key of the profile in use, where it is not held, and connects with it.
   * @returns false: it lies there and could not be had
   */
  fetchKey(manner: Manner): Promise<boolean>
  /** A way to any profile's service, to try it. `release` lets go of what it needed. */
  connectionFor(profileId: string): Promise<{ name: string; connection: Connection; release: () => Promise<void> }>
  /** Waits for nothing any more. */
  stop(): Promise<void>
}

export interface ActiveProfileOptions {
  core: Core
  clock: Clock
  services: Services
  ways: Connections
  keys: Keys
  draw: () => void
  log: (line: string) => void
}

export function createActiveProfile(options: ActiveProfileOptions): ActiveProfile {
  const { core, services, ways, keys, draw } = options
  const last = core.settings.get().profileId
  let id = ways.run ? RUN_PROFILE : ways.isThere(last) ? last : STUDIO_PROFILE
  const joining = createJoining(options, connect, () => id === STUDIO_PROFILE)

  /** Nothing comes between the two: at no time does the state name one profile and show another's service. */
  function connect(connection: Connection): void {
    core.connect(connection)
    draw()
  }

  async function fetchKey(manner: Manner): Promise<boolean> {
    if (!ways.lacksKey(id)) return true
    const isThere = await keys.fetch(id, manner)
    if (isThere) connect(ways.hosted(id))
    return isThere
  }

  function refuseOnAir(): void {
    const [name] = onAirOf(core.store.get())
    if (name !== undefined) throw new Refused({ reason: 'targetLocked', projectName: name })
  }

  async function letGo(profileId: string): Promise<void> {
    if (profileId === id) return
    keys.release(profileId)
    if (profileId === STUDIO_PROFILE) await services.studio.leave()
  }

  services.studio.onRestarted((connection) => {
    if (id !== STUDIO_PROFILE) return
    connect(connection)
    core.notice('studioRestarted', connection.baseUrl)
  })

  return {
    id: () => id,
    async start() {
      // Not waited for: other profiles can be chosen while the studio cannot be started.
      if (id === STUDIO_PROFILE) return joining.begin()
      if (ways.lacksKey(id)) await keys.fetch(id, 'quietly')
      connect(ways.hosted(id))
    },
    async use(profileId) {
      const done: Done = { what: 'profileSwitched', profileName: ways.nameOf(profileId) }
      if (profileId === id) return done
      refuseOnAir()
      const before = id
      try {
        const connection = await ways.to(profileId, false)
        // All this took a while: what was off may have been started since. From here on nothing comes between.
        refuseOnAir()
        id = profileId
        joining.giveUp()
        connect(connection)
      } catch (error) {
        await letGo(profileId)
        throw error
      }
      try {
        if (profileId !== RUN_PROFILE) await core.settings.change({ profileId })
      } finally {
        await letGo(before)
      }
      return done
    },
    refuseOnAir,
    connectAnew: () => connect(ways.hosted(id)),
    isWaiting: () => ways.lacksKey(id) && keys.place(id, true) !== 'missing',
    fetchKey,
    async connectionFor(profileId) {
      const name = ways.nameOf(profileId)
      const connection = await ways.to(profileId, true)
      return { name, connection, release: () => letGo(profileId) }
    },
    stop: joining.stop,
  }
}

/** Ms after which a studio that could not be started is tried again. */
const AGAIN_MS = 5_000
/** When Cuelight ends, a studio that is just being started is waited for so long, in ms: it is to end, too. */
const STARTING_MS = 3_000

/** Joins the studio at the start, however often that fails: it is the way to rehearse, and nothing else is in use. */
function createJoining(
  { core, clock, services: { studio }, log }: ActiveProfileOptions,
  take: (connection: Connection) => void,
  isInUse: () => boolean,
) {
  /** Nobody waits for it any more. */
  const givenUp = new AbortController()
  const { signal } = givenUp
  let joining: Promise<void> = Promise.resolve()

  async function join(): Promise<void> {
    for (let told = false; !signal.aborted; told = true) {
      try {
        const connection = await studio.join()
        core.withdraw('studioFailed')
        if (!signal.aborted) take(connection)
        break
      } catch (error) {
        // Left while it was being joined: that is no failure to tell of.
        if (signal.aborted) break
        const message = error instanceof Error ? error.message : String(error)
        log(message)
        // Told once.
        if (!told) core.notice('studioFailed', message)
        await sleep(clock, AGAIN_MS, signal).catch(() => {})
      }
    }
    // Another profile is in use by now, and nobody else would leave what was joined too late.
    if (!isInUse()) await studio.leave()
  }

  return {
    begin(): void {
      joining = join().catch((error) => log(String(error)))
    },
    giveUp: () => givenUp.abort(),
    async stop(): Promise<void> {
      givenUp.abort()
      await Promise.race([joining, sleep(clock, STARTING_MS)])
    },
  }
}
