/** A core in its own process that repeats one read of a service and listens for programs. */
import { randomUUID } from 'node:crypto'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { createCore } from '../../electron/core/core.ts'
import { createClient } from '../../electron/service/client.ts'
import type { Limiter } from '../../electron/service/limiter.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { putOnAir } from './onAir.ts'

export interface Task {
  baseUrl: string
  dataDir: string
  /** The read to repeat. */
  reading: CommandInput
}

/** Twenty reads a second, eight times what the budget allows; show commands at once, without limit. */
const GENEROUS: Limiter = {
  async acquire({ lane }) {
    if (lane !== 'show') await new Promise((resolve) => setTimeout(resolve, 50))
    return { sent() {}, done() {} }
  },
  observe() {},
  limited() {},
  budget: () => ({
    ...{ limit: 150, remaining: 150, reserve: 10, ours: 0, othersPerMinute: null },
    ...{ resetsAt: null, basis: 'counting', blockedUntil: null },
  }),
  close() {},
}

process.once('message', async ({ baseUrl, dataDir, reading }: Task) => {
  const clock = systemClock
  const core = createCore({ dataDir, clock, version: '0.0.0', log: (line) => process.stderr.write(`${line}\n`) })
  putOnAir(core)
  const options = { baseUrl, key: () => 'svc_bench', clock, limiter: GENEROUS }
  const account = { id: 'bench', baseUrl, account: 'bench', keyPresent: true }
  core.connect({ ...account, connect: (observe) => createClient({ ...options, observe }) })
  await listenForPrograms(core, socketPath(dataDir), () => '')
  process.send?.('listening')
  for (;;) {
    await core.dispatch(randomUUID(), reading, 'panel')
    await new Promise(setImmediate)
  }
})

/**
 * Longest time the core was busy with one task, in ms of its own thread's CPU time, so that other load does not count.
 */
let longestTurnMs = 0

function watchTurns(): void {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let before = cpuMs()
  setInterval(() => {
    const now = cpuMs()
    longestTurnMs = Math.max(longestTurnMs, now - before)
    before = now
  }, 1)
}

export interface Told {
  longestTurnMs: number
  residentMb: number
}

process.on('message', (message) => {
  if (message === 'watch') watchTurns()
  if (message === 'tell')
    process.send?.({ longestTurnMs, residentMb: process.resourceUsage().maxRSS / 1024 } satisfies Told)
})
process.on('disconnect', () => process.exit(0))
