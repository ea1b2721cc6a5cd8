/** Cuelight as a process: starts, second starts, ends, and what it leaves behind. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { startApp, sweep } from './app.ts'
import { atEnd, button, newPage, openShow, tally } from './stagehand.ts'

async function server() {
  const started = await startIndependentServer({ preparingMs: 1 })
  atEnd(() => started.close())
  return started
}

test('a second start talks to the first: it prints another address of the same panel', async () => {
  const service = await server()
  const first = await openShow({ service })
  const second = await startApp({ service, dataDir: first.app.dataDir })
  expect(await second.end()).not.toBe(1)
  expect(new URL(second.address).port).toBe(new URL(first.app.address).port)
  expect(second.address).not.toBe(first.app.address)
  const page = await newPage()
  await page.goto(second.address)
  await tally(page, 'off')
})

test('a printed address opens one browser; the next one is told what to do', async () => {
  const service = await server()
  const { app } = await openShow({ service })
  const stranger = await newPage()
  await stranger.goto(app.address)
  await stranger.getByText('This address works once').waitFor()
})

test('killed while live and started again, it shows what is true, in the browser that was open', async () => {
  const service = await server()
  const { app, page } = await openShow({ service })
  await tally(page, 'off')
  await button(page, 'Go live').click()
  await tally(page, 'live')
  await app.end('SIGKILL')
  await tally(page, 'stale')
  const port = Number(new URL(app.address).port)
  const again = await startApp({ service, dataDir: app.dataDir, port })
  atEnd(() => again.end())
  await tally(page, 'live')
  expect(service.count('POST', /\/live$/)).toBe(1)
})

test('the key is in no file, no output, no page and no process title', async () => {
  const service = await server()
  const { app, page } = await openShow({ service })
  await tally(page, 'off')
  await button(page, 'Go live').click()
  await tally(page, 'live')
  const secret = service.key.slice(4)
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
  const title = readFileSync(`/proc/${app.pid}/cmdline`, 'utf8')
  for (const text of [...texts, app.stdout(), app.stderr(), await page.content(), title])
    expect(text).not.toContain(secret)
  expect(files.length).toBeGreaterThan(3)
})

test('ended as by Ctrl+C, it leaves no studio behind that has nothing to do', async () => {
  const dataDir = newDir()
  const app = await startApp({ dataDir })
  const page = await newPage()
  await page.goto(app.address)
  await tally(page, 'off')
  expect(await app.end('SIGINT')).toBe(0)
  expect(readdirSync(join(dataDir, 'studio'))).not.toContain('studio.json')
})

test('a studio that is on air goes on when Cuelight ends, and is found again', async () => {
  const dataDir = newDir()
  const first = await startApp({ dataDir })
  const page = await newPage()
  await page.goto(first.address)
  await tally(page, 'off')
  await button(page, 'Go live').click()
  await tally(page, 'live')
  expect(await first.end('SIGINT')).toBe(0)
  expect(first.stderr()).toContain('something is on air')
  // The next one only attaches to it, and leaves it running when it ends.
  const second = await startApp({ dataDir })
  atEnd(() => sweep(second))
  const next = await newPage()
  await next.goto(second.address)
  await tally(next, 'live')
  await button(next, 'Stop').focus()
  await next.keyboard.press('Enter')
  await tally(next, 'off')
})
