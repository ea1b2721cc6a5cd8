import type { Done } from '../../../shared/outcome.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { type Profiles, Refused } from '../commands/ports.ts'
import type { Core } from '../core.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { askAgain, createActiveProfile } from './activeProfile.ts'
import { createChanges, createKeychainSync } from './changes.ts'
import { createConnections, type RunProfile, type Services } from './connections.ts'
import { createConnectionTest, testOf } from './connectionTest.ts'
import { importInto } from './importing.ts'
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
  const inUse = createActiveProfile({ ...options, ways, book, keys, draw })
  const keeping = createKeychainSync({ core, book, keys })
  const trying = createConnectionTest({ ...options, book, keys, signal: ended.signal })
  const changes = createChanges({ book, keys, tests, ways, inUse, keeping, draw, keyPrefix })
  let last: Promise<unknown> = Promise.resolve()
  let wasOpen = false
  let isWatched = false
  draw()

  /** One change of profiles after the other: none sees the half of another, nor a keychain that answers too late. */
  function inLine<T>(job: () => Promise<T>): Promise<T> {
    const mine = last.then(() => {
      if (ended.signal.aborted) throw new Refused({ reason: 'closing' })
      return job().finally(settle)
    })
    last = mine.catch(() => {})
    return mine
  }

  function settle(): void {
    draw()
    watch()
  }

  const isWaiting = () => inUse.isWaiting() || (keys.state().state === 'locked' && keeping.isOwed())

  /** A keychain that is unlocked later is noticed by itself, for as long as anything waits for it. */
  function watch(): void {
    if (isWatched || !isWaiting()) return
    isWatched = true
    const ask = () => inLine(async () => (await inUse.fetchKey('quietly')) && isWaiting() && (await keeping.look()))
    askAgain(clock, ended.signal, { isNeeded: isWaiting, ask })
      .catch((error) => {
        if (!ended.signal.aborted) log(`the keychain is not asked any more: ${error}`)
      })
      .finally(() => {
        isWatched = false
      })
  }

  /** What could not be done while it was closed is done once it is open. */
  function whenKeysChange(): void {
    draw()
    const isOpen = keys.state().state === 'ok'
    if (isOpen && !wasOpen) tendLater()
    wasOpen = isOpen
  }

  function tendLater(): void {
    inLine(keeping.tend).catch((error) => {
      if (!ended.signal.aborted) log(`the keychain could not be brought in step: ${error}`)
    })
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
      if (book.toForget().length > 0) tendLater()
    },
    create: (command) => inLine(() => changes.create(command)),
    edit: (command) => inLine(() => changes.edit(command)),
    forgetKey: (profileId) => inLine(() => changes.forgetKey(profileId)),
    test: (profileId) => inLine(() => test(profileId)),
    // It changes nothing, so it waits for nothing, and nothing waits for it.
    tryOut: trying.tryOut,
    use: (profileId) => inLine(() => inUse.use(profileId)),
    remove: (profileId) => inLine(() => changes.remove(profileId)),
    retryKeychain: () => inLine(retryKeychain),
    importSettings: (text) =>
      inLine(async () => ({ what: 'settingsImported', profiles: await importInto(core, text) })),
    async close() {
      ended.abort()
      await inUse.stop()
      await services.studio.leave()
    },
  }
}
