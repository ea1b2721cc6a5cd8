import type { Done } from '../../../shared/outcome.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { createTurns } from '../../util/turns.ts'
import { type Profiles, Refused } from '../commands/ports.ts'
import type { Core } from '../core.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { createActiveProfile } from './activeProfile.ts'
import { createChanges, createKeychainSync } from './changes.ts'
import { createConnections, type RunProfile, type Services } from './connections.ts'
import { createConnectionTest, testOf } from './connectionTest.ts'
import { importInto } from './importing.ts'
import { createKeychainWatch } from './keychainWatch.ts'
import { createKeys } from './keys.ts'
import { createProfileStore, drawProfiles, type Tests } from './profileStore.ts'

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

/** The profiles of a core. The state names them, and the one to be used, from the first moment on. */
export function createProfiles(options: ProfilesOptions): Profiles {
  const { core, clock, services, keyPrefix, log } = options
  const book = createProfileStore(core.settings)
  const tests: Tests = new Map()
  const ended = new AbortController()
  const keys = createKeys(options.keychain, whenKeysChange, options.onSecret)
  const ways = createConnections({ ...options, book, keys })
  const draw = () => drawProfiles(core.store, { book, keys, tests, inUse, run: ways.run })
  const inUse = createActiveProfile({ ...options, ways, keys, draw })
  const keeping = createKeychainSync({ core, book, keys })
  const trying = createConnectionTest({ ...options, book, keys, signal: ended.signal })
  const changes = createChanges({ book, keys, tests, ways, inUse, keeping, draw, keyPrefix })
  const isWaiting = () => inUse.isWaiting() || (keys.state().state === 'locked' && keeping.isOwed())
  const inTurn = createTurns()
  const watch = createKeychainWatch(clock, ended.signal, {
    isOpen: () => keys.state().state === 'ok',
    isWaiting,
    look: () => inLine(async () => (await inUse.fetchKey('quietly')) && isWaiting() && (await keeping.look())),
    tend: () => inLine(keeping.tend),
    log,
  })
  draw()

  /** One change of profiles after the other: none sees the half of another, nor a keychain that answers too late. */
  const inLine = <T>(job: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      if (ended.signal.aborted) throw new Refused({ reason: 'closing' })
      return job().finally(() => {
        draw()
        watch.begin()
      })
    })

  function whenKeysChange(): void {
    draw()
    watch.seen()
  }

  async function test(profileId: string): Promise<Done> {
    const { name, connection, release } = await inUse.connectionFor(profileId)
    try {
      const projects = await testOf(connection, clock, (result) => tests.set(profileId, result))
      return { what: 'profileTested', profileName: name, projects }
    } finally {
      await release()
    }
  }

  async function retryKeychain(): Promise<Done> {
    // A person who has just not unlocked it is not asked once more.
    if (await inUse.fetchKey('asking')) await keeping.tend()
    return { what: 'keychainAsked', state: keys.state().state }
  }

  return {
    async start() {
      await inLine(inUse.start)
      if (book.toForget().length > 0) watch.tend()
    },
    createProfile: (command) => inLine(() => changes.create(command)),
    editProfile: (command) => inLine(() => changes.edit(command)),
    forgetKey: ({ profileId }) => inLine(() => changes.forgetKey(profileId)),
    testProfile: ({ profileId }) => inLine(() => test(profileId)),
    // It changes nothing, so it waits for nothing, and nothing waits for it.
    tryConnection: trying.tryOut,
    switchProfile: ({ profileId }) => inLine(() => inUse.use(profileId)),
    removeProfile: ({ profileId }) => inLine(() => changes.remove(profileId)),
    retryKeychain: () => inLine(retryKeychain),
    importSettings: ({ text }) =>
      inLine(async () => ({ what: 'settingsImported', profiles: await importInto(core, text) })),
    async close() {
      ended.abort()
      await inUse.stop()
      await services.studio.leave()
    },
  }
}
