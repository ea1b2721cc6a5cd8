/** Who may open the watch page, and what it consists of. */
import { request } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { projectId, rehearsal, rehearseEach } from '../support.ts'

rehearseEach('theShow')

let url: string
beforeEach(() => {
  url = `${new URL(rehearsal.studio.baseUrl).origin}/watch/${projectId}`
})

interface Asked {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
}

/** A request as no browser would let a page make it. */
function answerTo({ path = '', method = 'GET', headers = {} }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })
}

test('other pages and other names have no access; the page itself may be opened from anywhere', async () => {
  const opened = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const own = { 'sec-fetch-site': 'same-origin', origin: new URL(url).origin }
  const allowed: Asked[] = [{}, { headers: opened }, { path: '/state', headers: own }, { path: '/../page/watch.js' }]
  for (const asked of allowed) expect(await answerTo(asked), JSON.stringify(asked)).toBe(200)
  const refused: (readonly [number, Asked])[] = [
    [403, { headers: { host: 'rebound.example' } }],
    [403, { headers: { origin: 'https://other.example' } }],
    [403, { path: '/state', headers: { 'sec-fetch-site': 'cross-site' } }],
    [403, { path: '/video', headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' } }],
    [403, { path: '/state', headers: opened }],
    [403, { headers: { ...opened, 'sec-fetch-dest': 'iframe' } }],
    [405, { path: '/state', method: 'POST' }],
    [404, { path: '/constructor' }],
    [404, { path: '/state/more' }],
    [404, { path: '/../page/secret' }],
    [404, { path: '/../page/constructor' }],
    [404, { path: '/../constructor' }],
  ]
  for (const [status, asked] of refused) expect(await answerTo(asked), JSON.stringify(asked)).toBe(status)
  const { headers } = await fetch(url)
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';.*media-src blob:/)
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})
