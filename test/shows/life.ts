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

/** A machine that had been on for a while. */
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
      // The machine's own would stand still beside a clock moved by hand.
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

  /** Its last words come before its files are closed. */
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
    /** Its requests that were begun and have not ended. */
    open: () => agent.open,
    /** Settings it is writing: the disk has a time of its own. */
    writing: () => writing,
    /**
     * Ends it as `kill -9` does, at this very instant: the files as they are now are what the next one finds. What is
     * left of its code may run on for a moment, and reaches neither them, the service, the clock nor those who asked.
     */
    kill(nextDir: string): void {
      if (!alive) return
      alive = false
      copyFiles(dir, nextDir)
      agent.kill()
    },
    /** Gives back what a life holds in this process of ours, killed or not; writes to its own files only. */
    close(): Promise<void> {
      alive = false
      agent.kill()
      closed ??= laidOut().then(() => core.close())
      return closed
    },
  }
}

const LAST_TURNS = 10

/** All files as they are at this instant. One that a dying write has just renamed away is not there any more. */
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
