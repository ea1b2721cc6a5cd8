import type { Core } from '../core.ts'
import type { Keys } from './keys.ts'
import type { Book } from './profileStore.ts'

/**
 * Keeps the keychain and the settings' word about it in step. What has to be forgotten is written down first and done
 * then: neither a locked keychain nor the end of this process leaves a key behind that nobody knows of.
 */
export interface Keeping {
  /** Puts a key that is held into the keychain, if that can be done. */
  keep(profileId: string): Promise<{ place: 'kept' | 'thisRun'; about: string | null }>
  /** Takes out what the book says is to be forgotten of this profile. False: that is done as soon as it can be. */
  takeOut(profileId: string): Promise<boolean>
  /** Is there anything to do once the keychain is open? */
  isOwed(): boolean
  /** Looks whether it is open by now, where something is owed. */
  look(): Promise<void>
  /** Does what could not be done while the keychain was closed. */
  tend(): Promise<void>
  placeFor(profileId: string): 'kept' | 'thisRun' | 'none'
}

export function createKeeping({ core, book, keys }: { core: Core; book: Book; keys: Keys }): Keeping {
  let told = false

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
    if (place === 'thisRun' && !told) core.notice('keyThisRun', about ?? '')
    told ||= place === 'thisRun'
    if (!told || place === 'thisRun' || book.all().some((one) => placeFor(one.id) === 'thisRun')) return
    told = false
    core.withdraw('keyThisRun')
  }

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
    isOwed: () => toKeep().length > 0 || book.toForget().length > 0,
    async look() {
      const [any] = [...toKeep(), ...book.toForget()]
      if (any !== undefined) await keys.look(any)
    },
    async tend() {
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
