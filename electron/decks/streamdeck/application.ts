import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/**
 * Calls back once the Stream Deck application is gone. The SDK does not say so, and a plugin that outlives its
 * application keeps a connection of its pairing: after some crashes, none would be left for the next one.
 *
 * @param args the arguments of this process. To be called before the SDK connects
 */
export function onApplicationGone(args: readonly string[], callback: () => void): void {
  const port = Number(args[args.indexOf('-port') + 1])
  // Published by Node for each connection that this process opens (Node, "Diagnostics Channel", net.client.socket).
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      if (socket.remotePort === port) socket.once('close', callback)
    })
  })
}
