import type { CommandOf } from '../../../shared/commands/commands.ts'
import type { Done } from '../../../shared/outcome.ts'
import type { Profile } from '../../../shared/settings/profiles.ts'
import { Refused } from '../commands/ports.ts'
import type { ActiveProfile } from './activeProfile.ts'
import type { Connections, ProfileDependencies } from './connections.ts'
import { refuseForeignKey, refuseKeyIn } from './keys.ts'

type KeychainSync = ReturnType<typeof createKeychainSync>

/**
 * Keeps the keychain in step with what the settings record about it. A key to be removed is recorded first and removed
 * then, so that neither a locked keychain nor the end of this process leaves an unrecorded key behind.
 */
export function createKeychainSync({ core, book, keys }: ProfileDependencies) {
  let isNoticed = false

  /** Stores a key from memory in the keychain, if possible. */
  async function keep(profileId: string) {
    const before = book.find(profileId)?.keyKept ?? false
    const kept = await keys.keep(profileId)
    const isKept = kept.place === 'kept'
    // An older key that could not be replaced must not return at the next start. A keychain that did not respond in
    // time may have stored the new key all the same.
    const isToForget = !isKept && (before || keys.state().state === 'locked')
    await book.change(profileId, { keyKept: isKept }, isKept ? false : isToForget || undefined)
    tell(kept)
    return kept
  }

  /** Shows the notice once, for as long as it is true. */
  function tell({ place, about }: { place: 'kept' | 'thisRun'; about: string | null }): void {
    if (place === 'thisRun' && !isNoticed) core.notice('keyThisRun', about ?? '')
    isNoticed ||= place === 'thisRun'
    if (!isNoticed || place === 'thisRun' || book.all().some((one) => placeFor(one.id) === 'thisRun')) return
    isNoticed = false
    core.withdraw('keyThisRun')
  }

  /** Removes a key that is marked for removal. False: it is removed as soon as possible. */
  async function takeOut(profileId: string): Promise<boolean> {
    if (!book.toForget().includes(profileId)) return true
    if (!(await keys.takeOut(profileId))) return false
    await book.forgotten(profileId)
    return true
  }

  function placeFor(profileId: string): 'kept' | 'thisRun' | 'none' {
    const place = keys.place(profileId, book.find(profileId)?.keyKept ?? false)
    if (place === 'none' || place === 'thisRun') return place
    return place === 'missing' ? 'none' : 'kept'
  }

  /** Profiles whose key is in memory but not in the keychain. */
  const toKeep = () => book.all().flatMap(({ id, keyKept }) => (keys.value(id) === null || keyKept ? [] : [id]))

  return {
    keep,
    takeOut,
    /** True if there is work to do once the keychain is open. */
    hasPending: () => toKeep().length > 0 || book.toForget().length > 0,
    /** Checks whether the keychain is open by now, if there is work to do. */
    async look(): Promise<void> {
      const [any] = [...toKeep(), ...book.toForget()]
      if (any !== undefined) await keys.look(any)
    },
    /** Does the work that was not possible while the keychain was locked. */
    async reconcile(): Promise<void> {
      for (const profileId of toKeep()) if ((await keep(profileId)).place !== 'kept') return
      for (const profileId of book.toForget()) {
        // A newer key in memory takes precedence: the older one is replaced or removed together with it.
        if (keys.value(profileId) !== null) continue
        if (!(await takeOut(profileId))) return
      }
    },
    placeFor,
  }
}

interface Dependencies extends ProfileDependencies {
  connections: Connections
  inUse: ActiveProfile
  keychainSync: KeychainSync
  draw: () => void
}

/**
 * Creates, edits and removes profiles; calls must run one after the other. The key and the service in use change at
 * once, before the disk or the keychain is awaited, so that nothing is sent meanwhile with what the user has just
 * withdrawn.
 */
