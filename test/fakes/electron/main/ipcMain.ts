import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { Said } from '../chromium/page.ts'
import { packed, unpacked } from '../preload/worlds.ts'
import { type Emitter, strict } from '../strict.ts'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown

const channels = new EventEmitter()
const handlers = new Map<string, Handler>()

type Written = Pick<Electron.IpcMain, 'on' | 'emit' | 'removeListener' | 'handle' | 'removeHandler'>

export const ipcMain: Written = strict('ipcMain', {
  on(channel, listener) {
    channels.on(channel, listener)
    return itself()
  },
  removeListener(channel, listener) {
    channels.removeListener(channel, listener)
    return itself()
  },
  emit: (channel, ...args) => channels.emit(channel, ...args),
  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler: (channel) => void handlers.delete(channel),
} satisfies Written)

const itself = (): Electron.IpcMain => ipcMain as Electron.IpcMain

/** Passes a message of a preload script to the listeners: those of the page first, then `ipcMain`. */
export function receive(contents: Emitter, { message, frame, answer }: Said): void {
  if (message.kind === 'preloadError') return
  const args = unpacked(message.args) as unknown[]
  const event = strict('IpcMainEvent', {
    sender: contents as unknown as Electron.WebContents,
    /** Looked up at each access: null once its document is gone. */
    get senderFrame() {
      return frame() as Electron.WebFrameMain | null
    },
  }) as Electron.IpcMainEvent & Electron.IpcMainInvokeEvent
  if (message.kind === 'send') {
    contents.emit('ipc-message', event, message.channel, ...args)
    channels.emit(message.channel, event, ...args)
    return
  }
  const { id, channel } = message
  carriedOut(channel, event, args).then(
    (value) => answer({ kind: 'reply', id, value }),
    (error) => answer({ kind: 'reply', id, error: String(error) }),
  )
}

async function carriedOut(channel: string, event: Electron.IpcMainInvokeEvent, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return packed(await handler(event, ...args))
}
