/** A real Secret Service for one test: a message bus and a gnome-keyring of its own, apart from this user's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eventually } from './desk.ts'

const PASSWORD = 'pass word of a test'
const BUS = 'org.freedesktop.DBus'
const NAME = 'org.freedesktop.secrets'
const LOGIN = '/org/freedesktop/secrets/collection/login'

export type SecretService = Awaited<ReturnType<typeof startSecretService>>

/** A bus alone: a desktop whose keychain does not run. */
export async function startBus() {
  const home = mkdtempSync(join(tmpdir(), 'cuelight-keyring-'))
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env
  const env: NodeJS.ProcessEnv = { ...rest, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: join(home, 'data') }
  const args = ['--session', '--print-address', '--nofork', '--nopidfile', `--address=unix:dir=${home}`]
  const bus = spawn('dbus-daemon', args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus)
  return {
    env,
    async close() {
      await ended(bus)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A bus with an unlocked keyring on it. */
export async function startSecretService() {
  const bus = await startBus()
  const { env } = bus
  await startUnlocked(env)
  return {
    env,
    lock() {
      const lock = ['org.freedesktop.Secret.Service.Lock', `array:objpath:${LOGIN}`]
      busCall(env, NAME, '/org/freedesktop/secrets', lock)
    },
    /** As the user does by typing the password. */
    async unlock() {
      await endKeyring(env)
      await startUnlocked(env)
    },
    /** Stops responding until it continues, like a desktop that hangs. */
    pause: () => process.kill(keyringOf(env), 'SIGSTOP'),
    goOn: () => process.kill(keyringOf(env), 'SIGCONT'),
    /** Counts from now on how often the user would have been asked for the password. */
    countPrompts: () => countPrompts(env),
    async close() {
      await endKeyring(env)
      await bus.close()
    },
  }
}

/** A keyring unlocked with its password; it moves itself to the background. */
async function startUnlocked(env: NodeJS.ProcessEnv): Promise<void> {
  const asking = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  asking.stdin.end(PASSWORD)
  await once(asking, 'exit')
  await eventually(() => isThere(env))
}

async function endKeyring(env: NodeJS.ProcessEnv): Promise<void> {
  process.kill(keyringOf(env))
  await eventually(() => !isThere(env))
}

function keyringOf(env: NodeJS.ProcessEnv): number {
  const answer = busCall(env, BUS, '/', [`${BUS}.GetConnectionUnixProcessID`, `string:${NAME}`])
  return Number(/uint32 (\d+)/.exec(answer)?.[1])
}

/** Monitors the bus. A call of our own marks how far it has read. */
async function countPrompts(env: NodeJS.ProcessEnv) {
  const rules = ['Prompt', 'Ping'].map((member) => `type='method_call',member='${member}'`)
  const monitor = spawn('dbus-monitor', ['--session', ...rules], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let heard = ''
  monitor.stdout.on('data', (part) => {
    heard += part
  })
  const count = (member: string) => heard.split(`member=${member}\n`).length - 1
  let marks = 0
  const caughtUp = async () => {
    marks += 1
    await eventually(() => {
      // Repeated until it is seen: at first the monitor does not listen yet.
      if (count('Ping') < marks) busCall(env, BUS, '/', ['org.freedesktop.DBus.Peer.Ping'])
      return count('Ping') >= marks
    })
    marks = count('Ping')
  }
  await caughtUp()
  return {
    async count() {
      await caughtUp()
      return count('Prompt')
    },
    close: () => ended(monitor),
  }
}

function isThere(env: NodeJS.ProcessEnv): boolean {
  return busCall(env, BUS, '/', [`${BUS}.NameHasOwner`, `string:${NAME}`]).includes('boolean true')
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
