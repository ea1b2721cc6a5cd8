import { operations } from '../../shared/contract/operations.ts'
import { ServiceError } from '../../shared/failures.ts'
import type { Touched } from '../../shared/query/query.ts'
import type { AppState, Notice } from '../../shared/state.ts'
import type { Caller } from '../service/calls.ts'
import type { Client } from '../service/client.ts'
import { startBackground } from './commands/composed/background.ts'
import type { Dependencies } from './commands/context.ts'
import type { Dispatcher } from './commands/dispatcher.ts'
import { createSerialQueue } from './commands/serialQueue.ts'
import type { Connection } from './connection.ts'
import type { Journal } from './journal/journal.ts'
import { createRecorder } from './journal/recorder.ts'
import { createFetcher } from './polling/fetcher.ts'
import { createFreshness } from './polling/freshness.ts'
import { createServiceHealth } from './polling/health.ts'
import { chooseInitialTarget } from './polling/initialTarget.ts'
import { createPoller } from './polling/poller.ts'
import { createQueries, touchWhatChanged } from './query/queries.ts'
import type { Store } from './state/store.ts'

/** The core's way to the service, whichever it is at the moment. */
export interface ServiceLink extends Caller {
  /** From now on calls go here; null: nowhere yet. */
  connect(caller: Caller | null): void
}

export function createServiceLink(): ServiceLink {
  let caller: Caller | null = null
  return {
    connect(next) {
      caller = next
    },
    async call(name, input, options) {
      if (caller) return caller.call(name, input, options)
      const { method, path } = operations[name]
      throw new ServiceError({
        kind: 'offline',
        operation: name,
        method,
        path,
        detail: 'no service is connected yet',
        mayHaveHappened: false,
      })
    },
  }
}

/** Everything that belongs to one service: what was read of it, and what is asked of it. */
export interface Session {
  readonly dependencies: Dependencies
  /** Under which this service is known; empty before the first connection. */
  readonly id: string
  setVisible(visible: boolean): void
  /** The computer slept, or was cut off. */
  onResume(): void
  /** Connects, and begins to read; again for the same service at another place or with another key. */
  connect(connection: Connection): void
  /** From now on nothing of this session changes the state any more. */
  end(): Promise<void>
}

export interface SessionOptions {
  /** Parts that outlive a session. */
  shared: Pick<Dependencies, 'clock' | 'store' | 'arms' | 'settings' | 'kept' | 'ports'> & {
    journal: Journal
  }
  id: string
  visible: boolean
  random: () => number
  notice: (kind: Notice['kind'], about: string) => void
  /** Told what may have changed since it was read. */
  touched: (touched: Touched) => void
  fault: (what: string) => (error: unknown) => void
  dispatch: Dispatcher['dispatch']
}

/** How long a change waits for those pressed before it, in ms: as long as a show command waits for budget. */
const PATIENCE_MS = 3_000

export function createSession({ shared, id, notice, touched, fault, dispatch, ...start }: SessionOptions): Session {
  const { clock, journal } = shared
  const { store, end: endStore } = endable(shared.store)
  // What was asked of this service is told as it was seen here, also when the answer comes after its end.
  const service = createServiceLink()
  const queries = createQueries(clock, service, touched)
  const recorder = createRecorder({ show: shared.store.change, seen: store.get, journal, clock, service: id })
  const stopWatching = touchWhatChanged(store, queries)
  const freshness = createFreshness(clock, store, recorder)
  const fetcher = createFetcher({
    clock,
    store,
    service,
    queries,
    recorder,
    watches: new Map(),
    onLive: (...read) => poller.liveRead(...read),
  })
  const poller = createPoller({
    clock,
    store,
    fetcher,
    freshness,
    random: start.random,
    onFault: fault('a reading failed by our own fault'),
  })
  const health = createServiceHealth(store, clock)
  const dependencies: Dependencies = {
    ...shared,
    store,
    recorder,
    service,
    queries,
    poller,
    serialQueue: createSerialQueue(clock, PATIENCE_MS),
    serviceId: () => id,
    wakeImports: () => background.wakeImports(),
  }
  const background = startBackground(dependencies, dispatch)
  let client: Client | null = null
  let opening = new AbortController()
  poller.setVisible(start.visible)

  function open(): void {
    opening.abort()
    opening = new AbortController()
    const { signal } = opening
    chooseInitialTarget(dependencies, dispatch, notice, signal).catch((error) => {
      if (!signal.aborted) fault('the show could not be opened')(error)
    })
  }

  return {
    dependencies,
    id,
    setVisible: poller.setVisible,
    onResume: poller.onResume,
    connect(connection) {
      const before = client
      client = connection.connect(health.observe)
      health.connected(connection, client)
      service.connect(client)
      before?.close().catch(fault('a connection could not be closed'))
      const { targetId } = store.get()
      if (targetId === null) open()
      else poller.follow(targetId)
    },
    async end() {
      opening.abort()
      background.stop()
      poller.stop()
      stopWatching()
      freshness.stop()
      service.connect(null)
      health.close()
      endStore()
      await client?.close()
    },
  }
}

/**
 * A late answer of a service that is not in use any more must not pass for the state of another, nor be judged by it: two
 * services may well call their projects the same. Ended, it holds still.
 */
function endable(store: Store): { store: Store; end(): void } {
  let last: AppState | null = null
  return {
    store: {
      ...store,
      get: () => last ?? store.get(),
      change: (recipe) => (last === null ? store.change(recipe) : undefined),
    },
    end() {
      last = store.get()
    },
  }
}
