import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeEnvironment, nodeFlags } from '../../build/setup/nodeFlags.mjs'
import { kill } from '../../build/suite/leftovers.ts'
import { BOUNDS, DEFAULT_PREFERENCES, withPart } from '../../shared/settings/preferences.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings/settings.ts'
import { newDir } from '../fakes/rig.ts'
import { processesOn } from '../studio/processes.ts'

const top = join(import.meta.dirname, '../..')
const entry = join(top, '.dist/main/headless.mjs')

export type App = Awaited<ReturnType<typeof startApp>>

export interface AppOptions {
  service?: { baseUrl: string; key: string }
  dataDir?: string
  port?: number
  /** The service's key comes from a file instead of the environment. */
  keyFile?: string
  /** Environment variables in addition to ours. */
  env?: NodeJS.ProcessEnv
  /** Nothing of the account was broadcast from here before, so its first broadcast needs confirmation. */
  isNew?: boolean
}

/** Starts Cuelight as built, in its own process, as `npm start -- --headless` does. */
export async function startApp(options: AppOptions = {}) {
  const { service, dataDir = newDir(), port = 0, env: more = {}, isNew = false, keyFile } = options
  if (service && !isNew) wentLiveBefore(dataDir, service.baseUrl)
  if (!existsSync(entry)) throw new Error('Cuelight is not built: run the tests by `npm test`, which builds it')
  const args = [...nodeFlags, entry, '--headless', '--port', String(port), '--data-dir', dataDir]
  if (service) args.push('--base-url', service.baseUrl)
  if (keyFile) args.push('--key-file', keyFile)
  const env = {
    ...process.env,
    ...more,
    ...nodeEnvironment,
    ...(service && !keyFile ? { CUELIGHT_API_KEY: service.key } : {}),
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const address = await printedAddress(child, stdout, stderr)
  return {
    pid: child.pid ?? 0,
    dataDir,
    address,
    stdout,
    stderr,
    ended,
    /** Ends it as a user does (Ctrl+C), or as a crash does. */
    end(signal: NodeJS.Signals = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * Records that the account went live from here before, and allows the longest time for a second press: a busy machine
 * presses late.
 */
export function wentLiveBefore(dataDir: string, baseUrl: string): void {
  const file = join(dataDir, 'settings.json')
  const preferences = withPart(DEFAULT_PREFERENCES, { guard: { pressUntilMs: BOUNDS.guard.pressUntilMs.most } })
  const settings = { ...DEFAULT_SETTINGS, wentLive: [`${baseUrl} default`], preferences }
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(settings))
}

/** Starts Cuelight where it should exit soon, and waits for its exit. */
export async function startInVain(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [...nodeFlags, entry, '--headless', '--port', '0', ...args], {
    env: { ...process.env, ...nodeEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout: stdout(), stderr: stderr() }
}

/** Ends the app and the studio it may leave on air, so that nothing of a test continues after it. */
export async function sweep({ dataDir, end }: Pick<App, 'dataDir' | 'end'>, signal?: NodeJS.Signals): Promise<void> {
  await end(signal)
  for (const pid of processesOn(dataDir)) kill(pid)
}

/** Collects the output of a process as it is written. */
export function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

function printedAddress(child: ChildProcess, stdout: () => string, stderr: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const address = /Panel: (http:\S+)/.exec(stdout())?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`it ended with ${code} before it printed an address: ${stderr()}`)))
  })
}
