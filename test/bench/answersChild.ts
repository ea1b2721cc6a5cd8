/** A core in a process of its own that reads one thing of a service over and over, and listens for programs. */
import { randomUUID } from 'node:crypto'
import { createCore } from '../../electron/core/core.ts'
import { listenForPrograms } from '../../electron/core/socket.ts'
import { socketPath } from '../../electron/core/socketPath.ts'
import { systemClock } from '../../electron/core/time.ts'
import { createClient } from '../../electron/service/client.ts'
import type { Limiter } from '../../electron/service/limiter.ts'
import type { CommandInput } from '../../shared/commands.ts'
import { unreadProject } from '../../shared/state.ts'

export interface Task {
  baseUrl: string
  dataDir: string
  /** What is asked for over and over. */
  reading: CommandInput
}

/** Ten readings a second, four times what the budget lets through; show commands at once, however many. */
const GENEROUS: Limiter = {
  async acquire({ lane }) {
    if (lane !== 'show') await new Promise((resolve) => setTimeout(resolve, 100))
    return { sent() {}, done() {} }
  },
  observe() {},
  limited() {},
  budget: () => ({
    ...{ limit: 150, remaining: 150, reserve: 10, ours: 0, othersPerMinute: null },
    ...{ resetsAt: null, basis: 'counting', blockedUntil: null },
  }),
  onChange: () => () => {},
  close() {},
}

process.once('message', async ({ baseUrl, dataDir, reading }: Task) => {
  const clock = systemClock
  const core = createCore({ dataDir, clock, version: '0.0.0', log: (line) => process.stderr.write(`${line}\n`) })
  core.store.change((draft) => {
    const none = { destinations: [], startedAt: null, endsAt: null, viewers: null, peakViewers: null }
    const live = { ...none, status: 'LIVE', liveId: 'l1', readAt: clock.now() } as const
    draft.projects.p1 = { ...unreadProject('p1', 'Show'), live }
    draft.targetId = 'p1'
  })
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
process.on('message', (message) => {
  if (message === 'resident') process.send?.(process.resourceUsage().maxRSS / 1024)
})
process.on('disconnect', () => process.exit(0))
