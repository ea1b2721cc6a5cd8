/** A process that responds to every sync at once, with the headers a service sends. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ANSWER = JSON.stringify({
  success: true,
  liveId: 'l1',
  status: 'PREPARING',
  destinations: [{ provider: 'youtube', name: 'Main' }],
})

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(201, {
      'content-type': 'application/json',
      'ratelimit-policy': '"default";q=150;w=60',
      ratelimit: '"default";r=140;t=30',
    })
    response.end(ANSWER)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
