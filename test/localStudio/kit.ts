import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { openAccounts } from '../../electron/app/connectService.ts'
import type { Connection } from '../../electron/core/connection.ts'
import type { Keychain } from '../../electron/core/keychain/keychain.ts'
import { readAddress, type StudioAddress, writeAddress } from '../../electron/studio/address.ts'
import { studioCommand } from '../../electron/studio/supervisor/place.ts'
import { createLocalStudio } from '../../electron/studio/supervisor/supervisor.ts'
import type { Project } from '../../shared/contract/records.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { processesOn, temporaryDir } from '../studio/processes.ts'
import { atEnd } from '../support/atEnd.ts'

export type Place = ReturnType<typeof newPlace>

/** A data dir with the studio's inside; everything that runs there is gone when the test ends. */
export function newPlace() {
  const dir = temporaryDir()
  const studio = join(dir.path, 'studio')
  mkdirSync(studio)
  const processes = () => processesOn(studio)
  atEnd(async () => {
    for (const pid of processes()) process.kill(pid, 'SIGKILL')
    while (processes().length > 0) await pause()
    dir.remove()
  })
  const address = (): StudioAddress => {
    const found = readAddress(studio)
    if (!found) throw new Error('no studio has said where it is')
    return found
  }
  return { app: dir.path, studio, processes, address, toForget: forgetting() }
}

export type Run = ReturnType<typeof newRun>

/** The list of entries to be removed from the keychain, as the settings have it. */
export function forgetting() {
  const accounts = new Set<string>()
  return {
    accounts,
    has: (account: string) => accounts.has(account),
    async mark(account: string, isToForget: boolean) {
      if (isToForget) accounts.add(account)
      else accounts.delete(account)
    },
  }
}

/** One run of the app on a place, as far as the studio sees it. */
export function newRun(place: Place, keychain: Keychain | null = null) {
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
    toForget: place.toForget,
    ...(keychain && { keychain }),
    onRehearsal: (state) => rehearsals.push(state),
    onTrouble: (message) => troubles.push(message),
    onSetAside: (file) => setAside.push(file),
    command(dataDir, port) {
      attempts += 1
      return run.command?.(dataDir) ?? studioCommand(dataDir, port)
    },
  })
  studio.onRestarted((connection) => restarts.push(connection))
  const run = {
    ...{ studio, clock, log, rehearsals, troubles, restarts, setAside },
    /** How often it asked for the command that runs a studio. */
    attempts: () => attempts,
    /** The command to run from now on; null: a studio. */
    command: null as ((dataDir: string) => string[]) | null,
    /** Advances time, faster than real time, until the condition is true. */
    async until(holds: () => boolean, what: string): Promise<void> {
      const giveUp = performance.now() + PATIENCE_MS
      while (!holds()) {
        if (performance.now() > giveUp) throw new Error(`never came: ${what}. It said: ${log.join(' / ')}`)
        await pause()
        clock.advance(STEP_MS)
      }
    },
    /** Advances to the next check, and waits until its result has been reported. */
    async look(): Promise<void> {
      const before = rehearsals.length
      clock.advance(LOOK_MS)
      await run.until(() => rehearsals.length > before, 'the next look')
    },
    /** Lets a tenth of a second pass. */
    async rest(): Promise<void> {
      const end = clock.monotonic() + 100
      await run.until(() => clock.monotonic() >= end, 'rest')
    },
    /** Waits for a promise while time continues. */
    async during<T>(work: Promise<T>): Promise<T> {
      let over = false
      const end = work.finally(() => {
        over = true
      })
      end.catch(() => {})
      await run.until(() => over, 'the end of what is waited for')
      return end
    },
    /** Waits until a studio that died has been restarted. */
    restarted: (): Promise<void> => run.until(() => restarts.length > 0, 'the new studio'),
    left: (): Promise<void> => run.until(() => place.processes().length === 0, 'its end'),
  }
  atEnd(async () => {
    await run.during(studio.leave())
    accounts.close()
  })
  return run
}

