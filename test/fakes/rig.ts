import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import type { Connection } from '../../electron/core/connection.ts'
import { type Core, createCore } from '../../electron/core/core.ts'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Meanings } from '../../shared/contract/meanings.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { type AppState, type ProjectState, targetOf } from '../../shared/state.ts'
import { type Tally, tallyOf } from '../../shared/tally.ts'
import { breathe, VirtualClock } from './virtualClock.ts'

export interface Counted {
  connection: Connection
  /**
   * Lets calls on their way be answered, so that time moved by hand does not overtake sockets on a busy machine. A call
   * that itself waits for the clock, as for its budget, is not waited for.
   */
  answers(): Promise<void>
}

/** Files are written meanwhile, too. */
const FEWEST_TURNS = 8
const MOST_TURNS = 250

/** A connection that counts its calls. */
export function counted(connection: Connection): Counted {
  let underWay = 0
  return {
    connection: {
      ...connection,
      connect(observe) {
        const client = connection.connect(observe)
        return {
          ...client,
          call(...input) {
            underWay += 1
            return client.call(...input).finally(() => {
              underWay -= 1
            })
          },
        }
      },
    },
    async answers() {
      for (let turns = 0; turns < FEWEST_TURNS || (underWay > 0 && turns < MOST_TURNS); turns += 1) await breathe()
    },
  }
}

export interface Rig {
  readonly core: Core
  readonly clock: VirtualClock
  readonly dataDir: string
  readonly log: string[]
  state(): AppState
  /** The show target as it is known now. */
  show(): ProjectState
  tally(): Tally
  press(command: CommandInput, source?: Source, id?: string): Promise<Outcome>
  /** Lets real I/O happen, and moves the clock in small steps, until something holds. */
  until(holds: () => boolean, what?: string): Promise<void>
  /** Moves the clock on by so many ms in steps, with I/O between. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

export interface RigOptions {
  /** What the service means otherwise than we take it. */
  meanings?: Meanings
  service: { baseUrl: string; key: string }
  clock?: VirtualClock
  dataDir?: string
}

/** A whole core with the real client, on a clock moved by hand, against a real server. */
export async function startRig({
  service,
  meanings,
  clock = new VirtualClock(),
  dataDir = newDir(),
}: RigOptions): Promise<Rig> {
  const log: string[] = []
  const note = (line: string) => log.push(line)
  const core = createCore({ dataDir, clock, version: '0.0.0', log: note, random: () => 0.5 })
  core.setVisible('panel', true)
  const accounts = openAccounts({ dataDir, clock, log: note })
  const { connection, answers } = counted(
    connectService({ accounts, clock, account: 'test', ...service, ...(meanings && { contract: { meanings } }) }),
  )
  core.connect(connection)

  const rig: Rig = {
    core,
    clock,
    dataDir,
    log,
    state: () => core.store.get(),
    show() {
      const project = targetOf(core.store.get())
      if (!project) throw new Error('no show target is chosen')
      return project
    },
    tally: () => tallyOf(core.store.get(), targetOf(core.store.get()), clock.now()),
    press(command, source = 'panel', id = randomUUID()) {
      return core.dispatch(id, command, source)
    },
    async until(holds, what = String(holds)) {
      const giveUp = performance.now() + 10_000
      while (!holds()) {
        if (log.length > 0 || performance.now() > giveUp) throw new Error(`never came: ${what} ${log.join(' ')}`)
        await answers()
        if (!holds()) clock.advance(50)
      }
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.advance(Math.min(STEP_MS, left))
        await answers()
      }
    },
    async close() {
      await core.close()
      accounts.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return rig
}

const STEP_MS = 250
export function newDir(): string {
  return mkdtempSync(join(tmpdir(), 'cuelight-test-'))
}

/** Waits until target, scenes and settings have been read. */
export async function ready(rig: Rig): Promise<void> {
  const whole = () => {
    const project = targetOf(rig.state())
    return Boolean(project?.live && project.scenes && project.settings && project.check)
  }
  await rig.until(whole, 'the first reading of the show')
}
