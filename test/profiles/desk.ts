import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import { createCore } from '../../electron/core/core.ts'
import { nodeHelper } from '../../electron/core/keychain/helper.ts'
import type { Keychain } from '../../electron/core/keychain/keychain.ts'
import { processKeychain } from '../../electron/core/keychain/processKeychain.ts'
import type { RunProfile, Services } from '../../electron/core/profiles/connections.ts'
import { createProfiles } from '../../electron/core/profiles/profiles.ts'
import { startStudio } from '../../electron/studio/studio.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { ProfileEntry } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { counted, handsOn, newDir } from '../fakes/rig.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

export interface DeskOptions {
  keychain: Keychain
  dataDir?: string
  clock?: VirtualClock
  /** The profile requested on the command line. */
  run?: RunProfile | null
}

/**
 * Waits for processes as long as any test does: the product's own timeout for a keychain is tested on a clock of its
 * own.
 */
const patientClock: Clock = {
  ...systemClock,
  after: (ms, callback) => systemClock.after(Math.max(ms, PATIENCE_MS), callback),
}

/** The keychain as the product accesses it: through a process of its own. */
export const keychainIn = (env: NodeJS.ProcessEnv): Keychain =>
  processKeychain({ start: nodeHelper(env), clock: patientClock })

export async function openDesk(options: DeskOptions) {
  const { keychain, dataDir = newDir(), clock = new VirtualClock(), run = null } = options
  const log: string[] = []
  const note = (line: string) => void log.push(line)
  const core = createCore({ dataDir, clock, version: '0.0.0', log: note, random: () => 0.5 })
  core.setVisible('panel', true)
  const accounts = openAccounts({ dataDir, clock, log: note })
  const studio = studioIn(clock, accounts)
  const waits: (() => Promise<void>)[] = []
  const services: Services = {
    studio: studio.service,
    connect(target) {
      const { connection, answers } = counted(connectService({ ...target, clock, accounts }))
      waits.push(answers)
      return connection
    },
  }
  const ports = { core, clock, keychain, services, run, log: note }
  const profiles = createProfiles({ ...ports, keyPrefix: 'svc_', onSecret: () => {} })
  const seen = [core.store.get()]
  const stopWatching = core.store.subscribe((_, state) => seen.push(state))
  core.provide({ profiles })
  await profiles.start()
  stopWatching()
  const answers = async () => {
    await Promise.all(waits.slice(-2).map((wait) => wait()))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }

  const isOver = (what: string, waitedMs: number) => {
    if (waitedMs > PATIENCE_MS) throw new Error(`never came: ${what} ${log.join(' ')}`)
  }

  return {
    ...handsOn(core, clock, answers, isOver),
    dataDir,
    /** Every state until the first profile was connected. */
    seen,
    log,
    profile(name: string): ProfileEntry {
      const found = core.store.get().profiles.find((one) => one.name === name)
      if (!found) throw new Error(`no profile ${name}`)
      return found
    },
    /** Makes leaving the studio take this many turns of the event loop from now on. */
    slowToLeave: studio.slowToLeave,
    /** The settings file. */
    onDisk: () => readFileSync(join(dataDir, 'settings.json'), 'utf8'),
    /** What was sent, by account: the lines of each lease file. */
    leases: () => readdirSync(join(dataDir, 'leases')).map((name) => linesOf(join(dataDir, 'leases', name))),
    /** Ends this process and leaves its files. */
    async close(): Promise<void> {
      await profiles.close()
      await core.close()
      accounts.close()
      await studio.close()
    },
  }
}

/** A real studio, in this process. */
function studioIn(clock: VirtualClock, accounts: ReturnType<typeof openAccounts>) {
  let running: Awaited<ReturnType<typeof startStudio>> | null = null
  let leaving = 0
  const key = 'svc_of-the-studio-in-this-process'
  const service: Services['studio'] = {
    async join() {
      running ??= await startStudio({ port: 0, dataDir: null, clock, keys: [key] })
      const { baseUrl } = running
      return connectService({ id: 'local studio', baseUrl, account: 'local studio', key, clock, accounts })
    },
    onRestarted() {},
    async leave() {
      for (let turn = 0; turn < leaving; turn += 1) await breathe()
    },
  }
  const slowToLeave = (turns: number) => {
    leaving = turns
  }
  return { service, slowToLeave, close: async () => running?.close() }
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split('\n')

/** Polls a condition in real time, to wait for other processes. */
export async function eventually(holds: () => boolean): Promise<void> {
  const giveUp = performance.now() + PATIENCE_MS
  while (!holds()) {
    if (performance.now() > giveUp) throw new Error(`never came: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Every byte of every file below a folder. */
export function everythingIn(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
