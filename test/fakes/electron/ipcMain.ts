import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { Frame } from './pages.ts'
import { strict } from './strict.ts'

interface Received {
  channel: string
  args: unknown[]
  /** Null: the document that spoke is gone. */
  frame: Frame | null
  call: number
  sender: Electron.WebContents
}

const events = new EventEmitter()
const invoked = new Map<string, (event: object, ...args: unknown[]) => unknown>()

/** What came from a page, for whoever listens. Nobody does: Electron says nothing of a message, and rejects a call. */
async function receive(kind: 'send' | 'invoke', { channel, args, frame, call, sender }: Received): Promise<void> {
  const event = { sender, senderFrame: frame, frameId: 1, processId: sender.id }
  if (kind === 'send') return void events.emit(channel, event, ...args)
  const handler = invoked.get(channel)
  const answer = (message: object) =>
    (sender as unknown as { answer(message: object): void }).answer({ id: call, ...message })
  try {
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    answer({ value: await handler(event, ...args) })
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) })
  }
}

export const ipc = { receive }

export const ipcMain = strict('ipcMain', {
  on: (channel: string, listener: (...args: never[]) => void) => {
    events.on(channel, listener as () => void)
    return ipcMain
  },
  removeListener: (channel: string, listener: (...args: never[]) => void) => {
    events.removeListener(channel, listener as () => void)
    return ipcMain
  },
  handle(channel: string, listener: (event: never, ...args: never[]) => unknown) {
    if (invoked.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    invoked.set(channel, listener as (event: object, ...args: unknown[]) => unknown)
  },
  removeHandler: (channel: string) => void invoked.delete(channel),
})
