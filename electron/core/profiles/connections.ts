import type { Refusal } from '../../../shared/outcome.ts'
import { RUN_PROFILE, STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { DEFAULT_ACCOUNT, type Profile, serviceIdOf } from '../../../shared/settings/profiles.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { runName, STUDIO_NAME } from '../../../shared/words/desktop/updates.ts'
import type { KeyHistory } from '../../service/attempt.ts'
import { Refused } from '../commands/ports.ts'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Keys } from './keys.ts'
import type { Named, ProfileStore, Tests } from './profileStore.ts'

/** A hosted service to connect to, with what its client needs to know about the key. */
export interface Target {
  baseUrl: string
  account: string
  /** The key for as long as the connection lasts. Null: there is none, and no request is possible. */
  key: string | null
  /** Id under which data about the account is stored; base URL and label if left out. */
  id?: string
  /** Whether the service has accepted this key before: if refused now, it was revoked. */
  history: KeyHistory
}

/** The local studio as a service: found or started, watched, and left. */
export interface StudioService {
  /** Rejects with a plain message if the studio can be neither found nor started. */
  join(): Promise<Connection>
  /** Called with the new connection when the studio had died and was restarted. */
  onRestarted(take: (connection: Connection) => void): void
  /** A studio that we started ends with us, unless something is on air on it. */
  leave(): Promise<void>
}

/** Connects to the services of the profiles. */
export interface Services {
  connect(target: Target): Connection
  studio: StudioService
}

/** The connection given on the command line: for this run only, and never stored. */
export interface RunProfile {
  baseUrl: string
  key: string | null
}

export interface ProfilesOptions {
  core: Core
  clock: Clock
  keychain: Keychain
  services: Services
  /** The connection given on the command line. */
  run: RunProfile | null
  /** Every key of this deployment begins with this. */
  keyPrefix: string
  /** Called with every key in memory, so that written output can hide it. */
  onSecret: (key: string) => void
  log: (line: string) => void
}

/** The options, with the stored profiles, their keys and their tests. */
export interface ProfileDependencies extends ProfilesOptions {
  book: ProfileStore
  keys: Keys
  tests: Tests
}

export type Connections = ReturnType<typeof createConnections>

/** Every profile, wherever it comes from, and the connection to its service. */
export function createConnections({ services, book, keys, run: asked, log }: ProfileDependencies) {
  const run = asked && runOf(asked)
  if (asked && asked.key !== null) keys.hold(RUN_PROFILE, asked.key)

  function named(profileId: string): Named & Pick<Profile, 'keptBy'> {
    const profile = profileId === RUN_PROFILE ? run : book.find(profileId)
    if (!profile) throw new Refused({ reason: 'unknownProfile' })
    return profile
  }

  /** Connects with the key in memory, or without one. */
  function hosted(profileId: string): Connection {
    const profile = named(profileId)
    const { baseUrl, account } = profile
    const key = keys.value(profileId)
    const worked = book.find(profileId)?.keyWorked ?? false
    return services.connect({ baseUrl, account, key, id: serviceIdOf(profile), history: { worked, onWorked } })

    /** The response may be to a key replaced since; it says nothing about the new key. */
    function onWorked(): void {
      if (!book.find(profileId) || keys.value(profileId) !== key) return
      book.change(profileId, { keyWorked: true }).catch((error) => log(`the settings could not be kept: ${error}`))
    }
  }

  const isKept = (profileId: string) => book.find(profileId)?.keyKept ?? false
  /** True if the key is in the keychain but not in memory. */
  const lacksKey = (profileId: string) => isKept(profileId) && keys.value(profileId) === null

  function whyNoKey(profileId: string): Refusal {
    const { state, about } = keys.state()
    const isHidden = keys.place(profileId, isKept(profileId)) === 'locked'
    if (!isHidden) return { reason: 'noKey', profileName: named(profileId).name }
    return state === 'none' ? { reason: 'keychainFailed', message: about ?? '' } : { reason: 'keychainLocked' }
  }

  async function joinStudio(): Promise<Connection> {
    try {
      return await services.studio.join()
    } catch (error) {
      throw new Refused({ reason: 'studio', message: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    run,
    isThere: (profileId: string) => (profileId === RUN_PROFILE ? run !== null : book.find(profileId) !== undefined),
    /** @throws Refused for a profile that is gone */
    nameOf: (profileId: string) => (profileId === STUDIO_PROFILE ? STUDIO_NAME : named(profileId).name),
    /** The name of a profile that cannot be changed, or null. */
    fixedName(profileId: string): string | null {
      if (profileId === STUDIO_PROFILE) return STUDIO_NAME
      return profileId === RUN_PROFILE ? (run?.name ?? null) : null
    },
    hosted,
    lacksKey,
    /** Reads a missing key from the keychain. @throws Refused if a key `isNeeded` and missing, or no studio is found */
    async to(profileId: string, isNeeded: boolean): Promise<Connection> {
      if (profileId === STUDIO_PROFILE) return joinStudio()
      if (lacksKey(profileId)) await keys.fetch(profileId, 'asking')
      if (isNeeded && keys.value(profileId) === null) throw new Refused(whyNoKey(profileId))
      return hosted(profileId)
    },
  }
}

const runOf = ({ baseUrl }: RunProfile): Named => ({
  ...{ id: RUN_PROFILE, name: runName(baseUrl), baseUrl, account: DEFAULT_ACCOUNT },
})
