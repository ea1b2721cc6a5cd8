/** The two worlds of a page. Both functions run in the browser: they must not refer to anything outside themselves. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Values between a preload script and the main process. Both ends run these functions, one of them in the browser:
 * they must not refer to anything outside themselves. They handle JSON values and `undefined`, and throw for anything
 * else.
 */

/** Throws as Electron does for what cannot be cloned. */
export function packed(value: unknown): unknown {
  const pack = (one: unknown): unknown => {
    if (one === undefined) return { u: 1 }
    if (Array.isArray(one)) return { a: one.map(pack) }
    if (typeof one === 'number' && !Number.isFinite(one)) throw new Error(`the stand-in carries no ${one}`)
    if (one === null || ['string', 'number', 'boolean'].includes(typeof one)) return one
    if (Object.prototype.toString.call(one) !== '[object Object]')
      throw new Error(`the stand-in carries no ${Object.prototype.toString.call(one)}`)
    return { o: Object.fromEntries(Object.entries(one as object).map(([key, each]) => [key, pack(each)])) }
  }
  return pack(structuredClone(value))
}

export function unpacked(value: unknown): unknown {
  const unpack = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one
    if ('u' in one) return undefined
    if ('a' in one) return (one.a as unknown[]).map(unpack)
    const { o } = one as { o: object }
    return Object.fromEntries(Object.entries(o).map(([key, each]) => [key, unpack(each)]))
  }
  return unpack(value)
}

/** From a preload script to the main process. */
export type FromPreload =
  | { kind: 'send'; channel: string; args: unknown }
  | { kind: 'invoke'; id: number; channel: string; args: unknown }
  | { kind: 'preloadError'; message: string }

/** From the main process to a preload script. */
export type ToPreload =
  | { kind: 'event'; channel: string; args: unknown }
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'reply'; id: number; error: string }

export const WORLD_NAMES = {
  world: 'Electron Isolated Context',
  binding: '__standInSend',
  receive: '__standInReceive',
} as const

/** Only in the pages that are windows: not in frames within them, nor in the document before the first address. */
const WHERE = "if (window === window.top && location.href !== 'about:blank')"

/** @param preload path of the preload script; null: none, and no bridge either */
export function worldScripts(preload: string | null): { page: string; preload: string } {
  if (preload === null) return { page: '', preload: '' }
  const secret = randomUUID()
  const shared = `{ crossing: ${crossing}, packed: ${packed}, unpacked: ${unpacked}, secret: '${secret}' }`
  // As a function, so that no text is evaluated: the page's policy would forbid that.
  const script = `function (require, module, exports, process) {\n${readFileSync(preload, 'utf8')}\n}`
  return {
    page: `${WHERE} (${pageWorld})(${shared})`,
    preload: `${WHERE} (${preloadWorld})(${shared}, ${script}, ${JSON.stringify(WORLD_NAMES)})`,
  }
}

/** A channel between the two worlds of a page, which share its document and no values. Runs in both, in the browser. */
export interface Crossing {
  /** Calls the other world's function of this name. */
  ask(name: string, ...args: unknown[]): unknown
}

type Packed = { value: unknown } | { fn: number } | { promise: number } | { list: Packed[] } | { fields: object }

/**
 * Must not refer to anything outside itself.
 *
 * @param secret the name of its events: no script of the page knows it
 * @param here this end's own part of it, and `there` the other's
 * @param offered what the other world may call by name
 */
