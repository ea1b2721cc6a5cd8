import type { Done } from '../../../shared/outcome.ts'
import { RUN_PROFILE, STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { sleep } from '../../util/time.ts'
import { leavesHalfDone, onAirOf } from '../commands/guard.ts'
import { Refused } from '../commands/ports.ts'
import type { Connection } from '../connection.ts'
import { whyUnsaved } from '../files/settingsFile.ts'
import type { Manner } from '../keychain/keychain.ts'
import type { Connections, ProfileDependencies } from './connections.ts'

interface Dependencies extends ProfileDependencies {
  connections: Connections
  draw: () => void
}

export type ActiveProfile = ReturnType<typeof createActiveProfile>

/** @throws Refused while something is, or may be, on air: nobody would follow it */
function refuseOnAir({ store }: Dependencies['core']): void {
  const { names, ...mayBe } = onAirOf(store.get())
  const [projectName] = names
  if (projectName !== undefined) throw new Refused({ reason: 'targetLocked', projectName, ...mayBe })
}

/** The profile in use, and the connection to its service. */
export function createActiveProfile(parts: Dependencies) {
  const { core, services, connections, keys, draw } = parts
  const last = core.settings.get().profileId
  let id = connections.run ? RUN_PROFILE : connections.isThere(last) ? last : STUDIO_PROFILE
  const joining = createJoining(parts, connect, () => id === STUDIO_PROFILE)

  /** Both happen in one step: the state never names one profile while it shows another's service. */
  function connect(connection: Connection): void {
    core.connect(connection)
    draw()
  }

  async function release(profileId: string): Promise<void> {
    if (profileId === id) return
    keys.release(profileId)
    if (profileId === STUDIO_PROFILE) await services.studio.leave()
  }

  return {
    id: () => id,
    async start(): Promise<void> {
      // Not awaited: other profiles can be chosen while the studio cannot be started.
      if (id === STUDIO_PROFILE) return joining.begin()
      if (connections.lacksKey(id)) await keys.fetch(id, 'quietly')
      connect(connections.hosted(id))
    },
    /**
     * @param openWork `leave`: the caller was told about the incomplete edits
     * @throws Refused while the show target is or may be on air, or edits are incomplete
     */
    async use(profileId: string, openWork?: 'leave'): Promise<Done> {
      const done = { what: 'profileSwitched', profileName: connections.nameOf(profileId) } as const
      if (profileId === id) return done
      refuseOnAir(core)
      const left = openWork === 'leave' ? null : leavesHalfDone('switchProfile', core.store.get())
      if (left) throw new Refused(left)
      const before = id
      try {
        const connection = await connections.to(profileId, false)
        // This took a while, and a broadcast may have started since. From here on nothing can interrupt.
        refuseOnAir(core)
        id = profileId
        joining.giveUp()
        connect(connection)
      } catch (error) {
        await release(profileId)
        throw error
      }
      const isKept = profileId !== RUN_PROFILE
      const unsaved = isKept ? await whyUnsaved(core.settings.change({ profileId })) : {}
      await release(before)
      return { ...done, ...unsaved }
    },
    refuseOnAir: () => refuseOnAir(core),
    /** Reconnects with another key or to another address; done when it returns. */
    connectAnew: () => connect(connections.hosted(id)),
    /** True while its key is in a locked keychain. A key that is surely missing is not waited for. */
    isWaiting: () => connections.lacksKey(id) && keys.place(id, true) !== 'missing',
    /** Reads the key from the keychain if it is not in memory, and connects with it. @returns false: there is no key */
    async fetchKey(manner: Manner): Promise<boolean> {
      if (!connections.lacksKey(id)) return true
      const isThere = await keys.fetch(id, manner)
      if (isThere) connect(connections.hosted(id))
      return isThere
    },
    /** A connection to any profile's service, to test it. `release` frees what it needed. */
    async connectionFor(profileId: string) {
      const name = connections.nameOf(profileId)
      const connection = await connections.to(profileId, true)
      return { name, connection, release: () => release(profileId) }
    },
    /** Stops waiting for the studio. */
    stop: joining.stop,
  }
}

/** Ms after which a studio that could not be started is tried again. */
const AGAIN_MS = 5_000
/** When Cuelight quits, it waits this long for a studio that is being started, in ms, because that must stop too. */
const STARTING_MS = 3_000

/** Joins the studio at startup, however often that fails: it is needed to rehearse, and no other profile is in use. */
function createJoining(
  { core, clock, services: { studio }, log }: Dependencies,
  take: (connection: Connection) => void,
  isInUse: () => boolean,
) {
  /** Aborted once nobody waits for the studio any more. */
  const givenUp = new AbortController()
  const { signal } = givenUp
  let joining: Promise<void> = Promise.resolve()

  async function join(): Promise<void> {
    for (let isNoticed = false; !signal.aborted; isNoticed = true) {
      try {
        const connection = await studio.join()
        core.withdraw('studioFailed')
        if (!signal.aborted) take(connection)
        break
      } catch (error) {
        // Given up while it was being joined: not a failure to report.
        if (signal.aborted) break
        const message = error instanceof Error ? error.message : String(error)
        log(message)
        // Report it only once.
        if (!isNoticed) core.notice('studioFailed', message)
        await sleep(clock, AGAIN_MS, signal).catch(() => {})
      }
    }
    // Another profile is in use by now, and nothing else would leave a studio that was joined too late.
    if (!isInUse()) await studio.leave()
  }

  studio.onRestarted((connection) => {
    if (!isInUse()) return
    take(connection)
    core.notice('studioRestarted', connection.baseUrl)
  })

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
