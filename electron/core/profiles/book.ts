import { randomUUID } from 'node:crypto'
import { MOST_PROFILES, type Profile } from '../../../shared/profiles.ts'
import { Refused } from '../context.ts'
import type { SettingsFile } from '../settingsFile.ts'

/** The profiles that are kept, in the settings. Its changes are on disk when they resolve. */
export interface Book {
  all(): readonly Profile[]
  find(profileId: string): Profile | undefined
  /** @throws Refused for a name another one has, and beyond the most that are kept */
  add(fields: Pick<Profile, 'name' | 'baseUrl' | 'account'>): Promise<Profile>
  /** @throws Refused for a name another one has, or a profile that is gone */
  change(profileId: string, fields: Partial<Omit<Profile, 'id'>>): Promise<Profile>
  remove(profileId: string): Promise<void>
}

export function createBook(settings: SettingsFile): Book {
  const all = () => settings.get().profiles
  const find = (profileId: string) => all().find((one) => one.id === profileId)

  function refuseTaken(name: string | undefined, but: string | null): void {
    const taken = all().find((one) => one.id !== but && one.name.toLowerCase() === name?.toLowerCase())
    if (taken) throw new Refused({ reason: 'nameTaken', profileName: taken.name })
  }

  return {
    all,
    find,
    async add(fields) {
      refuseTaken(fields.name, null)
      if (all().length >= MOST_PROFILES) throw new Refused({ reason: 'tooManyProfiles' })
      const profile: Profile = { ...fields, id: randomUUID(), keyKept: false, keyWorked: false }
      await settings.change({ profiles: [...all(), profile] })
      return profile
    },
    async change(profileId, fields) {
      const before = find(profileId)
      if (!before) throw new Refused({ reason: 'unknownProfile' })
      refuseTaken(fields.name, profileId)
      const after: Profile = { ...before, ...fields }
      await settings.change({ profiles: all().map((one) => (one.id === profileId ? after : one)) })
      return after
    },
    remove: (profileId) => settings.change({ profiles: all().filter((one) => one.id !== profileId) }),
  }
}