function crossing(
  secret: string,
  here: string,
  there: string,
  offered: Record<string, (...args: never[]) => unknown>,
): Crossing {
  const { document, CustomEvent } = globalThis as unknown as {
    document: EventTarget
    CustomEvent: new (type: string, init: object) => Event
  }
  const functions: ((...args: unknown[]) => unknown)[] = []
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let [calls, made] = [0, 0]
  let answers = new Map<number, { value?: Packed; error?: string }>()

  // Event details are cloned on their way to another world, and `dispatchEvent` returns after the listeners have run.
  const tell = (detail: object) => document.dispatchEvent(new CustomEvent(`${secret}:${there}`, { detail }))
  const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

  function pack(value: unknown): Packed {
    if (typeof value === 'function') return { fn: functions.push(value as () => unknown) - 1 }
    if (value instanceof Promise) return packPromise(value)
    if (Array.isArray(value)) return { list: value.map(pack) }
    if (typeof value !== 'object' || value === null) return { value }
    return { fields: Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pack(one)])) }
  }

  function packPromise(value: Promise<unknown>): Packed {
    const promise = ++made
    value.then(
      (result) => tell({ settled: promise, value: pack(result) }),
      (error) => tell({ settled: promise, error: messageOf(error) }),
    )
    return { promise }
  }

  function unpack(packed: Packed): unknown {
    if ('fn' in packed) return (...args: unknown[]) => call({ fn: packed.fn }, args)
    if ('promise' in packed)
      return new Promise((resolve, reject) => promises.set(packed.promise, { resolve, reject }))
    if ('list' in packed) return Object.freeze(packed.list.map(unpack))
    if ('value' in packed) return packed.value
    return Object.freeze(Object.fromEntries(Object.entries(packed.fields).map(([key, one]) => [key, unpack(one)])))
  }

  function call(which: { fn: number } | { name: string }, args: unknown[]): unknown {
    const id = ++calls
    tell({ call: id, ...which, args: args.map(pack) })
    const answer = answers.get(id)
    answers = new Map([...answers].filter(([one]) => one !== id))
    if (!answer) throw new Error('the other world of the page does not answer')
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value && unpack(answer.value)
  }

  function carryOut({ call: id, fn, name, args }: { call: number; fn?: number; name: string; args: Packed[] }): void {
    try {
      const wanted = (fn === undefined ? offered[name] : functions[fn]) as (...given: unknown[]) => unknown
      tell({ answer: id, value: pack(wanted(...args.map(unpack))) })
    } catch (error) {
      tell({ answer: id, error: messageOf(error) })
    }
  }

  document.addEventListener(`${secret}:${here}`, (event) => {
    const { detail } = event as unknown as { detail: never }
    if ('call' in detail) return carryOut(detail)
    const { answer, settled, value, error } = detail as {
      answer?: number
      settled?: number
      value?: Packed
      error?: string
    }
    if (answer !== undefined) return void answers.set(answer, { value, error })
    const promise = promises.get(settled ?? 0)
    promises.delete(settled ?? 0)
    if (error === undefined) promise?.resolve(value && unpack(value))
    else promise?.reject(new Error(error))
  })

  return { ask: (name, ...args) => call({ name }, args) }
}

interface Shared {
  crossing: typeof crossing
  packed: typeof packed
  unpacked: typeof unpacked
  secret: string
}

/** The page's own world: it gets what the preload script exposes, and nothing more. */
function pageWorld({ crossing, secret }: Shared): void {
  crossing(secret, 'page', 'preload', {
    expose(key: string, api: unknown) {
      if (Object.hasOwn(globalThis, key))
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      Object.defineProperty(globalThis, key, { value: api, enumerable: true })
    },
  })
}

/** The isolated world of a preload script: the implemented part of what a sandboxed one has of Electron. */
function preloadWorld(
  { crossing, packed, unpacked, secret }: Shared,
  preload: (require: unknown, module: unknown, exports: unknown, process: unknown) => void,
  names: { binding: string; receive: string },
): void {
  const world = globalThis as unknown as Record<string, (message: never) => void>
  const listeners = new Map<string, ((...args: unknown[]) => void)[]>()
  const waiting = new Map<number, { channel: string; resolve(value: unknown): void; reject(error: Error): void }>()
  const toPage = crossing(secret, 'preload', 'page', {})
  let calls = 0

  const say = (message: FromPreload) => world[names.binding]?.(JSON.stringify(message) as never)
  const strict = <T extends object>(name: string, made: T): T =>
    new Proxy(made, {
      get(target, key) {
        if (key in target || typeof key === 'symbol') return Reflect.get(target, key)
        throw new Error(`electron.${name}${String(key)} is not implemented in the stand-in's preload`)
      },
    })

  world[names.receive] = (message: ToPreload) => {
    if (message.kind === 'event') {
      const event = strict('IpcRendererEvent.', { sender: ipcRenderer, ports: [] })
      const args = unpacked(message.args) as unknown[]
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...args)
      return
    }
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (!('error' in message)) one?.resolve(unpacked(message.value))
    else one?.reject(new Error(`Error invoking remote method '${one.channel}': ${message.error}`))
  }

  const ipcRenderer = strict('ipcRenderer.', {
    send: (channel: string, ...args: unknown[]) => void say({ kind: 'send', channel, args: packed(args) }),
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const message = { kind: 'invoke' as const, id: ++calls, channel, args: packed(args) }
        waiting.set(message.id, { channel, resolve, reject })
        say(message)
      }),
    on(channel: string, listener: (...args: unknown[]) => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    removeListener(channel: string, listener: (...args: unknown[]) => void) {
      const all = listeners.get(channel) ?? []
      listeners.set(channel, all.toSpliced(all.lastIndexOf(listener), all.includes(listener) ? 1 : 0))
      return ipcRenderer
    },
  })
  const contextBridge = strict('contextBridge.', {
    exposeInMainWorld: (key: string, api: unknown) => void toPage.ask('expose', key, api),
  })
  const electron = strict('', { contextBridge, ipcRenderer })

  function need(name: string): unknown {
    if (name === 'electron') return electron
    // A sandboxed preload script has no more of Node than events, timers and url; ours uses none of them.
    throw new Error(`module not found: ${name}`)
  }
  try {
    const exports = {}
    preload(need, { exports }, exports, strict('process.', {}))
  } catch (error) {
    say({ kind: 'preloadError', message: error instanceof Error ? String(error.stack) : String(error) })
  }
}
