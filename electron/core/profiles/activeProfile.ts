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

/** The one profile in use, and the way to its service. */
export function createActiveProfile(parts: Dependencies) {
  const { core, services, connections, keys, draw } = parts
  const last = core.settings.get().profileId
  let id = connections.run ? RUN_PROFILE : connections.isThere(last) ? last : STUDIO_PROFILE
  const joining = createJoining(parts, connect, () => id === STUDIO_PROFILE)

  /** Nothing comes between the two: at no time does the state name one profile and show another's service. */
  function connect(connection: Connection): void {
    core.connect(connection)
    draw()
  }

  function refuseOnAir(): void {
    const [name] = onAirOf(core.store.get())
    if (name !== undefined) throw new Refused({ reason: 'targetLocked', projectName: name })
  }

  async function release(profileId: string): Promise<void> {
    if (profileId === id) return
    keys.release(profileId)
    if (profileId === STUDIO_PROFILE) await services.studio.leave()
  }

  return {
    id: () => id,
    async start(): Promise<void> {
      // Not waited for: other profiles can be chosen while the studio cannot be started.
      if (id === STUDIO_PROFILE) return joining.begin()
      if (connections.lacksKey(id)) await keys.fetch(id, 'quietly')
      connect(connections.hosted(id))
    },
    /**
     * @param openWork `leave`: whoever asks was told what is half done
     * @throws Refused while the show target is, or may be, on air, or edits are half done
     */
    async use(profileId: string, openWork?: 'leave'): Promise<Done> {
      const done = { what: 'profileSwitched', profileName: connections.nameOf(profileId) } as const
      if (profileId === id) return done
      refuseOnAir()
      const left = openWork === 'leave' ? null : leavesHalfDone('switchProfile', core.store.get())
      if (left) throw new Refused(left)
      const before = id
      try {
        const connection = await connections.to(profileId, false)
        // All this took a while: what was off may have been started since. From here on nothing comes between.
        refuseOnAir()
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
    refuseOnAir,
    /** With another key, or at another place: done when it returns. */
    connectAnew: () => connect(connections.hosted(id)),
    /** Its key lies in a keychain that is closed; one that is surely not there is not waited for. */
    isWaiting: () => connections.lacksKey(id) && keys.place(id, true) !== 'missing',
    /** Asks the keychain for the key, where it is not held, and connects with it. @returns false: it could not be had */
    async fetchKey(manner: Manner): Promise<boolean> {
      if (!connections.lacksKey(id)) return true
      const isThere = await keys.fetch(id, manner)
      if (isThere) connect(connections.hosted(id))
      return isThere
    },
    /** A way to any profile's service, to try it. `release` lets go of what it needed. */
    async connectionFor(profileId: string) {
      const name = connections.nameOf(profileId)
      const connection = await connections.to(profileId, true)
      return { name, connection, release: () => release(profileId) }
    },
    /** Waits for nothing any more. */
    stop: joining.stop,
  }
}

/** Ms after which a studio that could not be started is tried again. */
const AGAIN_MS = 5_000
/** When Cuelight ends, a studio that is just being started is waited for so long, in ms: it is to end, too. */
const STARTING_MS = 3_000

/** Joins the studio at the start, however often that fails: it is the way to rehearse, and nothing else is in use. */
function createJoining(
  { core, clock, services: { studio }, log }: Dependencies,
  take: (connection: Connection) => void,
  isInUse: () => boolean,
) {
  /** Nobody waits for it any more. */
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
        // Left while it was being joined: that is no failure to tell of.
        if (signal.aborted) break
        const message = error instanceof Error ? error.message : String(error)
        log(message)
        // Told once.
        if (!isNoticed) core.notice('studioFailed', message)
        await sleep(clock, AGAIN_MS, signal).catch(() => {})
      }
    }
    // Another profile is in use by now, and nobody else would leave what was joined too late.
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
