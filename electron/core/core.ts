import { randomUUID } from 'node:crypto'
import type { Budget } from '../../shared/budget.ts'
import { RESERVE } from '../../shared/budget.ts'
import type { Clock } from '../../shared/clock.ts'
import { REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import { STUDIO_PROFILE } from '../../shared/profiles.ts'
import type { AppState } from '../../shared/state.ts'
import type { Attempt } from '../service/calls.ts'
import type { Client } from '../service/client.ts'
import { createArms } from './arms.ts'
import type { Parts } from './context.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { createFeed } from './feed.ts'
import { createTurns } from './inTurn.ts'
import { openJournal } from './journal.ts'
import { openShow } from './openShow.ts'
import { createReader } from './reader.ts'
import { createRecorder } from './recorder.ts'
import { recover } from './recovery.ts'
import { createServiceHealth } from './serviceHealth.ts'
import { createServiceLink } from './serviceLink.ts'
import { openSettings } from './settingsFile.ts'
import { createAppStore, type Store } from './store.ts'

export interface CoreOptions {
  dataDir: string
  clock: Clock
  version: string
  /** For logs: faults of our own, files that could not be written. Never holds a secret. */
  log: (line: string) => void
  /** 0..1, for jitter. */
  random?: () => number
}

/** Which service the core works with. */
export interface Connection {
  /** Under which the show target of this service is remembered. */
  id: string
  baseUrl: string
  account: string
  keyPresent: boolean
  /** Makes the client; told where to report each attempt. */
  connect: (observe: (attempt: Attempt) => void) => Client
}

export interface Core {
  readonly store: Store
  readonly dispatch: Dispatcher['dispatch']
  /** Connects to a service and begins to read it. */
  connect(connection: Connection): void
  /** Can a person see a view? */
  setVisible(visible: boolean): void
  /** Tells people something about Cuelight itself. */
  notice(kind: AppState['notices'][number]['kind'], about: string): void
  close(): Promise<void>
}

/** How long a change waits for those pressed before it, in ms: as long as a show command waits for budget. */
const PATIENCE_MS = 3_000

/** The whole of Cuelight without a face: no window, no server, no Electron. One a data dir. */
export function createCore(options: CoreOptions): Core {
  const { dataDir, clock, log, random = Math.random } = options
  const fault = (what: string) => (error: unknown) => log(`${what}: ${error instanceof Error ? error.stack : error}`)
  const settings = openSettings(dataDir, clock.now)
  const opened = openJournal(dataDir, fault('the journal could not be written'))
  const store = createAppStore({ ...firstState(options.version), journal: opened.recent })
  const recorder = createRecorder(store, opened.journal, clock)
  const service = createServiceLink()
  const reader = createReader({ clock, store, service, recorder, watches: new Map() })
  const feed = createFeed({ clock, store, reader, random, onFault: fault('a reading failed by our own fault') })
  const health = createServiceHealth(store, clock)
  const arms = createArms(clock, (arm) =>
    store.change((draft) => {
      draft.arm = arm
    }),
  )
  let connected: Connection | null = null
  const serviceId = () => connected?.id ?? ''
  const inTurn = createTurns(clock, PATIENCE_MS)
  const parts: Parts = { clock, store, arms, service, feed, recorder, settings, inTurn, serviceId }
  let client: Client | null = null

  const notice: Core['notice'] = (kind, about) =>
    store.change((draft) => {
      draft.notices.push({ id: randomUUID(), kind, about })
    })

  store.change((draft) => {
    draft.padlock.locked = settings.get().padlock
  })
  if (settings.setAside) notice('settingsSetAside', settings.setAside)
  if (opened.damaged > 0) notice('journalDamaged', String(opened.damaged))
  recover(opened.unfinished, parts, opened.journal)
  const dispatcher = createDispatcher(parts, fault('a command failed by our own fault'))

  return {
    store,
    dispatch: dispatcher.dispatch,
    notice,
    setVisible: feed.setVisible,
    connect(connection) {
      connected = connection
      client = connection.connect(health.observe)
      health.connected(connection, client)
      service.connect(client)
      openShow(parts, dispatcher, notice).catch(fault('the show could not be opened'))
    },
    async close() {
      dispatcher.close()
      feed.stop()
      arms.cancelAll()
      service.connect(null)
      health.close()
      await client?.close()
      opened.journal.close()
    },
  }
}

const fullBudget: Budget = {
  limit: REQUESTS_PER_MINUTE,
  remaining: REQUESTS_PER_MINUTE,
  reserve: RESERVE,
  ours: 0,
  othersPerMinute: null,
  resetsAt: null,
  basis: 'counting',
  blockedUntil: null,
}

function firstState(version: string): AppState {
  return {
    version,
    service: {
      baseUrl: '',
      account: '',
      keyPresent: true,
      rehearsal: false,
      failure: null,
      failingSince: null,
      answeredAt: null,
    },
    profiles: [],
    profileId: STUDIO_PROFILE,
    keychain: { state: 'unused', about: null },
    rehearsal: null,
    operations: [],
    override: null,
    padlock: { locked: false },
    budget: fullBudget,
    projectList: { items: [], readAt: null, loading: false, failure: null },
    targetId: null,
    projects: {},
    arm: null,
    journal: [],
    notices: [],
  }
}
