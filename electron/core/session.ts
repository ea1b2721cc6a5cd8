import { ServiceError } from '../../shared/failures.ts'
import type { Refusal } from '../../shared/outcome.ts'
import type { Touched } from '../../shared/query/query.ts'
import type { AppState, Notice } from '../../shared/state.ts'
import { type Caller, ownFailure } from '../service/calls.ts'
import type { Client } from '../service/client.ts'
import { onClockJump } from '../util/clockJumps.ts'
import { startBackground } from './commands/composed/background.ts'
import type { Dependencies } from './commands/context.ts'
import type { Dispatcher } from './commands/dispatcher.ts'
import { edit } from './commands/handlers/edit.ts'
import { createHeldEdits } from './commands/heldEdits.ts'
import { createSerialQueue } from './commands/serialQueue.ts'
import type { Connection } from './connection.ts'
import { chooseInitialTarget, replaceGoneTarget } from './initialTarget.ts'
import type { Journal } from './journal/journal.ts'
import { createRecorder } from './journal/recorder.ts'
import { createDueDates } from './polling/dueDates.ts'
import { createFetcher } from './polling/fetcher.ts'
import { createFreshness } from './polling/freshness.ts'
import { createServiceHealth } from './polling/health.ts'
import { createPoller, type Poller } from './polling/poller.ts'
import type { ReaderDependencies } from './polling/topics.ts'
import { createLooks } from './query/looks.ts'
import { createOwnWrites } from './query/ownWrites.ts'
import { touchWhatChanged } from './query/queries.ts'
import { createReads } from './query/views.ts'
import type { Store } from './state/store.ts'

/** Everything that belongs to one service: what was read from it, and the requests to it. */
export type Session = ReturnType<typeof createSession>

export interface SessionOptions {
  /** Parts that outlive a session. */
  shared: Pick<
    Dependencies,
    'clock' | 'store' | 'arms' | 'sequence' | 'macros' | 'settings' | 'kept' | 'runs' | 'ports'
  > & {
    journal: Journal
  }
  id: string
  visible: boolean
  random: () => number
  notice: (kind: Notice['kind'], about: string) => void
  /** Called with what may have changed since it was read. */
  touched: (touched: Touched) => void
  fault: (what: string) => (error: unknown) => void
  dispatch: Dispatcher['dispatch']
  /** Why no command is begun any more. */
  ending: Dispatcher['ending']
}

/** How long a change waits for earlier ones, in ms: as long as a show command waits for budget. */
const PATIENCE_MS = 3_000

export function createSession(options: SessionOptions) {
  const { shared, id, visible, random, notice, touched, fault, dispatch, ending } = options
  const { clock, journal } = shared
  const { store, end: endStore } = endable(shared.store)
  const over = createEnding(ending)
  let client: Client | null = null
  const service = callerOf(() => ({ client, poller }))
  const { queries, views } = createReads({
    ...{ ...shared, store, service, serviceId: id },
    onFault: fault('a view was not read on'),
    touched(what) {
      background.touched(what)
      touched(what)
    },
    unsyncedChanges: (projectId) => background.unsyncedChanges(projectId),
  })
  const recorder = createRecorder({ show: shared.store.change, seen: store.get, journal, clock, service: id })
  const stopWatching = touchWhatChanged(store, queries)
  const freshness = createFreshness(clock, store, recorder)
  const parts = { ...shared, store, service, queries, recorder, dueIn: createDueDates(clock) }
  const onLive: ReaderDependencies['onLive'] = (...read) => poller.liveRead(...read)
  const outlined: ReaderDependencies['outlined'] = (...read) => background.outlined(...read)
  const onGone: ReaderDependencies['onGone'] = (projectId) => initialTarget.replace(projectId)
  const fetcher = createFetcher({ ...parts, watches: new Map(), onLive, onGone, outlined })
  const onFault = fault('a reading failed by our own fault')
  const poller = createPoller({ ...parts, fetcher, freshness, random, onFault })
  const stopFaultWatch = onFaultOver(store, () => readAnew(client, poller))
  const stopClockWatch = onClockJump(clock, () => readAnew(client, poller))
  const health = createServiceHealth(store, clock)
  const dependencies: Dependencies = {
    ...{ ...parts, poller, serialQueue: createSerialQueue(clock, PATIENCE_MS), ...createEditParts(parts) },
    ...{ serviceId: () => id, ending: over.why, edit, dispatch },
    wakeImports: () => background.wakeImports(),
  }
  poller.setVisible(visible)
  const background = startBackground(dependencies, dispatch, fault('the import queue is held up'))
  const initialTarget = createInitialTarget(dependencies, { dispatch, notice, fault })

  return {
    dependencies,
    views,
    /** The id under which this service is stored; empty before the first connection. */
    id,
    ...{ setVisible: poller.setVisible, imports: () => background.imports() },
    /** The computer slept or was disconnected. */
    onResume() {
      endMacros(shared, 'slept')
      shared.arms.cancelAll()
      client?.renew()
      poller.onResume()
    },
    /** Connects and starts reading; also reconnects to the same service at another address or with another key. */
    connect(connection: Connection): void {
      const before = client
      client = connection.connect(health.observe)
      health.connected(connection, client)
      before?.close().catch(fault('a connection could not be closed'))
      const { targetId } = store.get()
      if (targetId === null) initialTarget.choose()
      else poller.follow(targetId)
    },
    /** From now on nothing of this session changes the state. */
    async end(by: 'quit' | 'switchProfile'): Promise<void> {
      endMacros(shared, 'left')
      initialTarget.stop()
      dependencies.heldEdits.end(over.end(by))
      background.stop()
      poller.stop()
      stopWatching()
      stopClockWatch()
      stopFaultWatch()
      freshness.stop()
      const last = client
      client = null
      health.close()
      endStore()
      await last?.close()
    },
  }
}

