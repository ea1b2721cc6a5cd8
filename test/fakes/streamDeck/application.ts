/**
 * A stand-in for the Stream Deck application: it starts the plugin as built, with the arguments of the real one, and
 * speaks its WebSocket protocol, as the vendor documents it ("WebSocket API", plugin and property inspector). What the
 * plugin draws is kept, key by key, as the device would show it.
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import { PLUGIN_FOLDER } from '../../../electron/decks/streamdeck/manifest.ts'
import { actionId } from '../../../electron/decks/streamdeck/settings.ts'
import type { DeckAction } from '../../../shared/decks/keys.ts'
import { newDir } from '../../support/folders.ts'
import { createKey, type Key } from './key.ts'

const BUILT = join(import.meta.dirname, '../../../.dist/deck', PLUGIN_FOLDER)
const PLUGIN_UUID = 'A1B2C3D4E5F6'
/** A Stream Deck + has keys and dials. Type 7, as the vendor numbers its devices. */
const DEVICE = { id: 'DEVICE1', name: 'Stream Deck +', size: { columns: 4, rows: 2 }, type: 7 }

/** What the plugin sends: the fields that the application knows. */
export interface Sent {
  event: string
  context?: string
  action?: string
  uuid?: string
  id?: string
  payload?: Record<string, unknown>
}

export type StreamDeck = Awaited<ReturnType<typeof startStreamDeck>>

/** @param globalSettings what it has kept for the plugin from an earlier run */
export async function startStreamDeck(globalSettings: Record<string, unknown> = {}) {
  if (!existsSync(BUILT)) throw new Error('The plugin is not built: run the tests by `npm test`, which builds it')
  const folder = join(newDir(), PLUGIN_FOLDER)
  cpSync(BUILT, folder, { recursive: true })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const keys = new Map<string, Key>()
  const heard: Sent[] = []
  let kept = globalSettings
  let plugin: WebSocket | null = null
  let inspector: WebSocket | null = null
  const toPlugin = (message: object) => plugin?.send(JSON.stringify(message))
  const toInspector = (message: object) => inspector?.send(JSON.stringify(message))

  /** What each message of the plugin, or of a property inspector, makes the application do. */
  const does: Record<string, (message: Sent, from: WebSocket) => void> = {
    registerPlugin({ uuid }, from) {
      if (uuid !== PLUGIN_UUID) return from.close()
      plugin = from
      // It appears again whenever the plugin starts.
      for (const key of keys.values()) key.appear()
    },
    registerPropertyInspector({ uuid = '' }, from) {
      inspector = from
      keys.get(uuid)?.inspected()
    },
    getGlobalSettings({ id }) {
      toPlugin({ event: 'didReceiveGlobalSettings', id, payload: { settings: kept } })
    },
    setGlobalSettings({ payload = {} }) {
      kept = payload
      toInspector({ event: 'didReceiveGlobalSettings', payload: { settings: kept } })
    },
    setSettings: ({ context = '', payload = {} }) => keys.get(context)?.choose(payload),
    setImage: ({ context = '', payload }) => keys.get(context)?.drawn(payload?.image),
    setFeedback: ({ context = '', payload }) => keys.get(context)?.drawn(payload?.['full-canvas']),
    sendToPlugin: (message) => toPlugin(message),
    sendToPropertyInspector: (message) => toInspector(message),
  }
  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Sent
      heard.push(message)
      does[message.event]?.(message, socket)
    })
  })

  const info = {
    application: { font: 'Arial', language: 'en', platform: 'mac', platformVersion: '15.0', version: '7.1.0.1' },
    colors: {},
    devicePixelRatio: 2,
    devices: [DEVICE],
    plugin: { uuid: 'app.cuelight.deck', version: '0.1.0.0' },
  }

  function start() {
    const args = ['-port', String(port), '-pluginUUID', PLUGIN_UUID, '-registerEvent', 'registerPlugin']
    const program = join(folder, 'bin/plugin.js')
    const child = spawn(process.execPath, [program, ...args, '-info', JSON.stringify(info)], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return { child, ended, said: () => said }
  }
  const running = start()

  return {
    port,
    pid: running.child.pid ?? 0,
    /** All that the plugin and property inspectors sent. */
    heard,
    /** What the plugin printed, and what it logged. */
    said: () => running.said(),
    logged(): string {
      const logs = join(folder, 'logs')
      return existsSync(logs)
        ? readdirSync(logs)
            .map((name) => readFileSync(join(logs, name), 'utf8'))
            .join('')
        : ''
    },
    kept: () => kept,
    folder,
    info,
    /** Puts a key or a dial of the plugin on the device. */
    place(
      action: DeckAction,
      settings: Record<string, unknown> = {},
      controller: 'Keypad' | 'Encoder' = 'Keypad',
    ): Key {
      const place = { column: keys.size % 4, row: Math.floor(keys.size / 4) }
      const key = createKey(
        { action: actionId(action), controller, place, device: DEVICE.id, send: toPlugin },
        settings,
      )
      keys.set(key.context, key)
      if (plugin) key.appear()
      return key
    },
    /** The application crashes: its connections close, and it ends nothing. @returns once the plugin has ended */
    async crash(): Promise<void> {
      for (const socket of server.clients) socket.terminate()
      await running.ended
    },
    unplug: () => toPlugin({ event: 'deviceDidDisconnect', device: DEVICE.id }),
    async close(): Promise<void> {
      running.child.kill('SIGKILL')
      await running.ended
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
