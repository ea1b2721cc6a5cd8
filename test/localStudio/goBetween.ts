import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAddress, writeAddress } from '../../electron/studio/address.ts'

/** How the administration behaves: as it is; never answering; with a "no"; as a program that knows nothing of it. */
export type Manner = 'itself' | 'silent' | 'no' | 'stranger'

export interface GoBetween {
  manner: Manner
  /** Requests that wait for an answer that never comes. */
  held(): number
  close(): Promise<void>
}

/** Stands between the app and the administration of a studio that runs, so that it can be slow, refuse, or be another. */
export async function goBetween(dataDir: string): Promise<GoBetween> {
  const address = readAddress(dataDir)
  if (!address) throw new Error('no studio has said where it is')
  const waiting = new Set<ServerResponse>()
  const self: GoBetween = { manner: 'itself', held: () => waiting.size, close }
  const server = createServer((asked, response) => {
    const isPing = asked.url?.endsWith('/ping')
    if (self.manner === 'silent') {
      waiting.add(response)
      response.once('close', () => waiting.delete(response))
    } else if (self.manner === 'stranger') {
      response.writeHead(404).end('not here')
    } else if (self.manner === 'no' && !isPing) {
      response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"message":"The disk is full."}')
    } else {
      const { method, headers, url } = asked
      const onward = request(new URL(url ?? '', address.adminUrl), { method, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      asked.pipe(onward)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeAddress(dataDir, { ...address, adminUrl: address.adminUrl.replace(/:\d+/, `:${port}`) })
  return self

  function close(): Promise<void> {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}
