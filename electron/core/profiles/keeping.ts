import type { Core } from '../core.ts'
import type { Book } from './book.ts'
import type { Keys } from './keys.ts'

/** Keeps keys and the settings' word about them in step. */
export interface Keeping {
  keep(profileId: string, key: string): Promise<{ place: 'kept' | 'thisRun'; about: string | null }>
  /** Answers whether it is out of the keychain; if not, it is taken out as soon as that can be done. */
  forget(profileId: string): Promise<boolean>
  /** Does what could not be done while the keychain was closed. */
  tend(): Promise<void>
  placeFor(profileId: string): 'kept' | 'thisRun' | 'none'
}

export function createKeeping({ core, book, keys }: { core: Core; book: Book; keys: Keys }): Keeping {
  const { settings } = core
  let told = false

  function remember(profileId: string, toForget: boolean): Promise<void> {
    const others = settings.get().keysToForget.filter((one) => one !== profileId)
    return settings.change({ keysToForget: toForget ? [...others, profileId] : others })
  }

  async function keep(profileId: string, key: string) {
    const before = book.find(profileId)?.keyKept ?? false
    const kept = await keys.keep(profileId, key)
    const isKept = kept.place === 'kept'
    // An older key that could not be replaced must not come back at the next start.
    if (isKept || before) await remember(profileId, !isKept)
    await book.change(profileId, { keyKept: isKept, keyWorked: false })
    if (!isKept && !told) core.notice('keyThisRun', kept.about ?? '')
    told ||= !isKept
    return kept
  }

  async function forget(profileId: string): Promise<boolean> {
    const kept = book.find(profileId)?.keyKept ?? false
    const gone = await keys.forget(profileId, kept)
    if (!gone) await remember(profileId, true)
    await book.change(profileId, { keyKept: false, keyWorked: false })
    return gone
  }

  return {
    keep,
    forget,
    async tend() {
      for (const { id, keyKept } of book.all()) {
        const key = keys.value(id)
        if (key === null || keyKept) continue
        if ((await keep(id, key)).place !== 'kept') return
      }
      for (const profileId of settings.get().keysToForget) {
        // A profile's newer key that could not be kept lies over the older one: that one goes when it does.
        if (keys.value(profileId) !== null) continue
        if (!(await keys.forget(profileId, true))) return
        await remember(profileId, false)
      }
    },
    placeFor(profileId) {
      const place = keys.place(profileId, book.find(profileId)?.keyKept ?? false)
      if (place === 'none' || place === 'thisRun') return place
      return place === 'missing' ? 'none' : 'kept'
    },
  }
}
