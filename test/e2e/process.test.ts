/** Cuelight as a process: starts, second starts, exits, what it leaves behind, and other programs on its port. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { ofProcess } from '../studio/processes.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { keysAt } from '../support/keys.ts'
import { startApp, sweep } from './app.ts'
import { button, newPage, openOnService, openShow, press, tally } from './stagehand.ts'

test('the key is in no file, no output, no page and no process title', async () => {
  const { app, page, service } = await openOnService()
  await press(page, 'Go live', 'live')
  const secret = service.key.slice(4)
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
  const title = ofProcess(app.pid, 'cmdline')
  for (const text of [...texts, app.stdout(), app.stderr(), await page.content(), title])
    expect(text).not.toContain(secret)
  expect(files.length).toBeGreaterThan(3)
})

test('a key read from a file is in no process’s environment', async () => {
  const service = closing(await startIndependentServer({ preparingMs: 1 }))
  const keyFile = join(newDir(), 'key')
  writeFileSync(keyFile, `${service.key}\n`, { mode: 0o600 })
  const { app, page } = await openShow({ service, keyFile })
  await press(page, 'Go live', 'live')
  const read = (what: 'environ' | 'cmdline') => ofProcess(app.pid, what)
  expect(read('environ')).toContain('PATH=')
  for (const text of [read('environ'), read('cmdline')]) expect(text).not.toContain(service.key)
})

test('ended by Ctrl+C, it leaves no idle studio behind', async () => {
  const { app } = await openShow()
  expect(await app.end('SIGINT')).toBe(0)
  expect(readdirSync(join(app.dataDir, 'studio'))).not.toContain('studio.json')
})

test('a studio that is on air keeps running when Cuelight ends, and is found again', async () => {
  const first = await openShow()
  await press(first.page, 'Go live', 'live')
  expect(await first.app.end('SIGINT')).toBe(0)
  expect(first.app.stderr()).toContain('something is on air')
  // The next one only attaches to it, and leaves it running when it ends.
  const second = await startApp({ dataDir: first.app.dataDir })
  atEnd(() => sweep(second))
  const next = await newPage()
  await next.goto(second.address)
  await tally(next, 'live')
  await button(next, 'Stop').focus()
  await keysAt(button(next, 'Stop'), 'Enter')
  await tally(next, 'off')
})

/** Another program's server, with the exact text that browsers and pages sent to it. */
async function otherServer(port: number, cookies: (round: number) => string[]) {
  const heard: string[] = []
  let round = 0
  const note = (request: IncomingMessage) => heard.push(`${request.url} ${JSON.stringify(request.headers)}`)
  const server = createServer({ maxHeaderSize: 4_000_000 }, (request, response) => {
    note(request)
    round += 1
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies(round) }).end('<p>hello')
  })
  server.on('upgrade', (request, socket) => {
    note(request)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEnd(async () => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, heard }
}

async function openPanel() {
  const { app, page } = await openOnService()
  // Stored once the browser is let in; the page shows this slightly earlier.
  const session = () => page.evaluate(() => localStorage.getItem('cuelight.session'))
  await expect.poll(session, WAIT).not.toBe(null)
  const id = (await session()) ?? ''
  const file = readFileSync(join(app.dataDir, 'sessions.json'), 'utf8')
  const { sessions } = JSON.parse(file) as { sessions: { id: string; coreKey: string }[] }
  return { app, page, id, coreKey: sessions.find((one) => one.id === id)?.coreKey ?? 'no such session' }
}

test('whatever another port sets or overwrites, the panel opens again, and nothing of the session leaks to that port', async () => {
  const { app, page, id, coreKey } = await openPanel()
  const { host, origin } = new URL(app.address)
  expect(page.url()).not.toContain('token')
  const name = `cuelight_${host.split(':')[1]}`
  // More cookies than a browser stores for one name, so that all earlier ones are evicted.
  const bomb = (round: number) =>
    Array.from({ length: 40 }, (_, nr) => `b${round}x${nr}=${'x'.repeat(3_900)}; Path=/`).concat(
      ['/', '/bridge', '/assets'].map((path) => `${name}=tossed; Path=${path}`),
    )
  const other = await otherServer(0, bomb)
  for (let round = 0; round < 6; round += 1) await page.goto(`http://127.0.0.1:${other.port}/${round}`)
  for (const one of [id, coreKey]) expect(other.heard.join()).not.toContain(one)
  expect((await page.context().cookies()).length).toBeGreaterThan(100)
  await page.goto(origin)
  await tally(page, 'off')
})

test('after an exit, an open panel reveals nothing to a program on the same port that opens the panel again', async () => {
  const { app, page, id, coreKey } = await openPanel()
  const port = Number(new URL(app.address).port)
  await app.end()
  await page.locator('[data-tally=stale], [data-tally=error]').waitFor()
  const taker = await otherServer(port, () => [])
  while (!taker.heard.some((said) => said.startsWith('/bridge')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(taker.heard.join()).toContain(id)
  expect(taker.heard.join()).not.toContain(coreKey)
})
