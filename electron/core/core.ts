import { join } from 'node:path'
import { firstInvalid } from '../../shared/commands/commands.ts'
import { NO_PHONES } from '../../shared/phone/phones.ts'
import { isLocal, localQueries } from '../../shared/query/local.ts'
import type { LocalQueryName, Queried, QueryAnswer, QueryInput, Reading, Touched } from '../../shared/query/query.ts'
import type { Report } from '../../shared/report/report.ts'
import type { AppState, Notice } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { DOCTOR_WORDS } from '../../shared/words/cli/doctor.ts'
import { describeRefusal } from '../../shared/words/outcomes/outcomes.ts'
import { createSequence } from '../util/sequence.ts'
import { createArms } from './commands/arms.ts'
import { openKept } from './commands/composed/kept.ts'
import type { Dependencies } from './commands/context.ts'
import { createDispatcher, type Dispatcher } from './commands/dispatcher.ts'
import { onAirOf } from './commands/guard.ts'
import { createMacros } from './commands/macros.ts'
import type { Ports } from './commands/ports.ts'
import type { Connection } from './connection.ts'
import { openDisk } from './files/disk.ts'
import { openSettings, type SettingsFile } from './files/settingsFile.ts'
import { recordBroadcastEvents } from './journal/broadcastEvents.ts'
import { openJournal } from './journal/journal.ts'
import type { Recorder } from './journal/recorder.ts'
import { endUnended, resumeUnsettled, shown } from './journal/recovery.ts'
import { createReporting } from './journal/report.ts'
import { storedLostEdits, storeUnended } from './query/lostEdits.ts'
import { projectCalled } from './query/projectNames.ts'
import type { ViewName } from './query/views.ts'
import { createSession, type Session } from './session.ts'
import { firstState, nothingKnown } from './state/initialState.ts'
import { createAppStore, createNotices, type Store } from './state/store.ts'
import { readEarlier } from './workflows/earlier.ts'
import { openRuns } from './workflows/runs.ts'
import { watchUnended } from './workflows/watching.ts'

export interface CoreOptions {
  dataDir: string
  clock: Clock
  version: string
  /** For logs: internal errors, files that could not be written. Never contains a secret. */
  log: (line: string) => void
  /** 0..1, for jitter. */
  random?: () => number
}

export interface Core {
  readonly clock: Clock
  readonly store: Store
  readonly settings: SettingsFile
  readonly dispatch: Dispatcher['dispatch']
  /**
   * Connects to a service and starts reading it. The same service (by its id) keeps what is known of the show; another
   * one starts afresh, and late responses of the earlier one are ignored.
   */
  connect(connection: Connection): void
  /** Gives handlers what lies outside the core: profiles, the rehearsal, quitting. */
  provide(ports: Ports): void
  /** Reads through the cache. Rejects with a `ServiceError`, or with why a local result could not be made. */
  query<Name extends Queried>(
    name: Name,
    input: QueryInput<Name>,
    again?: boolean,
  ): Promise<Reading<QueryAnswer<Name>>>
  /** Notifies every client that shows it of a change in what `provide` gave to the core. */
  touched(what: Touched): void
  /** Calls back with what may have changed since it was read. @returns the function that unsubscribes */
  onTouched(listener: (touched: Touched) => void): () => void
  /** Whether the user can see a view. Each kind of surface reports its own views; one visible view is enough. */
  setVisible(surface: 'panel' | 'phone' | 'windows', seen: boolean): void
  /** The computer slept or was disconnected: everything is read again, and is shown as stale until then. */
  onResume(): void
  /** The system shuts down, perhaps the moment this returns: by then the journal records what stays on air. */
  systemEnds(): void
  /** Shows a notice about Cuelight itself; a repeated notice is shown once. */
  notice(kind: Notice['kind'], about: string): void
  /** Removes a notice that no longer applies. */
  withdraw(kind: Notice['kind']): void
  close(): Promise<void>
}

