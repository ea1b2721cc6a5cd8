/**
 * A real network: phone and attacker are in a network namespace of their own, and reach Cuelight by nothing but a cable.
 * That takes Linux and root; elsewhere `phone.test.ts` plays the same on loopback.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchAs } from '../../build/setup/chromium.ts'
import { SHELL } from '../../build/setup/chromiumPaths.ts'
import { getOf, upgradeOf } from '../remote/phoneKit.ts'
import { atEnd } from '../support/atEnd.ts'
import { newDir } from '../support/folders.ts'
import { newPhone, pair, turnOn } from './phones.ts'
import { openOnService, press, tally } from './stagehand.ts'

/** Run there: sends each request over TLS, prints what came back, and whether the port of the panel is open. */
const ATTACKER = `
const tls = require('node:tls')
const net = require('node:net')
const { url, other, asked } = JSON.parse(process.argv[1])
const { hostname: host, port } = new URL(url)
const answer = (bytes) => new Promise((resolve) => {
  const socket = tls.connect({ host, port, rejectUnauthorized: false }, () => socket.write(bytes))
  const parts = []
  socket.on('data', (data) => parts.push(data))
  socket.on('error', () => {})
  socket.on('close', () => resolve(Buffer.concat(parts).toString('base64')))
})
const knock = new Promise((resolve) => {
  const socket = net.connect({ host, port: other }, () => resolve('open'))
  socket.on('error', ({ code }) => resolve(code))
})
;(async () => {
  const answers = []
  for (const bytes of asked) answers.push(await answer(bytes))
  console.log(JSON.stringify({ answers, panel: await knock }))
})()`

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** A namespace at the other end of a cable, or why there can be none. */
function newNetwork(): { name: string; address: string } | null {
  const nr = process.pid % 250
  const [name, cable] = [`cuelight-${process.pid}`, `cue${process.pid % 100_000}`]
  const [here, there] = [`10.213.${nr}.1`, `10.213.${nr}.2`]
  if (process.platform !== 'linux' || spawnSync('ip', ['netns', 'add', name]).status !== 0) return null
  atEnd(() => spawnSync('ip', ['netns', 'del', name]))
  try {
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('addr', 'add', `${here}/24`, 'dev', cable)
    ip('link', 'set', cable, 'up')
    ip('-n', name, 'addr', 'add', `${there}/24`, 'dev', 'eth0')
    for (const device of ['eth0', 'lo']) ip('-n', name, 'link', 'set', device, 'up')
    return { name, address: here }
  } catch {
    return null
  }
}

test('from another network namespace, a phone runs the show and an attacker learns nothing', async (context) => {
  const network = newNetwork()
  if (!network) return context.skip('no network namespace can be made here')
  const { name, address } = network
  const { app, page: panel } = await openOnService()
  await turnOn(panel, address)
  const program = join(newDir(), 'chromium')
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${name} ${SHELL} "$@"\n`, { mode: 0o755 })
  const browser = await launchAs(program)
  atEnd(() => browser.close())
  const { page: phone } = await newPhone(browser)
  await pair(panel, phone, 'Distant', 'show')
  await tally(phone, 'off')
  await press(phone, 'Go live', 'live')
  await tally(panel, 'live')

  const { origin: url } = new URL(phone.url())
  const paths = ['/', '/index.html', '/bridge', '/control', '/pair?code=ABCD-EFGH', '/preview/x', '/x']
  const asked = [
    ...paths.map((path) => getOf(url, path)),
    ...paths.map((path) => upgradeOf(url, path)),
    'no HTTP\r\n\r\n',
  ]
  const about = JSON.stringify({ url, asked, other: Number(new URL(app.address).port) })
  const out = execFileSync('ip', ['netns', 'exec', name, process.execPath, '-e', ATTACKER, about], {
    encoding: 'utf8',
  })
  const { answers, panel: loopback } = JSON.parse(out) as { answers: string[]; panel: string }
  expect(loopback).toBe('ECONNREFUSED')
  expect(new Set(answers.map((one) => createHash('sha256').update(one).digest('hex'))).size).toBe(1)
  const said = Buffer.from(answers[0] ?? '', 'base64').toString()
  expect(said).toMatch(/^HTTP\/1\.1 200 OK/)
  for (const word of ['Cuelight', 'Distant', 'Evening Show']) expect(said).not.toContain(word)
})
