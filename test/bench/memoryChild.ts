/** Runs the core in its own process for a simulated week. */

import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import { type Core, createCore } from '../../electron/core/core.ts'
import { servePanel } from '../../electron/remote/panelServer.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { counted } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

export interface Task {
  baseUrl: string
  key: string
  dataDir: string
  days: number
}

export interface Reading {
  day: number
  residentMb: number
  heapMb: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MB = 1024 * 1024

process.once('message', (task: Task) => {
  week(task).then(
    () => process.disconnect(),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function week({ baseUrl, key, dataDir, days }: Task): Promise<void> {
  const clock = new VirtualClock()
  const log = (line: string) => console.error(line)
  const core = createCore({ dataDir, clock, version: '0.0.0', log, random: () => 0.5 })
  const service = connectService({
    accounts: openAccounts({ dataDir, clock, log }),
    clock,
    account: 'bench',
    baseUrl,
    key,
  })
  const { connection, answers } = counted(service)
  core.connect(connection)
  const closePanel = await openPanel(core, dataDir, clock)

  const end = clock.monotonic() + days * DAY_MS
  let nextReading = clock.monotonic() + HOUR_MS
  while (clock.monotonic() < end) {
    clock.advance(Math.min(clock.next ?? 1_000, 1_000))
    await answers()
    if (clock.monotonic() < nextReading) continue
    report(clock.monotonic() / DAY_MS)
    nextReading = (Math.floor(clock.monotonic() / DAY_MS) + 1) * DAY_MS
  }
  report(days)
  await closePanel()
  await core.close()
}

/** The panel's server; the parent process opens it and receives every change. */
async function openPanel(core: Core, dataDir: string, clock: Clock): Promise<() => Promise<void>> {
  const sessions = openSessions(dataDir, clock)
  const panel = await servePanel({ core, sessions, pages: dataDir, port: 0 })
  process.send?.({ address: panel.newAddress() })
  return panel.close
}

function report(day: number): void {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const reading: Reading = { day: Math.floor(day), residentMb: rss / MB, heapMb: heapUsed / MB }
  process.send?.(reading)
}