/** All of Cuelight without a user interface: no window, no server, no Electron. One per data dir. */
export function createCore(options: CoreOptions): Core {
  const { dataDir, clock, log, random = Math.random } = options
  const fault = (what: string) => (error: unknown) => log(`${what}: ${error instanceof Error ? error.stack : error}`)
  const settings = openSettings(dataDir, clock.now)
  const store = createAppStore(firstState(options.version), fault('a listener of the state failed'))
  const sequence = createSequence()
  const arms = shownArms({ clock, settings, store, sequence })
  const ports: Ports = {}
  const seenIn = new Set<string>()
  const listeners = new Set<(touched: Touched) => void>()
  const touched = (what: Touched) => listeners.forEach((listen) => void listen(what))

  const { notice, withdraw, stopNotices } = createNotices(store, clock)
  const opened = openWatched(dataDir, log, { notice, withdraw })
  const entries = endUnended(opened.unended, opened.entries, opened.journal)
  const disk = openDisk(dataDir)
  const keptRecords = openKept(disk)
  storeUnended(opened.unended, keptRecords)
  const runs = watchUnended(opened.unended, openRuns(disk, readEarlier(disk)), clock)
  const unreadable = runs.unreadable.map((name) => join(dataDir, name))
  if (unreadable.length > 0) notice('runUnreadable', unreadable.join(', '))
  const tell: Recorder['seen'] = (...said) => session.dependencies.recorder.seen(...said)
  const stopRecording = recordBroadcastEvents(store, tell)
  const macros = createMacros({ clock, store, kept: keptRecords, dispatch: (...asked) => dispatch(...asked), tell })
  const lasting = { journal: opened.journal, kept: keptRecords, runs, macros }
  const shared = { ...{ clock, store, arms, sequence, settings, ports }, ...lasting }
  const begin = (id: string) =>
    createSession({ shared, id, visible: seenIn.size > 0, random, notice, touched, fault, dispatch, ending })
  const dispatch: Dispatcher['dispatch'] = (...asked) => dispatcher.dispatch(...asked)
  const ending = () => dispatcher.ending()
  let session: Session = begin('')
  const dispatcher = createDispatcher(() => session.dependencies, entries, fault('a command failed by our own fault'))

  function change(id: string): void {
    session.end('switchProfile').catch(fault('a connection could not be closed'))
    arms.cancelAll()
    const before = session.id
    session = begin(id)
    const looks = settings.get().looks[id] ?? {}
    if (before !== '') withdraw('targetChosen')
    const lostEdits = storedLostEdits(keptRecords, id)
    store.change({ ...(before !== '' && nothingKnown()), openings: openingsOf(settings, id), looks, lostEdits })
    resumeUnsettled(opened.journal.unsettled(id), store, clock.now())
  }

  const report = createReporting(dataDir, clock.now, store, () => session.id)
  store.change({ journal: shown(entries), ...kept(settings) })
  macros.afterCrash()
  if (settings.setAside)
    notice('settingsSetAside', `${settings.setAside} (${settings.problem?.field}: ${settings.problem?.message})`)

  return {
    ...{ clock, store, settings, dispatch, notice, withdraw, touched },
    query: createQuery(report, clock, ports, () => session),
    onTouched(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    provide: (provided) => Object.assign(ports, provided),
    setVisible(surface, seen) {
      if (seen) seenIn.add(surface)
      else seenIn.delete(surface)
      session.setVisible(seenIn.size > 0)
    },
    onResume: () => session.onResume(),
    systemEnds: () => tell({ id: null, name: null }, systemEndOver(store)),
    connect(connection) {
      if (session.id !== connection.id) change(connection.id)
      session.connect(connection)
    },
    async close() {
      dispatcher.close()
      arms.cancelAll()
      for (const stop of [stopNotices, stopRecording]) stop()
      await session.end('quit')
      await Promise.all([settings.written(), shared.kept.written(), runs.written()])
      opened.journal.close()
    },
  }
}

/** An arm is shown in the state, and lasts as long as the user chose. */
const shownArms = ({
  clock,
  settings,
  store,
  sequence,
}: Pick<Dependencies, 'clock' | 'settings' | 'store' | 'sequence'>) =>
  createArms(
    clock,
    () => settings.get().preferences.guard,
    sequence,
    (arm) => store.change({ arm }),
  )

/** The opening scenes of a service's shows. */
function openingsOf(settings: SettingsFile, id: string): AppState['openings'] {
  const { openings } = settings.get()
  return Object.hasOwn(openings, id) ? (openings[id] ?? {}) : {}
}

/** Opens the journal, reports what was lost of it, and shows a notice for as long as it cannot be written. */
function openWatched(
  dataDir: string,
  log: CoreOptions['log'],
  { notice, withdraw }: Pick<ReturnType<typeof createNotices>, 'notice' | 'withdraw'>,
) {
  const opened = openJournal(dataDir, (problem) => {
    withdraw('journalUnwritable')
    if (problem === null) return
    log(`the journal cannot be written: ${problem}`)
    notice('journalUnwritable', problem)
  })
  if (opened.setAside.length > 0) notice('journalSetAside', opened.setAside.join(', '))
  if (opened.damaged > 0) notice('journalDamaged', String(opened.damaged))
  return opened
}

/** The part of the state that comes from the settings file. */
function kept(settings: SettingsFile): Pick<AppState, 'padlock' | 'take' | 'preferences' | 'macros' | 'welcome'> {
  const { padlock, take, preferences, macros, welcomed } = settings.get()
  return { padlock: { locked: padlock }, take, preferences, macros, welcome: !welcomed }
}

/** Answers queries: through the cache of the service in use, or from Cuelight itself. */
function createQuery(
  report: (show: string | null) => Promise<Report>,
  clock: Clock,
  ports: Ports,
  session: () => Session,
) {
  const own = {
    showReport: ({ show }: QueryInput<'showReport'>) => report(show),
    projectNamed: ({ name }: QueryInput<'projectNamed'>) => projectCalled(name, session().dependencies),
    panelSessions: async () => ports.panelAccess?.list() ?? { sessions: [], unopened: 0 },
    pairings: async () => ports.pairings?.list() ?? { pairings: [], address: null },
    phones: async () => ports.phones?.list() ?? NO_PHONES,
    openWork: async () => ({ openWork: session().dependencies.store.get().openWork }),
    imports: async () => ({ imports: session().imports() }),
    async thisComputer() {
      if (!ports.desktop) throw new Error(DOCTOR_WORDS.noApp)
      return ports.desktop.examine()
    },
  } satisfies { [Name in Exclude<LocalQueryName, ViewName>]: (input: QueryInput<Name>) => Promise<QueryAnswer<Name>> }

  const isOwn = (name: LocalQueryName): name is keyof typeof own => Object.hasOwn(own, name)

  async function query(name: Queried, input: unknown, again?: boolean): Promise<Reading<unknown>> {
    if (!isLocal(name)) return session().dependencies.queries.read(name, input as QueryInput<typeof name>, again)
    const { data, error } = localQueries[name].input.safeParse(input ?? {})
    if (error) throw new Error(describeRefusal({ reason: 'invalid', ...firstInvalid(error) }))
    if (!isOwn(name)) return session().views.read(name, data, again)
    return { value: await own[name](data as never), readAt: clock.now() }
  }
  return query as Core['query']
}

/** What the system leaves on air as it ends Cuelight. */
function systemEndOver(store: Store) {
  const { names: onAir, ...mayBe } = onAirOf(store.get())
  return { event: 'systemEnds', onAir, ...mayBe } as const
}
