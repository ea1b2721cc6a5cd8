import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCore } from '../../electron/core/core.ts'
import { createAccounts } from '../../electron/service/accounts.ts'
import { type Attempt, type Client, createClient } from '../../electron/service/client.ts'
import type { Clock } from '../../shared/util/clock.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import { breathe, type VirtualClock } from '../fakes/virtualClock.ts'
import { WatchedAgent, type WireWatch } from './wire.ts'

/** One process of Cuelight, from its start to its end. */
export type Life = ReturnType<typeof startLife>

export interface LifeOptions {
  number: number
  dir: string
  clock: VirtualClock
  server: IndependentServer
  random: () => number
  watch: WireWatch
}

/** A machine that has been on for a while. */
const UPTIME_MS = 1_000_000

/** The whole core with the real client, which can be killed. */
export function startLife({ number, dir, clock, server, random, watch }: LifeOptions) {
  const log: string[] = []
  let alive = true
  let closed: Promise<void> | null = null
  let client: Client | null = null
  const mortal: Clock = {
    now: clock.now,
    monotonic: clock.monotonic,
    after: (ms, callback) => clock.after(ms, () => alive && callback()),
  }
  const note = (line: string) => alive && log.push(line)
  const prefix = new URL(server.baseUrl).pathname
  const agent = new WatchedAgent({ life: number, prefix, now: clock.monotonic, watch })
  const core = createCore({ dataDir: dir, clock: mortal, version: '0.0.0', log: note, random })
  let writing = 0
  const { settings } = core
  const change = settings.change
  settings.change = (part) => {
    writing += 1
    return change(part).finally(() => {
      writing -= 1
    })
  }
  core.setVisible('panel', true)
  core.connect({
    id: 'show',
    baseUrl: server.baseUrl,
    account: 'test',
    keyPresent: true,
    connect: (observe) => connected(observe),
  })

  function connected(observe: (attempt: Attempt) => void): Client {
    const accounts = createAccounts({
      dir: join(dir, 'leases'),
      clock: mortal,
      // The real uptime would stand still while the test moves the clock.
      uptime: () => UPTIME_MS + clock.monotonic(),
      onFailure: (error) => note(`leases: ${error}`),
    })
    const limiter = accounts.limiterFor({ baseUrl: server.baseUrl, label: 'test' })
    const { baseUrl, key } = server
    const made = createClient({ baseUrl, key: () => key, clock: mortal, limiter, observe, random, dispatcher: agent })
    client = made
    return {
      ...made,
      async close() {
        await made.close()
        accounts.close()
      },
    }
  }

  /** Pending work completes before its files are closed. */
  async function laidOut(): Promise<void> {
    await client?.close()
    for (let turns = 0; turns < LAST_TURNS || writing > 0; turns += 1) await breathe()
  }

  return {
    ...{ number, core, dir },
    /** Monotonic ms. */
    startedAt: clock.monotonic(),
    /** Faults of our own that it logged. */
    log,
    isAlive: () => alive,
    /** The number of its open requests. */
    open: () => agent.open,
    /** The number of settings being written: the disk takes real time. */
    writing: () => writing,
    /**
     * Ends it at once as `kill -9` does: the next life finds the files as they are now. Remaining code may run on for
     * a moment, but reaches neither files, service, clock nor senders.
     */
    kill(nextDir: string): void {
      if (!alive) return
      alive = false
      copyFiles(dir, nextDir)
      agent.kill()
    },
    /** Frees what a life uses in this process, killed or not; writes to its own files only. */
    close(): Promise<void> {
      alive = false
      agent.kill()
      closed ??= laidOut().then(() => core.close())
      return closed
    },
  }
}

const LAST_TURNS = 10

/** Copies all files as they are now. One that a dying write has just renamed may be gone. */
function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFiles(source, target)
    else copyIfThere(source, target)
  }
}

function copyIfThere(source: string, target: string): void {
  try {
    copyFileSync(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
