/**
 * What runs in a page before any script of its own: the preload script in a true isolated world, and in the page's world
 * the other end of `contextBridge`. The worlds share a document and nothing else; values cross as events, whose details
 * the browser clones.
 */

/** The name of the isolated world, and of the only way out of it. */
export const WORLD = 'cuelight-preload'
export const BINDING = '__standInSend'
export const RECEIVE = '__standInReceive'

type Api = Record<string, unknown>
/** A value on its way between the worlds: functions stay where they are and are called by number. */
type Crossing = { fn: number } | { promise: number } | { object: Record<string, Crossing> } | { value: unknown }

declare const document: {
  addEventListener(type: string, listener: (event: { detail: never }) => void): void
  dispatchEvent(event: unknown): boolean
}
declare const CustomEvent: new (type: string, init: { detail: unknown }) => unknown
declare const window: { top: unknown }

/** Source of the isolated world: Electron's sandboxed preload environment, then the preload script itself. */
export function isolatedWorld(preload: string): string {
  return `if (window === window.top) (${isolated})(function (require, module, exports, process) {\n${preload}\n}, ${JSON.stringify([BINDING, RECEIVE])})`
}

/** Source of the page's own world. */
export const pageWorld = (): string => `if (window === window.top) (${page})()`

/** Runs in the browser: nothing from outside may be named in it. */
function isolated(preload: (...given: unknown[]) => void, [binding, receive]: [string, string]): void {
  const way = globalThis as unknown as Record<string, (text: string) => void>
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const functions: ((...args: unknown[]) => unknown)[] = []
  const exposed: { key: string; shape: Crossing }[] = []
  let nr = 0

  const say = (message: object) => way[binding]?.(JSON.stringify(message))
  const tell = (type: string, detail: unknown) =>
    document.dispatchEvent(new CustomEvent(`stand-in:${type}`, { detail }))

  function shapeOf(value: unknown): Crossing {
    if (typeof value === 'function') return { fn: functions.push(value as () => unknown) - 1 }
    if (value instanceof Promise) {
      const id = ++nr
      value.then(
        (result) => tell('settled', { id, value: result }),
        (error) => tell('settled', { id, error: String(error?.message ?? error) }),
      )
      return { promise: id }
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value }
    return { object: Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)])) }
  }

  document.addEventListener('stand-in:call', ({ detail }: { detail: never }) => {
    const { call, fn, args } = detail as {
      call: number
      fn: number
      args: ({ callback: number } | { value: unknown })[]
    }
    const given = args.map((arg) =>
      'callback' in arg
        ? (...said: unknown[]) => tell('callback', { callback: arg.callback, args: said })
        : arg.value,
    )
    tell('returned', { call, shape: shapeOf(functions[fn]?.(...given)) })
  })
  document.addEventListener('stand-in:hello', () => {
    for (const one of exposed) tell('expose', one)
  })

  way[receive] = (text) => {
    const message = JSON.parse(text)
    if (message.kind === 'event') for (const one of listeners.get(message.channel) ?? []) one({}, ...message.args)
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if ('error' in message) one?.reject(new Error(`Error invoking remote method: ${message.error}`))
    else one?.resolve(message.value)
  }

  const electron = {
    contextBridge: {
      exposeInMainWorld(key: string, api: Api) {
        exposed.push({ key, shape: shapeOf(api) })
        tell('expose', exposed.at(-1))
      },
    },
    ipcRenderer: {
      send: (channel: string, ...args: unknown[]) => say({ kind: 'send', channel, args }),
      invoke: (channel: string, ...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const id = ++nr
          waiting.set(id, { resolve, reject })
          say({ kind: 'invoke', id, channel, args })
        }),
      on(channel: string, listener: (...args: unknown[]) => void) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      },
      removeListener(channel: string, listener: (...args: unknown[]) => void) {
        listeners.get(channel)?.delete(listener)
      },
    },
  }
  const need = (name: string) => {
    // What a sandboxed preload script may load in Electron; of these ours needs the first only.
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    return new Proxy(electron, {
      get(target, key) {
        if (Reflect.has(target, key)) return Reflect.get(target, key)
        throw new Error(`electron: ${String(key)} is not implemented in the stand-in's preload`)
      },
    })
  }
  preload(need, { exports: {} }, {}, undefined)
}

/** Runs in the browser: nothing from outside may be named in it. */
function page(): void {
  const callbacks: ((...args: unknown[]) => void)[] = []
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let calls = 0
  let returned: { call: number; shape: Crossing } | null = null
  const tell = (type: string, detail?: unknown) =>
    document.dispatchEvent(new CustomEvent(`stand-in:${type}`, { detail }))

  function call(fn: number, args: unknown[]): unknown {
    const mine = ++calls
    const given = args.map((arg) =>
      typeof arg === 'function' ? { callback: callbacks.push(arg as () => void) - 1 } : { value: arg },
    )
    tell('call', { call: mine, fn, args: given })
    const answer = returned
    return answer?.call === mine ? made(answer.shape) : undefined
  }

  function made(shape: Crossing): unknown {
    if ('fn' in shape) return (...args: unknown[]) => call(shape.fn, args)
    if ('promise' in shape) return new Promise((resolve, reject) => promises.set(shape.promise, { resolve, reject }))
    if ('value' in shape) return shape.value
    return Object.freeze(Object.fromEntries(Object.entries(shape.object).map(([key, one]) => [key, made(one)])))
  }

  document.addEventListener('stand-in:returned', ({ detail }) => {
    returned = detail
  })
  document.addEventListener('stand-in:settled', ({ detail }) => {
    const { id, value, error } = detail as { id: number; value?: unknown; error?: string }
    if (error === undefined) promises.get(id)?.resolve(value)
    else promises.get(id)?.reject(new Error(error))
    promises.delete(id)
  })
  document.addEventListener('stand-in:callback', ({ detail }) => {
    const { callback, args } = detail as { callback: number; args: unknown[] }
    callbacks[callback]?.(...args)
  })
  document.addEventListener('stand-in:expose', ({ detail }) => {
    const { key, shape } = detail as { key: string; shape: Crossing }
    if (key in globalThis) return
    Object.defineProperty(globalThis, key, { value: made(shape), enumerable: true })
  })
  tell('hello')
}
