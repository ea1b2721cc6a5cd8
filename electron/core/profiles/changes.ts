import type { CommandOf } from '../../../shared/commands/commands.ts'
import type { Done } from '../../../shared/outcome.ts'
import type { Profile } from '../../../shared/settings/profiles.ts'
import { Refused } from '../commands/context.ts'
import type { InUse } from './activeProfile.ts'
import type { Ways } from './connections.ts'
import type { Keeping } from './keychainSync.ts'
import { refuseForeignKey, refuseKeyIn } from './keyForm.ts'
import type { Keys } from './keys.ts'
import type { Book } from './profileStore.ts'
import type { Tests } from './publish.ts'

interface Parts {
  book: Book
  keys: Keys
  tests: Tests
  ways: Ways
  inUse: InUse
  keeping: Keeping
  draw: () => void
  keyPrefix: string
}

/**
 * Makes, edits and removes profiles; to be asked for one after the other. What a change means for the key and for the
 * service in use happens at once, before the disk or the keychain is waited for: nothing is sent meanwhile that the
 * person has just taken back.
 */
export function createChanges({ book, keys, tests, ways, inUse, keeping, draw, keyPrefix }: Parts) {
  function existing(profileId: string): Profile {
    const fixed = ways.fixedName(profileId)
    if (fixed !== null) throw new Refused({ reason: 'fixedProfile', profileName: fixed })
    const profile = book.find(profileId)
    if (!profile) throw new Refused({ reason: 'unknownProfile' })
    return profile
  }

  return {
    async create({ key, name, baseUrl, account }: CommandOf<'createProfile'>): Promise<Done> {
      refuseForeignKey(key, keyPrefix)
      refuseKeyIn(baseUrl, key, keyPrefix)
      const { id } = await book.add({ name, baseUrl, account })
      if (key !== undefined) keys.hold(id, key)
      draw()
      const kept = key === undefined ? null : await keeping.keep(id)
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
      if (leaves) keys.drop(profileId)
      if (key !== undefined) keys.hold(profileId, key)
      if (isUntried) tests.delete(profileId)
      if (isInUse && (moves || key !== undefined)) inUse.connectAnew()
      draw()
      await saved
      if (leaves && key === undefined) await keeping.takeOut(profileId)
      const kept = key === undefined ? null : await keeping.keep(profileId)
      const place = kept?.place ?? keeping.placeFor(profileId)
      return { what: 'profileSaved', profileName: name, key: place, about: kept?.about ?? null }
    },

    async forgetKey(profileId: string): Promise<Done> {
      const { name, keyKept } = existing(profileId)
      const isInUse = inUse.id() === profileId
      // Without its key nobody could stop what is on air.
      if (isInUse) inUse.refuseOnAir()
      const saved = book.change(profileId, { keyKept: false, keyWorked: false }, keyKept || undefined)
      keys.drop(profileId)
      tests.delete(profileId)
      if (isInUse) inUse.connectAnew()
      draw()
      await saved
      return { what: 'keyForgotten', profileName: name, fromKeychain: await keeping.takeOut(profileId) }
    },

    async remove(profileId: string): Promise<Done> {
      const { name } = existing(profileId)
      if (inUse.id() === profileId) throw new Refused({ reason: 'profileInUse', profileName: name })
      const saved = book.remove(profileId)
      keys.drop(profileId)
      tests.delete(profileId)
      draw()
      await saved
      return { what: 'profileRemoved', profileName: name, fromKeychain: await keeping.takeOut(profileId) }
    },
  }
}
