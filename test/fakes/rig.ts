import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import type { Connection } from '../../electron/core/connection.ts'
import { type Core, createCore } from '../../electron/core/core.ts'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Meanings } from '../../shared/contract/meanings.ts'
import type { OperationName } from '../../shared/contract/operations.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { type ProjectState, targetOf } from '../../shared/state.ts'
import { type Tally, tallyOf } from '../../shared/tally.ts'
import { newDir } from '../support/folders.ts'
import { diskIdle } from './quiet.ts'
import { breathe, VirtualClock } from './virtualClock.ts'

export { newDir } from '../support/folders.ts'

export interface Counted {
  connection: Connection
  /** Every request so far, by its operation. */
  sent: OperationName[]
  /**
   * Lets pending calls and disk operations complete, so that time moved by the test does not overtake sockets and disk
   * on a busy machine. A call that itself waits for the clock, as for its budget, is not waited for.
   */
  answers(): Promise<void>
}

const FEWEST_TURNS = 8
const MOST_TURNS = 250

/** A connection that counts its calls. */
export function counted(connection: Connection): Counted {
  let underWay = 0
  const sent: OperationName[] = []
  return {
    sent,
    connection: {
      ...connection,
      connect(observe) {
        const client = connection.connect((attempt) => {
          sent.push(attempt.operation)
          observe(attempt)
        })
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
      await diskIdle()
    },
  }
}

/**
 * Helpers for a core on a clock that the test moves.
 *
 * @param answers lets real I/O happen
 * @param isOver throws when waiting on makes no sense
 */
export function handsOn(
  core: Core,
  clock: VirtualClock,
  answers: () => Promise<void>,
  isOver: (what: string, waitedMs: number) => void,
) {
  const state = () => core.store.get()
  return {
    core,
    clock,
    state,
    tally: (): Tally => tallyOf(state(), targetOf(state()), clock.now()),
    press: (command: CommandInput, source: Source = 'panel', id: string = randomUUID()): Promise<Outcome> =>
      core.dispatch(id, command, source),
    /** Lets real I/O happen, and moves the clock in small steps, until a condition is true. */
    async until(holds: () => boolean, what = String(holds)): Promise<void> {
      const since = performance.now()
      while (!holds()) {
        isOver(what, performance.now() - since)
        await answers()
        if (!holds()) clock.advance(50)
      }
    },
    /** Moves the clock on by this many ms in steps, with I/O between. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.advance(Math.min(STEP_MS, left))
        await answers()
      }
    },
  }
}

export type Rig = Awaited<ReturnType<typeof startRig>>

export interface RigOptions {
  /** Meanings of the service that differ from the defaults. */
  meanings?: Meanings
  service: { baseUrl: string; key: string }
  clock?: VirtualClock
  dataDir?: string
  /** A new account: nothing was broadcast from here yet. */
  isNew?: boolean
  /** The show target stored for this service. */
  remembered?: { id: string; name: string }
}

/** A whole core with the real client, on a clock that the test moves, against a real server. */
export async function startRig(options: RigOptions) {
  const { service, meanings, clock = new VirtualClock(), dataDir = newDir(), isNew = false, remembered } = options
  const log: string[] = []
  const note = (line: string) => log.push(line)
  const core = createCore({ dataDir, clock, version: '0.0.0', log: note, random: () => 0.5 })
  core.setVisible('panel', true)
  const accounts = openAccounts({ dataDir, clock, log: note })
  const { connection, answers, sent } = counted(
    connectService({ accounts, clock, account: 'test', ...service, ...(meanings && { contract: { meanings } }) }),
  )
  // The first broadcast of an account needs a confirmation: most tests are about later ones.
  if (!isNew) await core.settings.change({ wentLive: [connection.id] })
  if (remembered) await core.settings.change({ targets: { [connection.id]: remembered } })
  core.connect(connection)

  const isOver = (what: string, waitedMs: number) => {
    if (log.length > 0 || waitedMs > PATIENCE_MS) throw new Error(`never came: ${what} ${log.join(' ')}`)
  }
  return {
    ...handsOn(core, clock, answers, isOver),
    dataDir,
    log,
    /** How many requests were sent, of one operation or in all. */
    asked: (name?: OperationName) => sent.filter((one) => name === undefined || one === name).length,
    /** The show target as it is known now. */
    show(): ProjectState {
      const project = targetOf(core.store.get())
      if (!project) throw new Error('no show target is chosen')
      return project
    },
    async close(): Promise<void> {
      await core.close()
      accounts.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const STEP_MS = 250

/** Waits until target, scenes and settings have been read. */
export async function ready(rig: Rig): Promise<void> {
  const whole = () => {
    const project = targetOf(rig.state())
    return Boolean(project?.live && project.scenes && project.settings && project.check)
  }
  await rig.until(whole, 'the first reading of the show')
}