export function createChanges(dependencies: Dependencies) {
  const { book, keys, tests, connections, inUse, keychainSync, draw, keyPrefix } = dependencies
  function existing(profileId: string): Profile {
    const fixed = connections.fixedName(profileId)
    if (fixed !== null) throw new Refused({ reason: 'fixedProfile', profileName: fixed })
    const profile = book.find(profileId)
    if (!profile) throw new Refused({ reason: 'unknownProfile' })
    return profile
  }

  /** Drops the key from memory at once. @returns true: also removed from the keychain; false: removed once possible */
  async function letKeyGo(profileId: string, saved: Promise<void>): Promise<boolean> {
    const putBack = keys.remember(profileId)
    keys.drop(profileId)
    if (inUse.id() === profileId) inUse.connectAnew()
    draw()
    await savedOr(putBack, saved, profileId, inUse)
    tests.delete(profileId)
    return keychainSync.takeOut(profileId)
  }

  return {
    async create({ key, name, baseUrl, account }: CommandOf<'createProfile'>): Promise<Done> {
      refuseForeignKey(key, keyPrefix)
      refuseKeyIn(baseUrl, key, keyPrefix)
      const { id } = await book.add({ name, baseUrl, account })
      if (key !== undefined) keys.hold(id, key)
      draw()
      const kept = key === undefined ? null : await keychainSync.keep(id)
      return { what: 'profileCreated', profileName: name, key: kept?.place ?? 'none', about: kept?.about ?? null }
    },

    async edit({ profileId, key, ...fields }: CommandOf<'editProfile'>): Promise<Done> {
      const before = existing(profileId)
      refuseForeignKey(key, keyPrefix)
      const { name = before.name, baseUrl = before.baseUrl, account = before.account } = fields
      refuseKeyIn(baseUrl, key, keyPrefix)
      const isInUse = inUse.id() === profileId
      const moves = baseUrl !== before.baseUrl || account !== before.account
      if (moves && isInUse) inUse.refuseOnAir()
      // A key belongs to the origin it was given for, and is sent nowhere else.
      const leaves = new URL(baseUrl).origin !== new URL(before.baseUrl).origin
      const isUntried = baseUrl !== before.baseUrl || key !== undefined
      const keyWords = { ...(leaves ? { keyKept: false } : {}), ...(isUntried ? { keyWorked: false } : {}) }
      const saved = book.change(
        profileId,
        { name, baseUrl, account, ...keyWords },
        (leaves && before.keyKept) || undefined,
      )
      const putBack = keys.remember(profileId)
      if (leaves) keys.drop(profileId)
      if (key !== undefined) keys.hold(profileId, key)
      if (isInUse && (moves || key !== undefined)) inUse.connectAnew()
      draw()
      await savedOr(putBack, saved, profileId, inUse)
      if (isUntried) tests.delete(profileId)
      if (leaves && key === undefined) await keychainSync.takeOut(profileId)
      const kept = key === undefined ? null : await keychainSync.keep(profileId)
      const place = kept?.place ?? keychainSync.placeFor(profileId)
      return { what: 'profileSaved', profileName: name, key: place, about: kept?.about ?? null }
    },

    async forgetKey(profileId: string): Promise<Done> {
      const { name, keyKept } = existing(profileId)
      // Without the key, the broadcast on air could not be stopped.
      if (inUse.id() === profileId) inUse.refuseOnAir()
      const saved = book.change(profileId, { keyKept: false, keyWorked: false }, keyKept || undefined)
      return { what: 'keyForgotten', profileName: name, fromKeychain: await letKeyGo(profileId, saved) }
    },

    async remove(profileId: string): Promise<Done> {
      const { name } = existing(profileId)
      if (inUse.id() === profileId) throw new Refused({ reason: 'profileInUse', profileName: name })
      const saved = book.remove(profileId)
      return { what: 'profileRemoved', profileName: name, fromKeychain: await letKeyGo(profileId, saved) }
    },
  }
}

/** Restores the key if the disk refused the change: a change that is not saved does not apply. */
async function savedOr(
  putBack: () => void,
  saved: Promise<void>,
  profileId: string,
  inUse: ActiveProfile,
): Promise<void> {
  await saved.catch((error) => {
    putBack()
    if (inUse.id() === profileId) inUse.connectAnew()
    throw error
  })
}
