import type { Done, Refusal } from '../../../shared/outcome.ts'
import { RUN_PROFILE, STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'
import { onAirOf } from '../commands/guard.ts'
import { Refused } from '../commands/ports.ts'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { Manner } from '../keychain/keychain.ts'
import type { Connections, Services, StudioService } from './connections.ts'
import type { Keys } from './keys.ts'
import type { ProfileStore } from './profileStore.ts'

/** Ms after which a locked keychain, or a studio that could not be started, is asked again: at first, and at most. */
const AGAIN_MS = 5_000
const SELDOM_MS = 60_000

/** Asks again, ever more seldom, for as long as there is need to. */
export async function askAgain(
  clock: Clock,
  signal: AbortSignal,
  { isNeeded, ask }: { isNeeded: () => boolean; ask: () => Promise<unknown> },
): Promise<void> {
  for (let pause = AGAIN_MS; !signal.aborted && isNeeded(); pause = Math.min(2 * pause, SELDOM_MS)) {
    await sleep(clock, pause, signal)
    await ask()
  }
}

interface Joining {
  studio: StudioService
  core: Core
  clock: Clock
  /** Nobody waits for it any more. */
  signal: AbortSignal
  take: (connection: Connection) => void
  log: (line: string) => void
}

/** Joins the studio, however often that fails: it is the way to rehearse, and nothing else is in use. Tells why, once. */
export async function joinAtLast({ studio, core, clock, signal, take, log }: Joining): Promise<void> {
  for (let told = false; !signal.aborted; told = true) {
    try {
      const connection = await studio.join()
      core.withdraw('studioFailed')
      if (!signal.aborted) take(connection)
      return
    } catch (error) {
      // Left while it was being joined: that is no failure to tell of.
      if (signal.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      log(message)
      if (!told) core.notice('studioFailed', message)
      await sleep(clock, AGAIN_MS, signal).catch(() => {})
    }
  }
}

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
  book: ProfileStore
  keys: Keys
  draw: () => void
  log: (line: string) => void
}

/** When Cuelight ends, a studio that is just being started is waited for so long, in ms: it is to end, too. */
const STARTING_MS = 3_000

export function createActiveProfile(options: ActiveProfileOptions): ActiveProfile {
  const { core, clock, services, ways, book, keys, draw, log } = options
  const last = core.settings.get().profileId
  let id = ways.run ? RUN_PROFILE : ways.isThere(last) ? last : STUDIO_PROFILE
  const starting = new AbortController()
  let joining: Promise<void> = Promise.resolve()

  /** Nothing comes between the two: at no time does the state name one profile and show another's service. */
  function connect(connection: Connection): void {
    core.connect(connection)
    draw()
  }

  const keyIsKept = (profileId: string) => book.find(profileId)?.keyKept ?? false
  const isWanting = (profileId: string) => keyIsKept(profileId) && keys.value(profileId) === null

  async function fetchKey(manner: Manner): Promise<boolean> {
    if (!isWanting(id)) return true
    const isThere = await keys.fetch(id, manner)
    if (isThere) connect(ways.hosted(id))
    return isThere
  }

  async function joinStudio(signal: AbortSignal): Promise<void> {
    await joinAtLast({ studio: services.studio, core, clock, signal, take: connect, log })
    // Another profile is in use by now, and nobody else would leave what was joined too late.
    if (id !== STUDIO_PROFILE) await services.studio.leave()
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

  /** @param isNeeded refuses to go there without a key */
  async function connectionFor(profileId: string, isNeeded: boolean): Promise<Connection> {
    if (isWanting(profileId)) await keys.fetch(profileId, 'asking')
    const isWithout = profileId !== STUDIO_PROFILE && keys.value(profileId) === null
    if (isWithout && isNeeded) throw new Refused(whyNoKey(profileId))
    return ways.to(profileId)
  }

  function whyNoKey(profileId: string): Refusal {
    const { state, about } = keys.state()
    const isHidden = keys.place(profileId, keyIsKept(profileId)) === 'locked'
    if (!isHidden) return { reason: 'noKey', profileName: ways.nameOf(profileId) }
    return state === 'none' ? { reason: 'keychainFailed', message: about ?? '' } : { reason: 'keychainLocked' }
  }

  services.studio.onRestarted((connection) => {
    if (id !== STUDIO_PROFILE) return
    connect(connection)
    core.notice('studioRestarted', connection.baseUrl)
  })

  return {
    id: () => id,
    async start() {
      if (id === STUDIO_PROFILE) {
        // Not waited for: other profiles can be chosen while the studio cannot be started.
        joining = joinStudio(starting.signal).catch((error) => log(String(error)))
        return
      }
      if (isWanting(id)) await keys.fetch(id, 'quietly')
      connect(ways.hosted(id))
    },
    async use(profileId) {
      const done: Done = { what: 'profileSwitched', profileName: ways.nameOf(profileId) }
      if (profileId === id) return done
      refuseOnAir()
      const before = id
      try {
        const connection = await connectionFor(profileId, false)
        // All this took a while: what was off may have been started since. From here on nothing comes between.
        refuseOnAir()
        id = profileId
        starting.abort()
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
    isWaiting: () => isWanting(id) && keys.place(id, true) !== 'missing',
    fetchKey,
    async connectionFor(profileId) {
      const name = ways.nameOf(profileId)
      const connection = await connectionFor(profileId, true)
      return { name, connection, release: () => letGo(profileId) }
    },
    async stop() {
      starting.abort()
      await Promise.race([joining, sleep(clock, STARTING_MS)])
    },
  }
}
