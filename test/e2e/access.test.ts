/**
 * Another program takes our port while Cuelight is not running, and a browser loads a page from it. What that page
 * finds in the browser opens nothing, then or later; our own pages continue after the restart.
 */
import { createServer } from 'node:http'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { atEnd } from '../support/atEnd.ts'
import { startApp, sweep } from './app.ts'
import { newPage, openShow, tally } from './stagehand.ts'

const NO_SESSION = 4401
/** Chromium delays its check for a newer worker by a second for each page that is opened. */
const PAUSED = { ...WAIT, interval: 4_000 }

/** The page of the other program: tries everything that our own page could do with the data stored in the browser. */
const OTHER_PAGE = `
const kept = () => new Promise((resolve, reject) => {
  const opening = indexedDB.open('cuelight', 1)
  opening.onerror = reject
  opening.onsuccess = () => {
    const request = opening.result.transaction('keys').objectStore('keys').get('session')
    request.onsuccess = () => resolve(request.result)
    opening.result.close()
  }
})
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
window.readKeys = async () => {
  const { core, own, next } = await kept()
  const formats = ['raw', 'pkcs8', 'jwk']
  const tries = [core, own.sign, next.sign].flatMap((key) => formats.map((format) => crypto.subtle.exportKey(format, key)))
  const ended = await Promise.allSettled(tries)
  return { read: ended.filter(({ status }) => status === 'fulfilled').length, stored: JSON.stringify({ ...localStorage }) }
}
window.comeIn = async (pass) => {
  const { id, own, next } = await kept()
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)))
  const socket = new WebSocket('ws://' + location.host + '/bridge?session=' + id + '&nonce=' + nonce)
  return new Promise((resolve) => {
    socket.onclose = ({ code }) => resolve(code)
    socket.onmessage = async ({ data }) => {
      socket.onmessage = () => resolve('let in')
      const said = JSON.parse(data)
      const text = ['page', location.host, nonce, said.nonce, own.key, next.key, pass].join(' ')
      const way = { name: 'ECDSA', hash: 'SHA-256' }
      const proof = hex(await crypto.subtle.sign(way, own.sign, new TextEncoder().encode(text)))
      socket.send(JSON.stringify({ type: 'proof', key: own.key, nextKey: next.key, pass, proof }))
    }
  })
}
const passIn = (timing) => /pass;desc="([^"]+)"/.exec(timing ?? '')?.[1] ?? ''
const fetched = async (options) => passIn((await fetch('/', options)).headers.get('server-timing'))
const framed = () => new Promise((resolve) => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const look = () => {
    try {
      const [loading] = frame.contentWindow.performance.getEntriesByType('navigation')
      resolve(loading.serverTiming[0]?.description ?? '')
    } catch { resolve('') }
  }
  frame.onload = look
  frame.src = '/'
})
const popped = async () => {
  const other = window.open('/')
  for (let tries = 0; tries < 40; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    try {
      const [loading] = other.performance.getEntriesByType('navigation')
      const [timing] = loading.serverTiming
      if (timing) return timing.description
    } catch {}
  }
  return ''
}
const preloaded = async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'document', href: '/?prefetched' })
  document.head.append(link)
  await new Promise((resolve) => { link.onload = link.onerror = resolve })
  const [entry] = performance.getEntriesByName(link.href)
  return entry?.serverTiming[0]?.description ?? ''
}
window.passes = async () => ({
  fetched: await fetched(), asked: await fetched({ mode: 'same-origin', headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }),
  framed: await framed(), popped: await popped(), preloaded: await preloaded(),
})
`
/** Intercepts every page opened under our name, and requests our page with the browser's own request. */
const OTHER_WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith((async () => {
    const answer = await fetch(event.request).catch(() => null)
    const timing = answer?.headers.get('server-timing') ?? ''
    const page = '<title>theirs</title><p id=timing>' + timing + '</p><script src="/other.js"></script>'
    return new Response(page, { headers: { 'content-type': 'text/html' } })
  })())
})
`

/** Another program on our port. @returns a function that stops it */
async function takePort(port: number): Promise<() => Promise<void>> {
  const scripts: Record<string, string> = { '/other.js': OTHER_PAGE, '/worker.js': OTHER_WORKER }
  const server = createServer((request, response) => {
    const script = scripts[request.url ?? '']
    // Lets the other page keep access to a page of ours that it opens, unless ours forbids it.
    const opener = { 'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-store' }
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html', ...opener })
    response.end(script ?? '<title>theirs</title><body><script src="/other.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const end = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  atEnd(() => server.listening && end())
  return end
}

type OtherWindow = Window & {
  readKeys(): Promise<{ read: number; stored: string }>
  comeIn(pass: string): Promise<number | string>
  passes(): Promise<Record<string, string>>
}
const comesIn = (page: Page, pass: string) => page.evaluate((it) => (window as never as OtherWindow).comeIn(it), pass)

/**
 * Opens one of our pages before the exit, and a page of another program in the same browser while Cuelight is not
 * running.
 */
async function whileAway(meanwhile: (page: Page) => Promise<unknown>) {
  const { app, page } = await openShow()
  const { origin, port } = new URL(app.address)
  await app.end()
  const free = await takePort(Number(port))
  const theirs = await page.context().newPage()
  await theirs.goto(origin)
  expect(await theirs.title()).toBe('theirs')
  await meanwhile(theirs)
  await free()
  const again = await startApp({ dataDir: app.dataDir, port: Number(port) })
  atEnd(() => sweep(again))
  expect(new URL(again.address).origin).toBe(origin)
  return { ours: page, theirs, again, origin }
}

test('no script can read the keys of a browser; another program’s page cannot use them, and our page continues', async () => {
  let found = { read: -1, stored: '' }
  const { ours, theirs, origin } = await whileAway(async (page) => {
    found = await page.evaluate(() => (window as never as OtherWindow).readKeys())
  })
  expect(found.read).toBe(0)
  // Only the id and the chosen appearance are stored, no key.
  expect(found.stored).toMatch(/"cuelight.session":"[0-9a-f]{64}"/)
  await tally(ours, 'off')
  const passes = await theirs.evaluate(() => (window as never as OtherWindow).passes())
  expect(passes).toEqual({ fetched: '', asked: '', framed: '', popped: '', preloaded: '' })
  expect(await comesIn(theirs, '')).toBe(NO_SESSION)
  // The same page, loaded from our server.
  await theirs.goto(origin)
  await tally(theirs, 'off')
  await ours.reload()
  await tally(ours, 'off')
})

test('a worker left behind by another program is removed once Cuelight is back, and never gets a page’s pass', async () => {
  const { theirs, again, origin } = await whileAway((page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
    }),
  )
  await theirs.goto(origin)
  if ((await theirs.title()) === 'theirs') {
    await expect.poll(() => theirs.locator('#timing').textContent(), WAIT).toBe('')
    expect(await comesIn(theirs, '').catch(() => NO_SESSION)).toBe(NO_SESSION)
  }
  // A browser checks for a newer worker some time after its last page load, and then has to drop this one.
  await expect
    .poll(async () => {
      await theirs.goto(origin)
      return theirs.title()
    }, PAUSED)
    .not.toBe('theirs')
  await theirs.goto(again.address)
  await tally(theirs, 'off')
})

test('a panel reloaded after a restart needs no new address', async () => {
  const { app, page } = await openShow()
  await app.end('SIGKILL')
  const again = await startApp({ dataDir: app.dataDir, port: Number(new URL(app.address).port) })
  atEnd(() => sweep(again))
  await tally(page, 'off')
  const second = await page.context().newPage()
  await second.goto(new URL(app.address).origin)
  await tally(second, 'off')
  const stranger = await newPage()
  await stranger.goto(new URL(app.address).origin)
  await tally(stranger, 'error')
})
