import { randomUUID } from 'node:crypto'
import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { type KeyPlace, MOST_PROFILES, type Profile } from '../../../shared/settings/profiles.ts'
import type { ProfileEntry, ProfileTest } from '../../../shared/state.ts'
import { STUDIO_NAME } from '../../../shared/words/desktop/updates.ts'
import { Refused } from '../commands/ports.ts'
import type { SettingsFile } from '../files/settingsFile.ts'
import { type Store, shareStructure } from '../state/store.ts'
import type { Keys } from './keys.ts'

type Fields = Pick<Profile, 'name' | 'baseUrl' | 'account'>
export type Named = Fields & Pick<Profile, 'id'>

export type ProfileStore = ReturnType<typeof createProfileStore>

/**
 * The profiles stored in the settings. A change applies at once, and is on disk, whole, when the call resolves: on
 * disk, a profile never points to another origin while its key still counts as stored.
 */
export function createProfileStore(settings: SettingsFile) {
  const all = (): readonly Profile[] => settings.get().profiles
  const find = (profileId: string) => all().find((one) => one.id === profileId)
  const toForget = (): readonly string[] => settings.get().keysToForget

  function refuseTaken(name: string | undefined, but: string | null): void {
    const others = [STUDIO_NAME, ...all().flatMap((one) => (one.id === but ? [] : [one.name]))]
    const taken = others.find((one) => one.toLowerCase() === name?.toLowerCase())
    if (taken !== undefined) throw new Refused({ reason: 'nameTaken', profileName: taken })
  }

  return {
    all,
    find,
    /** @throws Refused if another profile has the name, or there are too many profiles */
    async add(fields: Fields): Promise<Profile> {
      refuseTaken(fields.name, null)
      if (all().length >= MOST_PROFILES) throw new Refused({ reason: 'tooManyProfiles' })
      const id = randomUUID()
      const profile: Profile = { ...fields, id, keptBy: id, keyKept: false, keyWorked: false }
      await settings.change(({ profiles }) => ({ profiles: [...profiles, profile] }))
      return profile
    },
    /**
     * @param isToForget true: its key must be removed from the keychain; false: no longer
     * @throws Refused at once if another profile has the name, or the profile is gone
     */
    change(profileId: string, fields: Partial<Omit<Profile, 'id'>>, isToForget?: boolean): Promise<void> {
      if (!find(profileId)) throw new Refused({ reason: 'unknownProfile' })
      if (fields.name !== undefined) refuseTaken(fields.name, profileId)
      return settings.change(({ profiles, keysToForget }) => ({
        profiles: profiles.map((one) => (one.id === profileId ? { ...one, ...fields } : one)),
        keysToForget: isToForget === undefined ? keysToForget : listed(keysToForget, profileId, isToForget),
      }))
    },
    /** A stored key must be removed from the keychain afterwards. */
    remove(profileId: string): Promise<void> {
      return settings.change(({ profiles, keysToForget }) => {
        const isKept = profiles.some((one) => one.id === profileId && one.keyKept)
        return {
          profiles: profiles.filter((one) => one.id !== profileId),
          keysToForget: isKept ? listed(keysToForget, profileId, true) : keysToForget,
        }
      })
    },
    /** Entries that must still be removed from the keychain: of existing profiles, of removed ones, and of servers. */
    toForget,
    async forgotten(profileId: string): Promise<void> {
      if (!toForget().includes(profileId)) return
      await settings.change(({ keysToForget }) => ({ keysToForget: listed(keysToForget, profileId, false) }))
    },
  }
}

/** @param account the name of an entry in the keychain: for a profile, its id */
export function listed(keysToForget: readonly string[], account: string, isToForget: boolean): string[] {
  const others = keysToForget.filter((one) => one !== account)
  return isToForget ? [...others, account] : others
}

/** The last test of each profile in this run. */
export type Tests = Map<string, ProfileTest>

interface Drawn {
  book: ProfileStore
  keys: Keys
  tests: Tests
  inUse: { id(): string }
  run: Named | null
}

/** Shows the profiles in the state: where a key is, never the key. */
export function drawProfiles(store: Store, drawn: Drawn): void {
  const entries = entriesOf(drawn)
  store.change((draft) => {
    shareStructure(draft.profiles, entries)
    draft.profileId = drawn.inUse.id()
    Object.assign(draft.keychain, drawn.keys.state())
  })
}

const STUDIO: Named = { id: STUDIO_PROFILE, name: STUDIO_NAME, baseUrl: '', account: STUDIO_NAME }

function entriesOf({ book, keys, tests, run }: Drawn): ProfileEntry[] {
  const entry = (kind: ProfileEntry['kind'], { id, name, baseUrl, account }: Named, key: KeyPlace) => {
    return { id, kind, name, baseUrl, account, key, test: tests.get(id) ?? null }
  }
  const kept = book.all().map((one) => entry('kept', one, keys.place(one.id, one.keyKept)))
  const ofRun = run ? [entry('run', run, keys.place(run.id, false))] : []
  return [entry('studio', STUDIO, 'thisRun'), ...kept, ...ofRun]
}
