/** The two worlds of a page. Both functions run in the browser: nothing from outside may be named in them. */
import type { crossing } from './crossing.ts'
import type { FromPreload, ToPreload } from './scripts.ts'
import type { packed, unpacked } from './values.ts'

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
