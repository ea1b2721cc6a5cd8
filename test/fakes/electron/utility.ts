/**
 * Loaded before the script of a utility process: a Node with Electron's version and no window, reached through
 * `process.parentPort` (lib/utility/init.ts). It has no channel of Node's own, and its standard input is at its end.
 */
import { EventEmitter } from 'node:events'

const send = process.send?.bind(process)
const waiting: unknown[] = []
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) })

process.on('message', (data) => {
  if (!port.emit('message', { data, ports: [] })) waiting.push(data)
})
// Messages that came before the first listener are kept until then, as in a message port that was not started.
port.on('newListener', (name) => {
  if (name !== 'message') return
  setImmediate(() => {
    for (const data of waiting.splice(0)) port.emit('message', { data, ports: [] })
  })
})
// Chromium ends it with its app.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true })
Object.assign(process, { type: 'utility', parentPort: port, send: undefined })
