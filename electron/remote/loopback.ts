import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** A port that is free on one loopback address but not on the other is rare. */
const MOST_TRIES = 10
/** This machine has no IPv6, so no other user can have the port there. */
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/**
 * Lets an HTTP server listen on both loopback addresses, and on no other. Browsers try `::1` first for a name under
 * `localhost`: if another user had the port there, they would control our origin. Rejects with EADDRINUSE if either is
 * taken.
 *
 * @param wanted the port; 0 for any
 * @param log receives errors of connections that could not be accepted
 */
export async function listenOnLoopback(server: HttpServer, wanted: number, log: (line: string) => void) {
  const tell = (error: Error) => log(`a connection could not be taken: ${error.message}`)
  for (let tries = 1; ; tries += 1) {
    await once(server.listen(wanted, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const other = createServer((socket) => server.emit('connection', socket))
    try {
      await once(other.listen({ port, host: '::1', ipv6Only: true }), 'listening')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!NO_IPV6.includes(code)) {
        await new Promise((resolve) => server.close(resolve))
        if (wanted !== 0 || code !== 'EADDRINUSE' || tries === MOST_TRIES) throw error
        continue
      }
    }
    for (const one of [server, other]) one.on('error', tell)
    const closed = (one: Server) => new Promise((resolve) => one.close(resolve))
    return { port, close: () => Promise.all([closed(server), closed(other)]) }
  }
}
