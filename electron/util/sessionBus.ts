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
export const askBus = (about: BusProperty): Promise<boolean | null> => asked(property(about), truth)

/** The names in a property that is a list of texts; null: nobody says. */
export const listOnBus = (about: BusProperty): Promise<string[] | null> => asked(property(about), listed)

/** Is a name on the bus taken by anybody? Null: there is no bus. */
export const isOnBus = (name: string): Promise<boolean | null> => asked(askedOfBus('NameHasOwner', name), truth)

/** The process that has a name on the bus; null: nobody says. */
export const processOnBus = (name: string): Promise<number | null> =>
  asked(askedOfBus('GetConnectionUnixProcessID', name), (said) => {
    const id = Number(words(said).at(-1) ?? Number.NaN)
    return Number.isInteger(id) ? id : null
  })

/** A program and its arguments that ask the bus; the next one is tried where one is not there or fails. */
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

/** @param read what the answer means; null: it is none */
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

/** As `array [ one two ]` or as `as 2 "one" "two"`. No name on the bus, nor a path, holds a space or a quote. */
function listed(said: string): string[] | null {
  const [kind, , ...rest] = words(said)
  if (kind === 'array') return rest.filter((word) => word !== ']')
  return kind === 'as' ? rest : null
}

const words = (said: string): string[] => said.split(/[\s"]/).filter((word) => word !== '')

/** What a program prints; nothing when it fails or is not there. */
const printed = (program: string, args: readonly string[]): Promise<string> =>
  promisify(execFile)(program, args, { timeout: 3_000, env: systemEnvironment(process.env) }).then(
    ({ stdout }) => stdout,
    () => '',
  )

/** For programs of the system: what starts an AppImage puts its own libraries before theirs. */
export const systemEnvironment = ({ LD_LIBRARY_PATH, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env.APPIMAGE || LD_LIBRARY_PATH === undefined ? env : { ...env, LD_LIBRARY_PATH }
