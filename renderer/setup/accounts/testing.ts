import type { Mirror } from '../../mirror/mirror.ts'

/** How long the state may take to tell of a profile that was just made, in ms. */
const SHOWN_WITHIN_MS = 5_000

export function testProfile({ press }: Mirror, profileId: string): void {
  void press(`profile:${profileId}`, { type: 'testProfile', profileId })
}

/** Tests a profile that was just made, as soon as the state knows it: the outcome names it, and only the state its id. */
export function testWhenThere(mirror: Mirror, name: string): void {
  if (testNamed(mirror, name)) return
  const stop = mirror.store.subscribe(() => testNamed(mirror, name) && end())
  const timer = setTimeout(stop, SHOWN_WITHIN_MS)
  function end(): void {
    clearTimeout(timer)
    stop()
  }
}

function testNamed(mirror: Mirror, name: string): boolean {
  const found = mirror.store.getState().state?.profiles.find((one) => one.kind === 'kept' && one.name === name)
  if (found) testProfile(mirror, found.id)
  return found !== undefined
}
