import type { Clock } from '../../../shared/clock.ts'
import type { CommandOf } from '../../../shared/commands.ts'
import type { Done } from '../../../shared/outcome.ts'
import type { Profile } from '../../../shared/profiles.ts'
import { Refused } from '../context.ts'
import type { Core } from '../core.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { createBook } from './book.ts'
import { drawProfiles, type Tests } from './drawing.ts'
import { importInto } from './importing.ts'
import { createInUse, type RunProfile } from './inUse.ts'
import { createKeeping } from './keeping.ts'
import { createKeys } from './keys.ts'
import type { Services } from './services.ts'
import { testOf } from './testing.ts'

/** What commands do to profiles. Each throws `Refused` for what it will not do; one at a time. */
export interface Profiles {
  /** Connects what is to be used at the start: what the command line asked for, else what was used last. */
  start(run: RunProfile | null): Promise<void>
  create(command: CommandOf<'createProfile'>): Promise<Done>
  edit(command: CommandOf<'editProfile'>): Promise<Done>
  forgetKey(profileId: string): Promise<Done>
  /** Rejects with a `ServiceError` when the service does not answer well. */
  test(profileId: string): Promise<Done>
  use(profileId: string): Promise<Done>
  remove(profileId: string): Promise<Done>
  retryKeychain(): Promise<Done>
  importSettings(text: string): Promise<Done>
  /** When Cuelight ends: leaves the studio. */
  close(): Promise<void>
}

export interface ProfilesOptions {
  core: Core
  clock: Clock
  keychain: Keychain
  services: Services
  /** Keys of every profile begin so. */
  keyPrefix: string
  /** Told every key that is held, so that whoever writes things down can hide it. */
  onSecret: (key: string) => void
  log: (line: string) => void
}

export function createProfiles(options: ProfilesOptions): Profiles {
  const { core, clock, services, keyPrefix } = options
  const book = createBook(core.settings)
  const tests: Tests = new Map()
  const draw = () => drawProfiles(core.store, { book, keys, tests, inUse })
  const keys = createKeys(options.keychain, whenKeychainChanges, options.onSecret)
  const inUse = createInUse({ ...options, book, keys, draw })
  const keeping = createKeeping({ core, book, keys })
  let last: Promise<unknown> = Promise.resolve()

  /** One change of profiles after the other: none sees the half of another. */
  function inLine<T>(job: () => Promise<T>): Promise<T> {
    const mine = last.then(job).finally(draw)
    last = mine.catch(() => {})
    return mine
  }

  /** What could not be done while it was closed is done once it is open. */
  function whenKeychainChanges(): void {
    draw()
    if (keys.state().state === 'ok') tendLater()
  }

  function tendLater(): void {
    inLine(keeping.tend).catch((error) => options.log(`the keychain could not be brought in step: ${error}`))
  }

  function existing(profileId: string): Profile {
    const fixed = inUse.fixedName(profileId)
    if (fixed !== null) throw new Refused({ reason: 'fixedProfile', profileName: fixed })
    const profile = book.find(profileId)
    if (!profile) throw new Refused({ reason: 'unknownProfile' })
    return profile
  }

  function refuseForeignKey(key: string | undefined): void {
    if (key === undefined || (key.startsWith(keyPrefix) && /^[\x21-\x7e]+$/.test(key))) return
    throw new Refused({ reason: 'invalid', field: 'key', message: `must begin with ${keyPrefix}, without spaces` })
  }

  async function edit({ profileId, key, ...fields }: CommandOf<'editProfile'>): Promise<Done> {
    const before = existing(profileId)
    refuseForeignKey(key)
    const { name = before.name, baseUrl = before.baseUrl, account = before.account } = fields
    const moves = baseUrl !== before.baseUrl || account !== before.account
    if (moves && inUse.id() === profileId) inUse.refuseOnAir()
    // A key is for the origin it was given for, and goes nowhere else.
    const leavesOrigin = new URL(baseUrl).origin !== new URL(before.baseUrl).origin
    await book.change(profileId, { name, baseUrl, account })
    if (leavesOrigin && key === undefined) await keeping.forget(profileId)
    const kept = key === undefined ? null : await keeping.keep(profileId, key)
    if (leavesOrigin || key !== undefined) tests.delete(profileId)
    if (inUse.id() === profileId && (moves || key !== undefined)) await inUse.connectAnew()
    const place = kept?.place ?? keeping.placeFor(profileId)
    return { what: 'profileSaved', profileName: name, key: place, about: kept?.about ?? null }
  }

  async function remove(profileId: string): Promise<Done> {
    const { name } = existing(profileId)
    if (inUse.id() === profileId) throw new Refused({ reason: 'profileInUse', profileName: name })
    const fromKeychain = await keeping.forget(profileId)
    await book.remove(profileId)
    tests.delete(profileId)
    return { what: 'profileRemoved', profileName: name, fromKeychain }
  }

  return {
    async start(run) {
      await inLine(() => inUse.start(run))
      if (core.settings.get().keysToForget.length > 0) tendLater()
    },
    create: ({ key, name, baseUrl, account }) =>
      inLine(async () => {
        refuseForeignKey(key)
        const { id } = await book.add({ name, baseUrl, account })
        const kept = key === undefined ? null : await keeping.keep(id, key)
        return { what: 'profileCreated', profileName: name, key: kept?.place ?? 'none', about: kept?.about ?? null }
      }),
    edit: (command) => inLine(() => edit(command)),
    forgetKey: (profileId) =>
      inLine(async () => {
        const { name } = existing(profileId)
        const fromKeychain = await keeping.forget(profileId)
        if (inUse.id() === profileId) await inUse.connectAnew()
        return { what: 'keyForgotten', profileName: name, fromKeychain }
      }),
    test: (profileId) =>
      inLine(async () => {
        const { name, connection, release } = await inUse.connectionFor(profileId)
        try {
          const projects = await testOf(connection, clock, (test) => tests.set(profileId, test))
          return { what: 'profileTested', profileName: name, projects }
        } finally {
          await release()
        }
      }),
    use: (profileId) => inLine(() => inUse.use(profileId)),
    remove: (profileId) => inLine(() => remove(profileId)),
    retryKeychain: () =>
      inLine(async () => {
        await inUse.fetchKey()
        await keeping.tend()
        return { what: 'keychainAsked', state: keys.state().state }
      }),
    importSettings: (text) =>
      inLine(async () => ({ what: 'settingsImported', profiles: await importInto(core, book, text) })),
    async close() {
      inUse.stop()
      await services.studio.leave()
    },
  }
}