function endMacros({ macros, ports }: Pick<Dependencies, 'macros' | 'ports'>, why: 'slept' | 'left'): void {
  macros.end(why)
  ports.macroRehearsals?.end(why)
}

/** Why nothing of a session may be begun any more. @param ending the reason of the whole process */
function createEnding(ending: Dispatcher['ending']) {
  let ended: Refusal | null = null
  return {
    why: () => ended ?? ending(),
    end: (by: 'quit' | 'switchProfile') => {
      ended = { reason: 'closing', by }
      return ended
    },
  }
}

/** The wall clock jumped, as it does in a sleep: connections may be dead, and readings are of unknown age. */
function readAnew(client: Client | null, poller: Pick<Poller, 'readAnew'>): void {
  client?.renew()
  poller.readAnew()
}

/** What edits share: the record of our own writes, held edits, and the readings that look for lost ones. */
const createEditParts = (parts: Pick<Dependencies, 'clock' | 'store'>) => ({
  ownWrites: createOwnWrites(parts.clock),
  heldEdits: createHeldEdits(parts),
  looks: createLooks(parts.clock),
})

/** While a target is gone, the list is read no more often than this, in ms. */
const REPLACED_AGAIN_MS = 60_000

/** Chooses a show target if there is none or it is gone; a later attempt replaces an earlier one. */
function createInitialTarget(
  dependencies: Dependencies,
  { dispatch, notice, fault }: Pick<SessionOptions, 'dispatch' | 'notice' | 'fault'>,
) {
  let attempt = new AbortController()
  /** Monotonic ms. */
  let replacedAt = Number.NEGATIVE_INFINITY
  function begin(choose: (signal: AbortSignal) => Promise<void>): void {
    attempt.abort()
    attempt = new AbortController()
    const { signal } = attempt
    choose(signal).catch((error) => {
      if (!signal.aborted) fault('the show could not be opened')(error)
    })
  }
  return {
    choose: () => begin((signal) => chooseInitialTarget(dependencies, dispatch, notice, signal)),
    /** The service does not have this project. Each reading reports it; the list is read at most once a minute. */
    replace(projectId: string): void {
      const now = dependencies.clock.monotonic()
      if (dependencies.store.get().targetId !== projectId || now - replacedAt < REPLACED_AGAIN_MS) return
      replacedAt = now
      begin((signal) => replaceGoneTarget(dependencies, dispatch, notice, signal))
    },
    stop: () => attempt.abort(),
  }
}

/** Calls through the present client; fails as `offline` while none is connected. The poller hears of each response. */
function callerOf(present: () => { client: Client | null; poller: Poller }): Caller {
  return {
    async call(name, input, options) {
      const { client, poller } = present()
      if (!client) throw new ServiceError(ownFailure(name, 'offline', 'no service is connected yet'))
      const answer = await client.call(name, input, options)
      poller.took(name, input, answer)
      return answer
    },
  }
}

/**
 * A late response of a service no longer in use must not pass for the state of another, nor be judged by it: two
 * services may well use the same project ids. Once ended, the store returns its last state unchanged.
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

/** Calls back when a rehearsed fault ends while the service fails: that failure is not the studio's. */
function onFaultOver(store: Store, isOver: () => void): () => void {
  let count = store.get().rehearsal?.faults.length ?? 0
  return store.subscribe((_, { rehearsal, service }) => {
    const before = count
    count = rehearsal?.faults.length ?? 0
    if (count < before && service.failure) isOver()
  })
}
