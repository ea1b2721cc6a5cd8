import { readInput } from '../../../shared/contract/inputs.ts'
import { type OperationName, operations, type QueryName, touchedBy } from '../../../shared/contract/operations.ts'
import { isLocal, madeOf } from '../../../shared/query/local.ts'
import {
  isTouched,
  type Queried,
  type QueryAnswer,
  type QueryInput,
  type Reading,
  type Touched,
} from '../../../shared/query/query.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { AnyInput, Caller, CallOptions } from '../../service/calls.ts'
import { callInPieces } from '../../service/paging.ts'
import type { Store } from '../state/store.ts'

/** The read-through cache of one service: however many views show the same data, it is requested once. */
export interface Queries {
  /**
   * Reads from the service, or returns a cached reading within the lifetime that the row allows.
   *
   * @param again it was read before and a newer reading is wanted: it waits behind first readings
   * @throws ServiceError as the client does; `VALIDATION_ERROR` if the input is invalid, and nothing is sent
   */
  read<Name extends QueryName>(
    name: Name,
    input: QueryInput<Name>,
    again?: boolean,
  ): Promise<Reading<QueryAnswer<Name>>>
  /** Caches a view that combines several reads, under a key of its own. */
  through<Value>(view: Kept, again: boolean, make: () => Promise<Reading<Value>>): Promise<Reading<Value>>
  /** A write was answered or lost: views that show what its row touches read it again. */
  written(name: OperationName, projectId: string | null): void
  /** The lane of a first or repeated read: right after a write, the user waits for repeated reads as well. */
  laneOf(again: boolean): 'read' | 'later'
  /** A change was observed. */
  touch(names: Touched['names'], projectId: string | null): void
}

interface Kept {
  name: Queried
  key: string
  /** The project it concerns; null: only the account. */
  projectId: string | null
}

interface Entry extends Omit<Kept, 'key'> {
  /** Monotonic ms; null while it is in flight. */
  readAt: number | null
  reading: Promise<Reading<unknown>>
}

/** How many readings are kept; the oldest is dropped first. */
const MOST_KEPT = 200

export function createQueries(clock: Clock, service: Caller, tell: (touched: Touched) => void): Queries {
  const kept = new Map<string, Entry>()
  let writtenAt = Number.NEGATIVE_INFINITY

  const laneOf = (again: boolean) =>
    again && clock.monotonic() - writtenAt > AFTER_WRITE_MS ? ('later' as const) : ('read' as const)

  function ask(name: QueryName, input: AnyInput, options: CallOptions): Promise<Reading<unknown>> {
    let sentAt = clock.now()
    const beforeSend = () => {
      sentAt = clock.now()
    }
    const asked = callInPieces(service, name, input, { ...options, beforeSend })
    return asked.then((value) => ({ value, readAt: sentAt }))
  }

  function start({ key, name, projectId }: Kept, reading: Entry['reading']): Entry {
    const entry: Entry = { name, projectId, readAt: null, reading }
    kept.set(key, entry)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? key)
    reading.then(
      () => {
        entry.readAt = clock.monotonic()
      },
      () => {
        // A failure reaches only those who waited for it; it is not cached.
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
    return entry
  }

  /** In flight, or recent enough. A repeated read accepts nothing older than a second. */
  function serves({ name, readAt }: Entry, again: boolean): boolean {
    if (readAt === null) return true
    const life = again ? AGAIN_AFTER_MS : isLocal(name) ? VIEW_LIFE_MS : (operations[name].life ?? 0)
    return clock.monotonic() - readAt < life
  }

  const through: Queries['through'] = (view, again, make) => {
    const known = kept.get(view.key)
    const entry = known && serves(known, again) ? known : start(view, make())
    return entry.reading as Promise<Reading<never>>
  }

  function touch(names: Touched['names'], projectId: string | null): void {
    if (names.length === 0) return
    const touched = { names: [...names, ...madeOf(names)], projectId }
    for (const [key, entry] of kept) if (isTouched(entry.name, entry.projectId, touched)) kept.delete(key)
    tell(touched)
  }

  return {
    async read(name, input, again = false) {
      const parts = partsOf(name, input)
      const key = JSON.stringify([name, sorted(parts.params), sorted(parts.query)])
      const lane = laneOf(again)
      const projectId = parts.params?.projectId ?? null
      return through({ name, key, projectId }, again, () => ask(name, parts, { lane })) as Promise<Reading<never>>
    },
    ...{ through, laneOf },
    written(name, projectId) {
      writtenAt = clock.monotonic()
      touch(touchedBy(name), projectId)
    },
    touch,
  }
}

const AGAIN_AFTER_MS = 1_000
/** For this long after a write of ours, in ms, what it changed is read before background readings. */
const AFTER_WRITE_MS = 5_000
/** How long a view that combines several reads is served from the cache, in ms. */
const VIEW_LIFE_MS = 10_000

/** Which reads are outdated when a followed project changes in the state, by the field that changed. */
const SEEN_IN: Readonly<Record<string, readonly OperationName[]>> = {
  settings: ['getProject', 'listProjects'],
  scenes: ['listScenes', 'getLayer'],
  unsynced: ['getLive'],
  liveId: ['getProject', 'listProjects', 'getLive', 'listBroadcasts', 'listSchedules'],
}

/** The poller saw a project change, whoever changed it: reads about it are outdated. @returns unsubscribe */
export function touchWhatChanged(store: Pick<Store, 'subscribe'>, queries: Pick<Queries, 'touch'>): () => void {
  return store.subscribe(({ patches }) => {
    for (const { path } of patches) {
      const [top, projectId, part, field] = path
      if (top !== 'projects' || typeof projectId !== 'string' || field === 'readAt') continue
      const isLive = part === 'live' && (field === undefined || field === 'liveId' || field === 'status')
      queries.touch(SEEN_IN[isLive ? 'liveId' : String(part)] ?? [], projectId)
    }
  })
}

/** Invalid input goes to the client unchanged: it refuses it with the field's name, and sends nothing. */
function partsOf(name: QueryName, input: unknown): AnyInput {
  const read = readInput(name, input)
  if ('parts' in read) return { ...read.parts, body: undefined }
  return { params: {}, query: input }
}

const sorted = (part: unknown) => Object.entries(part ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
