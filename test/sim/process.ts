/**
 * One process of Cuelight in memory: the real session, dispatcher, guard and store, on simulated clock, network and
 * disk.
 */
import { createArms } from '../../electron/core/commands/arms.ts'
import { openKept } from '../../electron/core/commands/composed/kept.ts'
import { createDispatcher, type Dispatcher } from '../../electron/core/commands/dispatcher.ts'
import { createMacros } from '../../electron/core/commands/macros.ts'
import type { SettingsFile } from '../../electron/core/files/settingsFile.ts'
import type { Journal } from '../../electron/core/journal/journal.ts'
import type { JournalLine } from '../../electron/core/journal/line.ts'
import type { OpenLines } from '../../electron/core/journal/openLines.ts'
import { storedLostEdits, storeUnended } from '../../electron/core/query/lostEdits.ts'
import { createSession, type Session } from '../../electron/core/session.ts'
import { firstState, nothingKnown } from '../../electron/core/state/initialState.ts'
import { createAppStore } from '../../electron/core/state/store.ts'
import { openRuns } from '../../electron/core/workflows/runs.ts'
import { watchUnended } from '../../electron/core/workflows/watching.ts'
import { createSequence } from '../../electron/util/sequence.ts'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings/settings.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { mounted, type SimDisk } from './disk.ts'
import type { Wire } from './wire.ts'
import { PROJECT } from './world.ts'

export type Process = ReturnType<typeof startProcess>

/** What outlives a process. */
export interface Machine {
  clock: Clock
  disk: SimDisk
  settings: { held: Settings }
  /** By the id of the service. */
  wires: Readonly<Record<string, Wire>>
  /** Receives every line that ended a command, in order. */
  onLine: (line: JournalLine) => void
  onFault: (error: unknown) => void
  /** What the journal has of commands in progress. */
  journal: OpenLines
}

export function startProcess(machine: Machine, serviceId: string) {
  let alive = true
  const isAlive = () => alive
  const clock: Clock = {
    now: machine.clock.now,
    monotonic: machine.clock.monotonic,
    after: (ms, callback) => machine.clock.after(ms, () => alive && callback()),
  }
  const disk = mounted(machine.disk, isAlive)
  const kept = openKept(disk)
  const unended = machine.journal.unended()
  for (const line of unended) machine.journal.see({ ...line, line: 'ended' })
  storeUnended(unended, kept)
  const runs = watchUnended(unended, openRuns(disk), clock)
  const settings = settingsOf(machine)
  const store = createAppStore({ ...firstState('0.0.0'), padlock: { locked: settings.get().padlock } })
  const sequence = createSequence()
  const arms = createArms(
    clock,
    () => settings.get().preferences.guard,
    sequence,
    (arm) => store.change({ arm }),
  )
  const dispatch: Dispatcher['dispatch'] = (...press) => dispatcher.dispatch(...press)
  const macros = createMacros({ clock, store, kept, dispatch, tell: () => {} })
  const journal = {
    write(line: JournalLine) {
      if (!alive) return null
      machine.journal.see(line)
      machine.onLine(line)
      return null
    },
    ...{ problem: () => null, unsettled: () => [], close() {} },
  } as Journal
  const shared = { clock, store, arms, sequence, settings, kept, runs, ports: {}, journal, macros }
  let session: Session
  const dispatcher = createDispatcher(() => session.dependencies, [], machine.onFault)

  function connect(id: string): void {
    const wire = machine.wires[id]
    if (!wire) throw new Error(`no service ${id}`)
    session = createSession({
      ...{ shared, id, visible: false, random: () => 0.5, notice() {}, touched() {}, dispatch },
      ending: dispatcher.ending,
      fault: () => machine.onFault,
    })
    store.change({ lostEdits: storedLostEdits(kept, id) })
    session.connect({
      ...{ id, baseUrl: 'http://service', account: 'a', keyPresent: true },
      connect: (observe) => wire.clientOf(clock, isAlive, observe),
    })
  }
  connect(serviceId)

  return {
    store,
    runs,
    imports: kept.imports.get,
    press: (id: string, command: CommandInput, source: Source = 'panel'): Promise<Outcome> =>
      dispatcher.dispatch(id, command, source),
    /** Switches to another profile. */
    switchTo(id: string): void {
      void session.end('switchProfile')
      store.change({ ...nothingKnown() })
      connect(id)
    },
    isReady: () => {
      const project = store.get().projects[PROJECT]
      return Boolean(project?.live && project.settings && project.scenes)
    },
    /** kill -9: nothing of the process continues. */
    kill(): void {
      alive = false
    },
  }
}

function settingsOf({ settings }: Machine): SettingsFile {
  return {
    get: () => settings.held,
    ...{ setAside: null, problem: null },
    async change(part) {
      settings.held = { ...settings.held, ...part }
    },
    async written() {},
  }
}

export const firstSettings = (): Settings => ({
  ...DEFAULT_SETTINGS,
  targets: { a: { id: PROJECT, name: 'The show' }, b: { id: PROJECT, name: 'The show' } },
})
