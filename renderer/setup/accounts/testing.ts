import type { Mirror } from '../../mirror/mirror.ts'

/** How long the state may take to tell of a profile that was just made, in ms. */
const SHOWN_WITHIN_MS = 5_000

export function testProfile({ press }: Mirror, profileId: string): void {
  void press(`profile:${profileId}`, { type: 'testProfile', profileId })
}

/** Tests a profile that was just made, as soon as the state knows it: the outcome names it, and only the state its id. */
export function testWhenThere(mirror: Mirror, name: string): void {
  const stop = mirror.store.subscribe(look)
  const timer = setTimeout(stop, SHOWN_WITHIN_MS)
  look()

  function look(): void {
    const { state } = mirror.store.getState()
    const found = state?.profiles.find((one) => one.kind === 'kept' && one.name === name)
    if (!found) return
    // First: what is sent next changes the store, which would call us again.
    stop()
    clearTimeout(timer)
    testProfile(mirror, found.id)
  }
}
