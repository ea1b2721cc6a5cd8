import type { Done } from '../../../shared/outcome.ts'
import { createTurns } from '../../util/turns.ts'
import { type Profiles, Refused } from '../commands/ports.ts'
import { createActiveProfile } from './activeProfile.ts'
import { createChanges, createKeychainSync } from './changes.ts'
import { createConnections, type ProfilesOptions } from './connections.ts'
import { createConnectionTest, testOf } from './connectionTest.ts'
import { importInto } from './importing.ts'
import { createKeychainWatch } from './keychainWatch.ts'
import { createKeys } from './keys.ts'
import { createProfileStore, drawProfiles, type Tests } from './profileStore.ts'

/** The profiles of a core. The state lists them, and names the one to be used, from the start. */
export function createProfiles(options: ProfilesOptions): Profiles {
  const { core, clock, services, log } = options
  const book = createProfileStore(core.settings)
  const tests: Tests = new Map()
  const ended = new AbortController()
  const keys = createKeys(options.keychain, whenKeysChange, options.onSecret)
  const parts = { ...options, book, keys, tests }
  const connections = createConnections(parts)
  const draw = (): void => drawProfiles(core.store, { ...parts, inUse, run: connections.run })
  const inUse = createActiveProfile({ ...parts, connections, draw })
  const keychainSync = createKeychainSync(parts)
  const tryConnection = createConnectionTest(parts, ended.signal)
  const changes = createChanges({ ...parts, connections, inUse, keychainSync, draw })
  const isWaiting = () => inUse.isWaiting() || (keys.state().state === 'locked' && keychainSync.hasPending())
  const queued = createTurns()
  const watch = createKeychainWatch(clock, ended.signal, {
    isOpen: () => keys.state().state === 'ok',
    isWaiting,
    look: () => inLine(async () => (await inUse.fetchKey('quietly')) && isWaiting() && (await keychainSync.look())),
    reconcile: () => inLine(keychainSync.reconcile),
    log,
  })
  draw()

  /** Runs one change of profiles after the other: none sees an incomplete one, or a late keychain reply. */
  const inLine = <T>(job: () => Promise<T>): Promise<T> =>
    queued(async () => {
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
    const { projects } = await testOf(connection, clock, (result) => tests.set(profileId, result)).finally(release)
    return { what: 'profileTested', profileName: name, projects }
  }

  async function retryKeychain(): Promise<Done> {
    // A user who has just declined to unlock the keychain is not asked again.
    if (await inUse.fetchKey('asking')) await keychainSync.reconcile()
    return { what: 'keychainAsked', state: keys.state().state }
  }

  return {
    async start() {
      await inLine(inUse.start)
      if (book.toForget().length > 0) watch.reconcile()
    },
    createProfile: (command) => inLine(() => changes.create(command)),
    editProfile: (command) => inLine(() => changes.edit(command)),
    forgetKey: ({ profileId }) => inLine(() => changes.forgetKey(profileId)),
    testProfile: ({ profileId }) => inLine(() => test(profileId)),
    // It changes nothing, so it neither waits nor makes others wait.
    tryConnection,
    switchProfile: ({ profileId, openWork }) => inLine(() => inUse.use(profileId, openWork)),
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
