/**
 * The simplest server of this kind: one page, a WebSocket and a program socket, all of which reply to every request.
 */
import { createServer } from 'node:http'
import { createServer as createLineServer } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocketServer } from 'ws'

const server = createServer((_, response) => response.end('<!doctype html>a page'))
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (text) => socket.send(JSON.stringify({ id: JSON.parse(String(text)).id })))
})
createLineServer((socket) => {
  socket.on('error', () => {})
  createInterface(socket).on('line', (line) => socket.write(`${JSON.stringify({ id: JSON.parse(line).id })}\n`))
}).listen(process.argv[2])
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(address?.port)
})
