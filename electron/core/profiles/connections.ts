import type { Refusal } from '../../../shared/outcome.ts'
import { RUN_PROFILE, STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { DEFAULT_ACCOUNT, type Profile, serviceIdOf } from '../../../shared/settings/profiles.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { runName, STUDIO_NAME } from '../../../shared/words/updates.ts'
import type { KeyHistory } from '../../service/attempt.ts'
import { Refused } from '../commands/ports.ts'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Keys } from './keys.ts'
import type { Named, ProfileStore, Tests } from './profileStore.ts'

/** A hosted service to connect to, with what its client needs to know of the key. */
export interface Target {
  baseUrl: string
  account: string
  /** This one and no other for as long as the connection lasts. Null: there is none, and nothing can be asked. */
  key: string | null
  /** Under which what is known of the account is kept; base URL and label when left out. */
  id?: string
  /** Has the service accepted this key before? Refused now, it was revoked. */
  history: KeyHistory
}

/** The local studio as a service to work with: found or started, watched, and left. */
export interface StudioService {
  /** Rejects with a plain message when it can be neither found nor started. */
  join(): Promise<Connection>
  /** Called when it had died and was started again, with the way to it. */
  onRestarted(take: (connection: Connection) => void): void
  /** A studio we started ends with us, unless something is on air on it. */
  leave(): Promise<void>
}

/** Ways to the services that profiles stand for. */
export interface Services {
  connect(target: Target): Connection
  studio: StudioService
}

/** What the command line asked for: for this run only, and kept nowhere. */
export interface RunProfile {
  baseUrl: string
  key: string | null
}

export interface ProfilesOptions {
  core: Core
  clock: Clock
  keychain: Keychain
  services: Services
  /** What the command line asked for. */
  run: RunProfile | null
  /** Keys of every profile begin so. */
  keyPrefix: string
  /** Told every key that is held, so that whoever writes things down can hide it. */
  onSecret: (key: string) => void
  log: (line: string) => void
}

/** The same, with what is kept and known of them. */
export interface ProfileDependencies extends ProfilesOptions {
  book: ProfileStore
  keys: Keys
  tests: Tests
}

export type Connections = ReturnType<typeof createConnections>

/** Every profile there is, whoever made it, and the way to its service. */
export function createConnections({ services, book, keys, run: asked, log }: ProfileDependencies) {
  const run = asked && runOf(asked)
  if (asked && asked.key !== null) keys.hold(RUN_PROFILE, asked.key)

  function named(profileId: string): Named & Pick<Profile, 'keptBy'> {
    const profile = profileId === RUN_PROFILE ? run : book.find(profileId)
    if (!profile) throw new Refused({ reason: 'unknownProfile' })
    return profile
  }

  /** With the key that is held now, or with none. */
  function hosted(profileId: string): Connection {
    const profile = named(profileId)
    const { baseUrl, account } = profile
    const key = keys.value(profileId)
    const worked = book.find(profileId)?.keyWorked ?? false
    return services.connect({ baseUrl, account, key, id: serviceIdOf(profile), history: { worked, onWorked } })

    /** The answer may be to a key that was replaced meanwhile: of the new one it says nothing. */
    function onWorked(): void {
      if (!book.find(profileId) || keys.value(profileId) !== key) return
      book.change(profileId, { keyWorked: true }).catch((error) => log(`the settings could not be kept: ${error}`))
    }
  }

  const isKept = (profileId: string) => book.find(profileId)?.keyKept ?? false
  /** Does its key lie in the keychain, and is not held? */
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
    /** Asks the keychain for a key not held. @throws Refused where one `isNeeded` and not had, or no studio is there */
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
