import type { CommandOf } from '../../../shared/commands/commands.ts'
import type { Done } from '../../../shared/outcome.ts'
import type { Profile } from '../../../shared/settings/profiles.ts'
import { Refused } from '../commands/ports.ts'
import type { ActiveProfile } from './activeProfile.ts'
import type { Connections, ProfileDependencies } from './connections.ts'
import { refuseForeignKey, refuseKeyIn } from './keys.ts'

type KeychainSync = ReturnType<typeof createKeychainSync>

/**
 * Keeps the keychain and the settings' word about it in step. What has to be forgotten is written down first and done
 * then: neither a locked keychain nor the end of this process leaves a key behind that nobody knows of.
 */
export function createKeychainSync({ core, book, keys }: ProfileDependencies) {
  let isNoticed = false

  /** Puts a key that is held into the keychain, if that can be done. */
  async function keep(profileId: string) {
    const before = book.find(profileId)?.keyKept ?? false
    const kept = await keys.keep(profileId)
    const isKept = kept.place === 'kept'
    // An older key that could not be replaced must not come back at the next start. And a keychain that did not answer
    // in time may have taken the new one all the same.
    const isToForget = !isKept && (before || keys.state().state === 'locked')
    await book.change(profileId, { keyKept: isKept }, isKept ? false : isToForget || undefined)
    tell(kept)
    return kept
  }

  /** Said once, and for as long as it is true. */
  function tell({ place, about }: { place: 'kept' | 'thisRun'; about: string | null }): void {
    if (place === 'thisRun' && !isNoticed) core.notice('keyThisRun', about ?? '')
    isNoticed ||= place === 'thisRun'
    if (!isNoticed || place === 'thisRun' || book.all().some((one) => placeFor(one.id) === 'thisRun')) return
    isNoticed = false
    core.withdraw('keyThisRun')
  }

  /** Takes out what the book says is to be forgotten of this profile. False: that is done as soon as it can be. */
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

  /** Keys that are held and not kept, by profile. */
  const toKeep = () => book.all().flatMap(({ id, keyKept }) => (keys.value(id) === null || keyKept ? [] : [id]))

  return {
    keep,
    takeOut,
    /** Is there anything to do once the keychain is open? */
    isOwed: () => toKeep().length > 0 || book.toForget().length > 0,
    /** Looks whether it is open by now, where something is owed. */
    async look(): Promise<void> {
      const [any] = [...toKeep(), ...book.toForget()]
      if (any !== undefined) await keys.look(any)
    },
    /** Does what could not be done while the keychain was closed. */
    async tend(): Promise<void> {
      for (const profileId of toKeep()) if ((await keep(profileId)).place !== 'kept') return
      for (const profileId of book.toForget()) {
        // A profile's newer key that could not be kept lies over the older one: that one goes when it does.
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
 * Makes, edits and removes profiles; to be asked for one after the other. What a change means for the key and for the
 * service in use happens at once, before the disk or the keychain is waited for: nothing is sent meanwhile that the
 * person has just taken back.
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

  /** Its key is gone here at once. @returns whether it is out of the keychain too, or will be once that can be done */
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
      // A key is for the origin it was given for, and goes nowhere else.
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
      // Without its key nobody could stop what is on air.
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

/** Puts the key back in force where the disk did not take the change: what is not saved is not so. */
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
