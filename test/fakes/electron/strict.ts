import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const types = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8')

/** The names that `electron` exports in the main process. */
export function exportedNames(): string[] {
  return ['Main', 'Common'].flatMap((space) =>
    [...bodyAfter(`  namespace ${space} {`).matchAll(/^ {4}(?:const|class) (\w+)/gm)].map((match) => match[1] ?? ''),
  )
}

const events = new Map<string, ReadonlySet<string>>()

/**
 * The events that a class or interface of Electron's can emit, its parents' included.
 *
 * @param name as in `electron.d.ts`; throws for one that does not exist
 */
function eventsOf(name: string): ReadonlySet<string> {
  const known = events.get(name)
  if (known) return known
  const head = new RegExp(`^  (?:class|interface) ${name}(?: extends ([\\w.]+))? \\{$`, 'm').exec(types)
  if (!head) throw new Error(`Electron declares no ${name}`)
  const own = [...bodyAfter(head[0]).matchAll(/^ {4}on\(event: '([\w-]+)'/gm)].map((match) => match[1] ?? '')
  const parent = head[1] && !/EventEmitter$/.test(head[1]) ? [...eventsOf(head[1])] : []
  const all = new Set([...own, ...parent])
  events.set(name, all)
  return all
}

function bodyAfter(head: string): string {
  const start = types.indexOf(head)
  return types.slice(start, types.indexOf('\n  }\n', start))
}

/**
 * Reading a member that is not implemented throws, so that nothing is ever silently undefined.
 *
 * @param name for the message
 */
export function strict<T extends object>(name: string, made: T): T {
  return new Proxy(made, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !ASKED_OF_ANYTHING.has(key))
        throw notWritten(`${name}.${key}`)
      return Reflect.get(target, key, receiver)
    },
  })
}

/** A placeholder for an export of Electron's that is not implemented: importing it is allowed, using it throws. */
export function unwritten(name: string): unknown {
  const used = (_target: unknown, key?: unknown): never => {
    throw notWritten(typeof key === 'string' ? `${name}.${key}` : name)
  }
  return new Proxy(class {}, { get: used, apply: () => used(null), construct: () => used(null) })
}

function notWritten(what: string): Error {
  return new Error(`electron.${what} is not implemented in the stand-in`)
}

/** Read by promises, printers and JSON. */
const ASKED_OF_ANYTHING = new Set(['then', 'toJSON', 'constructor', 'inspect', '__esModule'])

/** An emitter of Electron. It emits only events that Electron declares; a member that is not implemented throws. */
export class Emitter extends EventEmitter {
  /**
   * @param name of the class or interface in `electron.d.ts`
   * @param exportedAs if there is only one instance
   */
  constructor(name: string, exportedAs = name) {
    super()
    const guarded = strict(exportedAs, this)
    const emit = EventEmitter.prototype.emit
    this.emit = (event: string | symbol, ...args: unknown[]): boolean => {
      if (typeof event === 'string' && !eventsOf(name).has(event))
        throw new Error(`Electron declares no event '${event}' of ${name}`)
      return emit.call(guarded, event, ...args)
    }
    // biome-ignore lint/correctness/noConstructorReturn: private members of subclasses are made on what is returned
    return guarded
  }
}

/** An event of Electron's that can be prevented. */
export type Preventable<T extends object = object> = T & {
  preventDefault(): void
  readonly defaultPrevented: boolean
}

/** @param more what else the event carries */
export function preventable<T extends object>(more: T = {} as T): Preventable<T> {
  let prevented = false
  const event = {
    preventDefault() {
      prevented = true
    },
    get defaultPrevented() {
      return prevented
    },
  }
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(more)) as Preventable<T>
}

/** Signals that make Electron quit, by name (`handOverSignals` in register.ts). */
export const overtaken = new Map<string, () => void>()

const reading = Promise.withResolvers<void>()

/** Resolves when the app's main module has been evaluated, with its top-level awaits: Electron is not ready before. */
export const evaluated: Promise<void> = reading.promise

/** Called once, by what loads the app. */
export const wasEvaluated = reading.resolve
