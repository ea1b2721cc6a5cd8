/** A real Secret Service for one test: a message bus and a gnome-keyring of its own, apart from this user's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PASSWORD = 'pass word of a test'
const BUS = 'org.freedesktop.DBus'
const NAME = 'org.freedesktop.secrets'
const LOGIN = '/org/freedesktop/secrets/collection/login'

export interface SecretService {
  /** What a process needs to find it. */
  readonly env: NodeJS.ProcessEnv
  lock(): void
  /** As a person does who types the password. */
  unlock(): Promise<void>
  close(): Promise<void>
}

/** A bus alone: a desktop whose keychain does not run. */
export async function startBus(): Promise<SecretService> {
  const home = mkdtempSync(join(tmpdir(), 'cuelight-keyring-'))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: join(home, 'data'),
  }
  delete env.DISPLAY
  delete env.WAYLAND_DISPLAY
  const bus = spawn(
    'dbus-daemon',
    ['--session', '--print-address', '--nofork', '--nopidfile', `--address=unix:dir=${home}`],
    {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus)
  return {
    env,
    lock() {
      throw new Error('no keyring runs on this bus')
    },
    async unlock() {
      throw new Error('no keyring runs on this bus')
    },
    async close() {
      await ended(bus)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A bus with an unlocked keyring on it. */
export async function startSecretService(): Promise<SecretService> {
  const bus = await startBus()
  const { env } = bus
  await startUnlocked(env)
  return {
    env,
    lock() {
      const lock = ['org.freedesktop.Secret.Service.Lock', `array:objpath:${LOGIN}`]
      busCall(env, NAME, '/org/freedesktop/secrets', lock)
    },
    async unlock() {
      await endKeyring(env)
      await startUnlocked(env)
    },
    async close() {
      await endKeyring(env)
      await bus.close()
    },
  }
}

/** A keyring that has been unlocked with its password; it puts itself into the background. */
async function startUnlocked(env: NodeJS.ProcessEnv): Promise<void> {
  const asking = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  asking.stdin.end(PASSWORD)
  await once(asking, 'exit')
  await until(() => isThere(env))
}

async function endKeyring(env: NodeJS.ProcessEnv): Promise<void> {
  const answer = busCall(env, BUS, '/', [`${BUS}.GetConnectionUnixProcessID`, `string:${NAME}`])
  process.kill(Number(/uint32 (\d+)/.exec(answer)?.[1]))
  await until(() => !isThere(env))
}

function isThere(env: NodeJS.ProcessEnv): boolean {
  return busCall(env, BUS, '/', [`${BUS}.NameHasOwner`, `string:${NAME}`]).includes('boolean true')
}

async function until(holds: () => boolean): Promise<void> {
  const giveUp = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > giveUp) throw new Error('the keyring did not do what was asked')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function busCall(env: NodeJS.ProcessEnv, to: string, path: string, call: readonly string[]): string {
  const args = ['--session', '--print-reply', `--dest=${to}`, path, ...call]
  const { status, stdout, stderr } = spawnSync('dbus-send', args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the bus said no: ${stderr}`)
  return stdout
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('its output is not read')
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('it ended without a word')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
