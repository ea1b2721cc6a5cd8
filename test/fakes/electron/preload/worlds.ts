/** The two worlds of a page. Both functions run in the browser: nothing from outside may be named in them. */
import type { FromPreload, packed, ToPreload, unpacked } from './scripts.ts'

/** A way between the two worlds of a page, which share its document and no value. Runs in both, in the browser. */
export interface Crossing {
  /** Calls the other world's function of this name. */
  ask(name: string, ...args: unknown[]): unknown
}

type Packed = { value: unknown } | { fn: number } | { promise: number } | { list: Packed[] } | { fields: object }

/**
 * Nothing from outside may be named in it.
 *
 * @param secret the name of its events: no script of the page knows it
 * @param here this end's own part of it, and `there` the other's
 * @param offered what the other world may call by name
 */
export function crossing(
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

  // Event details are cloned on their way to another world, and an event is heard before it is told of.
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

/** The page's own world: it is given what the preload script exposes, and nothing more. */
export function pageWorld({ crossing, secret }: Shared): void {
  crossing(secret, 'page', 'preload', {
    expose(key: string, api: unknown) {
      if (Object.hasOwn(globalThis, key))
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      Object.defineProperty(globalThis, key, { value: api, enumerable: true })
    },
  })
}

/** The isolated world of a preload script: what a sandboxed one has of Electron, as far as it is written. */
export function preloadWorld(
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
    // A sandboxed preload script has no more of Node than events, timers and url; ours asks for none of them.
    throw new Error(`module not found: ${name}`)
  }
  try {
    const exports = {}
    preload(need, { exports }, exports, strict('process.', {}))
  } catch (error) {
    say({ kind: 'preloadError', message: error instanceof Error ? String(error.stack) : String(error) })
  }
}