/** Longer than any pause between two checks of a healthy studio. */
const LOOK_MS = 2_000
const PAUSE_MS = 10
/** The speed of the clock: still slow enough for a process to start within its timeout. */
const STEP_MS = 20
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Uses the service over this connection, with its key. */
async function asking<T>(
  connection: Connection,
  ask: (client: ReturnType<Connection['connect']>, projects: Project[]) => T | Promise<T>,
): Promise<T> {
  const client = connection.connect(() => {})
  try {
    const { projects } = await client.call('listProjects', {})
    return await ask(client, projects)
  } finally {
    await client.close()
  }
}

/** Reads over this connection, which fails if its key is refused. Returns the names of the projects. */
export const projectsBy = (connection: Connection): Promise<string[]> =>
  asking(connection, (_, projects) => projects.map(({ name }) => name))

/** Starts or stops the first project over this connection. */
export const act = (connection: Connection, operation: 'startLive' | 'stopLive'): Promise<unknown> =>
  asking(connection, (client, projects) => client.call(operation, { params: { projectId: projects[0]?.id ?? '' } }))

/** A program that is no studio: it prints its process id, never an address, and does not end on SIGTERM. */
export const hangs = (dataDir: string) => [
  ...[process.execPath, '-e'],
  `process.on('SIGTERM', () => {}); console.log('hung', process.pid); setInterval(() => {}, 1000)`,
  dataDir,
]
/** A program that prints why it ends. */
export const fails = (dataDir: string) => [
  ...[process.execPath, '-e', `console.error('the disk is full'); process.exit(3)`, dataDir],
]
export const studioLog = ({ studio }: Place) => readFileSync(join(studio, 'studio.log'), 'utf8')

/**
 * A proxy between the app and the administration of a running studio, which can be slow, refuse, or be another program.
 */
export async function goBetween({ studio: dataDir, ...place }: Place) {
  const address = place.address()
  const waiting = new Set<ServerResponse>()
  const self = {
    /** Unchanged; never responding; with a "no"; as a program that does not know the request. */
    manner: 'itself' as 'itself' | 'silent' | 'no' | 'stranger',
    /** Requests that wait for a response that never comes. */
    held: () => waiting.size,
  }
  const server = createServer((asked, response) => {
    const isPing = asked.url?.endsWith('/ping')
    if (self.manner === 'silent') {
      waiting.add(response)
      response.once('close', () => waiting.delete(response))
    } else if (self.manner === 'stranger') {
      response.writeHead(404).end('not here')
    } else if (self.manner === 'no' && !isPing) {
      response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"message":"The disk is full."}')
    } else {
      const { method, headers, url } = asked
      const onward = request(new URL(url ?? '', address.adminUrl), { method, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      asked.pipe(onward)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeAddress(dataDir, { ...address, socket: null, adminUrl: address.adminUrl.replace(/:\d+/, `:${port}`) })
  atEnd(() => server.close().closeAllConnections())
  return self
}

/** A run that has joined the studio of a place, and knows the account's content. */
export async function joined(
  place = newPlace(),
  keychain: Keychain | null = null,
): Promise<{ place: Place; run: Run; pid: number }> {
  const run = newRun(place, keychain)
  const connection = await run.during(run.studio.join())
  expect(await projectsBy(connection)).toContain('Friday Night')
  return { place, run, pid: place.address().pid }
}

export const portOf = (place: Place) => new URL(place.address().baseUrl).port
export const kill = (pid: number) => process.kill(pid, 'SIGKILL')
/** A run on a studio that another process started, which does not reap it. */
export async function foreign<T>(comeBetween: (place: Place) => Promise<T>) {
  const place = newPlace()
  const run = newRun(place)
  const [program = '', ...args] = studioCommand(place.studio, 0)
  const line = ['-c', '"$@" & exec sleep 600', 'sh', program, ...args]
  const parent = spawn('sh', line, { stdio: 'ignore' })
  atEnd(() => parent.kill())
  await run.until(() => readAddress(place.studio) !== null, 'the studio of somebody else')
  const { pid } = place.address()
  const between = await comeBetween(place)
  await run.during(run.studio.join())
  expect(place.address().pid).toBe(pid)
  await run.until(() => run.rehearsals.length > 0, 'the first look')
  return { place, run, pid, between }
}
export const nobody = async () => {}
