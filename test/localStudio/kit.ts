import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { openAccounts } from '../../electron/app/connectService.ts'
import type { Connection } from '../../electron/core/connection.ts'
import { readAddress, type StudioAddress } from '../../electron/studio/address.ts'
import { studioCommand } from '../../electron/studio/supervisor/place.ts'
import { createLocalStudio, type LocalStudio } from '../../electron/studio/supervisor/supervisor.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { temporaryDir } from '../studio/processes.ts'
import { processesOn } from './processTable.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Does it when the test ends. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}

/** A data dir, and the studio's within: whatever runs there is gone when the test ends. */
export interface Place {
  readonly app: string
  readonly studio: string
  processes(): number[]
  address(): StudioAddress
}

export function newPlace(): Place {
  const dir = temporaryDir()
  const studio = join(dir.path, 'studio')
  mkdirSync(studio)
  const processes = () => processesOn(studio)
  atEnd(async () => {
    for (const pid of processes()) process.kill(pid, 'SIGKILL')
    while (processes().length > 0) await pause()
    dir.remove()
  })
  const address = () => {
    const found = readAddress(studio)
    if (!found) throw new Error('no studio has said where it is')
    return found
  }
  return { app: dir.path, studio, processes, address }
}

/** One run of the app, as far as the studio sees it. */
export interface Run {
  readonly studio: LocalStudio
  readonly clock: VirtualClock
  readonly log: string[]
  /** The rehearsal states it was told, and the troubles. */
  readonly rehearsals: unknown[]
  readonly troubles: (string | null)[]
  /** What a studio had kept and could not read. */
  readonly setAside: string[]
  /** The ways it was given when a studio had died. */
  readonly restarts: Connection[]
  /** How often it wanted to know what runs a studio. */
  attempts(): number
  /** What runs one from now on; null: a studio. */
  command: ((dataDir: string) => string[]) | null
  /** Moves time on, faster than the real one, until something holds. */
  until(holds: () => boolean, what: string): Promise<void>
  /** The time of the next look has come; waits until that has been told. */
  look(): Promise<void>
  /** Lets a tenth of a second go by. */
  rest(): Promise<void>
  /** Waits for something while time goes on. */
  during<T>(work: Promise<T>): Promise<T>
}

/** The app begins to run on that place. */
export function newRun(place: Place): Run {
  const clock = new VirtualClock()
  const log: string[] = []
  const rehearsals: unknown[] = []
  const troubles: (string | null)[] = []
  const restarts: Connection[] = []
  const setAside: string[] = []
  let attempts = 0
  const accounts = openAccounts({ dataDir: place.app, clock, log: (line) => log.push(line) })
  const studio = createLocalStudio({
    ...{ dataDir: place.app, clock, accounts, log: (line) => log.push(line), onSecret: () => {} },
    onRehearsal: (state) => rehearsals.push(state),
    onTrouble: (message) => troubles.push(message),
    onSetAside: (file) => setAside.push(file),
    command(dataDir, port) {
      attempts += 1
      return run.command?.(dataDir) ?? studioCommand(dataDir, port)
    },
  })
  studio.onRestarted((connection) => restarts.push(connection))
  const run: Run = {
    ...{ studio, clock, log, rehearsals, troubles, restarts, setAside, command: null, attempts: () => attempts },
    async until(holds, what) {
      const giveUp = performance.now() + 20_000
      while (!holds()) {
        if (performance.now() > giveUp) throw new Error(`never came: ${what}. It said: ${log.join(' / ')}`)
        await pause()
        clock.advance(STEP_MS)
      }
    },
    async look() {
      const before = rehearsals.length
      clock.advance(LOOK_MS)
      await run.until(() => rehearsals.length > before, 'the next look')
    },
    async rest() {
      const end = clock.monotonic() + 100
      await run.until(() => clock.monotonic() >= end, 'rest')
    },
    async during(work) {
      let over = false
      const end = work.finally(() => {
        over = true
      })
      end.catch(() => {})
      await run.until(() => over, 'the end of what is waited for')
      return end
    },
  }
  atEnd(async () => {
    await run.during(studio.leave())
    accounts.close()
  })
  return run
}

/** Longer than any pause between two looks at a studio that is well. */
const LOOK_MS = 2_000
const PAUSE_MS = 10
/** So much faster than real time: still slow enough for a process to start within its patience. */
const STEP_MS = 20
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Does the service take the key of that way? Answers the names of its projects. */
export async function projectsBy(connection: Connection): Promise<string[]> {
  const client = connection.connect(() => {})
  try {
    const { projects } = await client.call('listProjects', {})
    return projects.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

/** Starts the first project over that way. */
export async function goLive(connection: Connection): Promise<void> {
  const client = connection.connect(() => {})
  try {
    const { projects } = await client.call('listProjects', {})
    await client.call('startLive', { params: { projectId: projects[0]?.id ?? '' } })
  } finally {
    await client.close()
  }
}

/** A program that is no studio: it says its process id, never where it is, and does not end when asked. */
export const hangs = (dataDir: string) => [
  process.execPath,
  ...[
    '-e',
    `process.on('SIGTERM', () => {}); console.log('hung', process.pid); setInterval(() => {}, 1000)`,
    dataDir,
  ],
]
/** A program that says why it ends. */
export const fails = (dataDir: string) => [
  process.execPath,
  ...['-e', `console.error('the disk is full'); process.exit(3)`, dataDir],
]
export const studioLog = ({ studio }: Place) => readFileSync(join(studio, 'studio.log'), 'utf8')
