import type { Mirror } from '../../store/store.ts'

/** How long the state may take to tell of a profile that was just made, in ms. */
const SHOWN_WITHIN_MS = 5_000

export function testProfile({ press }: Mirror, profileId: string): void {
  void press(`profile:${profileId}`, { type: 'testProfile', profileId })
}

/** Tests a profile that was just made, as soon as the state knows it. */
export function testWhenThere(mirror: Mirror, name: string): void {
  void whenThere(mirror, name).then((id) => id && testProfile(mirror, id))
}

/** The id of a profile that was just made: the outcome names it, and only the state its id. Null: it never came. */
export function whenThere({ store }: Mirror, name: string): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = store.subscribe(look)
    const timer = setTimeout(() => end(null), SHOWN_WITHIN_MS)
    look()

    function end(id: string | null): void {
      // First: what is sent next changes the store, which would call us again.
      stop()
      clearTimeout(timer)
      resolve(id)
    }

    function look(): void {
      const profiles = store.getState().state?.profiles ?? []
      const found = profiles.find((one) => one.kind === 'kept' && one.name === name)
      if (found) end(found.id)
    }
  })
}
