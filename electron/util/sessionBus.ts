/** Queries to the message bus of a Linux desktop, made with programs of which every desktop has at least one. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A property of something on the bus. */
export interface BusProperty {
  /** The bus name of the owner. */
  name: string
  path: string
  interface: string
  property: string
}

/** A property that is true or false; null if unknown. */
export const askBus = (about: BusProperty): Promise<boolean | null> => asked(property(about), truth)

/** The names in a property that is a list of texts; null if unknown. */
export const listOnBus = (about: BusProperty): Promise<string[] | null> => asked(property(about), listed)

/** Does a name on the bus have an owner? Null: there is no bus. */
export const isOnBus = (name: string): Promise<boolean | null> => asked(askedOfBus('NameHasOwner', name), truth)

/** The process id of the owner of a name on the bus; null if unknown. */
export const processOnBus = (name: string): Promise<number | null> =>
  asked(askedOfBus('GetConnectionUnixProcessID', name), (said) => {
    const id = Number(words(said).at(-1) ?? Number.NaN)
    return Number.isInteger(id) ? id : null
  })

/** A program and its arguments that query the bus. If a program is missing or fails, the next one is tried. */
type Teller = readonly [program: string, args: readonly string[]]

function property({ name, path, interface: of, property }: BusProperty): Teller[] {
  const get = ['org.freedesktop.DBus.Properties.Get', `string:${of}`, `string:${property}`]
  return [
    ['dbus-send', [...SEND, `--dest=${name}`, path, ...get]],
    ['busctl', [...CTL, 'get-property', name, path, of, property]],
  ]
}

function askedOfBus(question: string, name: string): Teller[] {
  const [bus, path] = ['org.freedesktop.DBus', '/org/freedesktop/DBus']
  return [
    ['dbus-send', [...SEND, `--dest=${bus}`, path, `${bus}.${question}`, `string:${name}`]],
    ['busctl', [...CTL, 'call', bus, path, bus, question, 's', name]],
  ]
}

const SEND = ['--session', '--print-reply=literal', '--reply-timeout=2000']
const CTL = ['--user', '--timeout=2']

/** @param read what the output means; null if it means nothing */
async function asked<T>(tellers: readonly Teller[], read: (said: string) => T | null): Promise<T | null> {
  for (const [program, args] of tellers) {
    const answer = read(await printed(program, args))
    if (answer !== null) return answer
  }
  return null
}

function truth(said: string): boolean | null {
  const word = /\b(true|false)\b/.exec(said)?.[1]
  return word === undefined ? null : word === 'true'
}

/** Given as `array [ one two ]` or as `as 2 "one" "two"`. No bus name or path contains a space or a quote. */
function listed(said: string): string[] | null {
  const [kind, , ...rest] = words(said)
  if (kind === 'array') return rest.filter((word) => word !== ']')
  return kind === 'as' ? rest : null
}

const words = (said: string): string[] => said.split(/[\s"]/).filter((word) => word !== '')

/** What a program prints; empty if it fails or is missing. */
const printed = (program: string, args: readonly string[]): Promise<string> =>
  promisify(execFile)(program, args, { timeout: 3_000, env: systemEnvironment(process.env) }).then(
    ({ stdout }) => stdout,
    () => '',
  )

/** The environment for programs of the system: the AppImage launcher puts its own libraries before theirs. */
export const systemEnvironment = ({ LD_LIBRARY_PATH, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env.APPIMAGE || LD_LIBRARY_PATH === undefined ? env : { ...env, LD_LIBRARY_PATH }
