/** Questions to the message bus of a Linux desktop, by the programs that every desktop has one of. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A property of something on the bus. */
export interface BusProperty {
  /** The bus name of who has it. */
  name: string
  path: string
  interface: string
  property: string
}

/** A property that is true or false; null: nobody says. */
export function askBus({ name, path, interface: of, property }: BusProperty): Promise<boolean | null> {
  return asked([
    [
      'dbus-send',
      [
        ...SEND,
        `--dest=${name}`,
        path,
        ...['org.freedesktop.DBus.Properties.Get', `string:${of}`, `string:${property}`],
      ],
    ],
    ['busctl', [...CTL, 'get-property', name, path, of, property]],
  ])
}

/** Is a name on the bus taken by anybody? Null: there is no bus. */
export function isOnBus(name: string): Promise<boolean | null> {
  const bus = 'org.freedesktop.DBus'
  return asked([
    ['dbus-send', [...SEND, `--dest=${bus}`, '/org/freedesktop/DBus', `${bus}.NameHasOwner`, `string:${name}`]],
    ['busctl', [...CTL, 'call', bus, '/org/freedesktop/DBus', bus, 'NameHasOwner', 's', name]],
  ])
}

const SEND = ['--session', '--print-reply=literal', '--reply-timeout=2000']
const CTL = ['--user', '--timeout=2']

async function asked(tellers: readonly [program: string, args: readonly string[]][]): Promise<boolean | null> {
  for (const [program, args] of tellers) {
    const said = /\b(true|false)\b/.exec(await printed(program, args))?.[1]
    if (said) return said === 'true'
  }
  return null
}

/** What a program prints; nothing when it fails or is not there. */
const printed = (program: string, args: readonly string[]): Promise<string> =>
  promisify(execFile)(program, args, { timeout: 3_000, env: systemEnvironment(process.env) }).then(
    ({ stdout }) => stdout,
    () => '',
  )

/** For programs of the system: what starts an AppImage puts its own libraries before theirs. */
export const systemEnvironment = ({ LD_LIBRARY_PATH, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env.APPIMAGE || LD_LIBRARY_PATH === undefined ? env : { ...env, LD_LIBRARY_PATH }
