import { EventEmitter } from 'node:events'
import { eventsOf } from './declared.ts'

/**
 * A member that nobody wrote throws when it is read, so that nothing is ever silently undefined.
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

/** Stands where an export of Electron's is that nobody wrote: to import it is no mistake, to use it is. */
export function unwritten(name: string): unknown {
  const used = (_target: unknown, key?: unknown): never => {
    throw notWritten(typeof key === 'string' ? `${name}.${key}` : name)
  }
  return new Proxy(class {}, { get: used, apply: () => used(null), construct: () => used(null) })
}

function notWritten(what: string): Error {
  return new Error(`electron.${what} is not implemented in the stand-in`)
}

/** By promises, printers and JSON. */
const ASKED_OF_ANYTHING = new Set(['then', 'toJSON', 'constructor', 'inspect', '__esModule'])

/** What can emit in Electron. It emits what Electron declares, and nothing else; a member nobody wrote throws. */
export class Emitter extends EventEmitter {
  /**
   * @param name of the class or interface in `electron.d.ts`
   * @param exportedAs where there is but one of it
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
