import { STUDIO_PROFILE } from '../../../shared/settings/profiles.ts'
import type { ProfileEntry, ProfileTest } from '../../../shared/state.ts'
import { STUDIO_NAME } from '../../../shared/words/places.ts'
import type { Store } from '../state/store.ts'
import { reconcile } from '../state/structuralSharing.ts'
import type { InUse } from './activeProfile.ts'
import type { Named } from './connections.ts'
import type { Keys } from './keys.ts'
import type { Book } from './profileStore.ts'

/** The last test of each profile in this run. */
export type Tests = Map<string, ProfileTest>

interface Drawn {
  book: Book
  keys: Keys
  tests: Tests
  inUse: InUse
  run: Named | null
}

/** Shows the profiles as they stand: where a key is, never what it is. */
export function drawProfiles(store: Store, drawn: Drawn): void {
  const entries = entriesOf(drawn)
  store.change((draft) => {
    reconcile(draft.profiles, entries)
    draft.profileId = drawn.inUse.id()
    Object.assign(draft.keychain, drawn.keys.state())
  })
}

function entriesOf({ book, keys, tests, run }: Drawn): ProfileEntry[] {
  const testOf = (id: string) => tests.get(id) ?? null
  const studio: ProfileEntry = {
    id: STUDIO_PROFILE,
    kind: 'studio',
    name: STUDIO_NAME,
    baseUrl: '',
    account: STUDIO_NAME,
    key: 'thisRun',
    test: testOf(STUDIO_PROFILE),
  }
  const kept = book.all().map(
    ({ id, name, baseUrl, account, keyKept }): ProfileEntry => ({
      ...{ id, kind: 'kept', name, baseUrl, account, test: testOf(id) },
      key: keys.place(id, keyKept),
    }),
  )
  if (!run) return [studio, ...kept]
  const { id, name, baseUrl, account } = run
  return [studio, ...kept, { id, kind: 'run', name, baseUrl, account, key: keys.place(id, false), test: testOf(id) }]
}
