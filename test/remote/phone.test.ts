/** Phones in the local network: who gets in and how, what everybody else learns, and what each scope may do. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NO_SESSION } from '../../shared/bridge/bridge.ts'
import { PHONE_SCOPES } from '../../shared/control/scopes.ts'
import { CODE_LIFE_MS, PHONE_ALIVE_MS, PHONE_STALE_MS } from '../../shared/phone/phones.ts'
import { newSigningKey } from '../fakes/panelPage.ts'
import { atEnd } from '../support/atEnd.ts'
import {
  ask,
  getOf,
  hashOfCode,
  newCode,
  opened,
  type PhoneClient,
  SERVED,
  STRANGER,
  sent,
  upgradeOf,
  withPhones,
} from './phoneKit.ts'

const NONCE = randomBytes(32).toString('hex')

test('off, nothing listens and no key is made; on, it is where it was after a restart', async () => {
  const on = await withPhones()
  const [before, file] = [on.url(), join(on.rig.dataDir, 'phone.json')]
  const { fingerprint } = on.phones.list().served[0] ?? {}
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  await on.rig.press({ type: 'setPhones', on: false })
  expect(on.phones.list()).toMatchObject({ on: false, served: [], problem: null })
  expect(await sent(before, getOf(before, '/'))).toBe('')
  await on.rig.press({ type: 'setPhones', on: true })
  await on.phones.close()
  const again = on.reopen()
  await again.start()
  expect(again.list().served).toMatchObject([{ url: before, fingerprint }])
  await again.close()
  const key = JSON.parse(readFileSync(file, 'utf8')).key
  expect(key).toContain('PRIVATE KEY')
  expect(on.rig.log.join()).not.toContain(key.split('\n')[1])
})

test('a phone is paired by a code and by digits on both screens, and comes back with its own keys', async () => {
  const on = await withPhones()
  const path = await on.pair('show', 'My phone')
  const phone = await opened(on.url(), path)
  expect(phone.heard).toMatchObject([
    { type: 'phone', name: 'My phone', scope: 'show', staleMs: PHONE_STALE_MS },
    { type: 'snapshot' },
  ])
  expect(on.phones.list().phones).toMatchObject([{ name: 'My phone', scope: 'show', panels: 1 }])
  // It is in no list of browsers, and the server of this computer does not know it.
  expect(on.sessions.list().sessions).toEqual([])
  const { id } = phone.session()
  expect(on.sessions.find(id, new URL(on.url()).host)).toBeNull()
  phone.socket.close()
  await expect.poll(() => on.phones.list().phones[0]?.panels).toBe(0)
  const again = await opened(on.url(), phone.session())
  expect(again.heard).toMatchObject([{ type: 'phone' }, { type: 'snapshot' }])
})

test('a code is good once, for its time, and only as long as the person waits for it', async () => {
  const on = await withPhones()
  expect(await ask(on.url(), newCode())).toBe('200')
  const first = await on.code('show')
  expect(await ask(on.url(), newCode())).toBe('200')
  const phone = await ask(on.url(), first.toLowerCase().replace('-', ' '))
  // It is used up, for another device and for this one.
  expect(await ask(on.url(), first)).toBe('200')
  if (typeof phone === 'string') throw new Error('the code was not accepted')
  const { id = '' } = on.phones.list().pairing?.asks ?? {}
  phone.socket.terminate()
  await expect.poll(() => on.phones.list().pairing).toBeNull()
  const late = { refusal: { reason: 'phoneGone' } }
  expect(await on.rig.press({ type: 'answerPhone', askId: id, allow: true })).toMatchObject(late)
  expect(await ask(on.url(), first)).toBe('200')

  on.rig.clock.advance(10_000)
  const refused = await ask(on.url(), await on.code('show'))
  if (typeof refused === 'string') throw new Error('the code was not accepted')
  await on.rig.press({ type: 'answerPhone', askId: on.phones.list().pairing?.asks?.id ?? '', allow: false })
  expect([await refused.ended, refused.path]).toEqual(['1000', ''])

  const expired = await on.code('show')
  on.rig.clock.advance(CODE_LIFE_MS)
  expect(await ask(on.url(), expired)).toBe('200')
  const replaced = await on.code('show')
  await on.code('look')
  expect(await ask(on.url(), replaced)).toBe('200')
  expect(on.phones.list().phones).toEqual([])
})

test('the address that a phone gets opens once, and nowhere else', async () => {
  const on = await withPhones()
  const path = await on.pair('edit')
  const token = new URL(path, on.url()).searchParams.get('token') ?? ''
  expect(on.sessions.exchange(token)).toBeNull()
  const phone = await opened(on.url(), path)
  const second = await opened(on.url(), path)
  expect([phone.heard[0]?.type, await second.closed]).toEqual(['phone', 200])
  // A session of this computer is no phone's.
  const begun = on.sessions.exchange(on.sessions.newToken())
  const stolen = { ...phone.session(), id: begun?.id ?? '', coreKey: begun?.coreKey ?? '' }
  expect(await (await opened(on.url(), stolen)).closed).toBe(200)
  // Nor does the id of a phone without its keys do anything.
  const foreign = await opened(on.url(), { ...phone.session(), own: newSigningKey() })
  expect([await foreign.closed, foreign.heard]).toEqual([NO_SESSION, []])
})

test('every other device gets one and the same answer, whatever it asks for', async () => {
  const on = await withPhones()
  const url = on.url()
  const phone = await on.connect('show', 'Secret name')
  const { id } = phone.session()
  const plain = await sent(url, getOf(url, '/'))
  expect(plain).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  for (const word of ['Cuelight', 'cuelight', 'Secret name', on.rig.show().name]) expect(plain).not.toContain(word)
  const paths = [
    '/index.html',
    '/assets/panel.js',
    '/manifest.webmanifest',
    '/bridge',
    '/control',
    '/preview/x',
    '/pair',
  ]
  const secret = randomBytes(32).toString('base64url')
  const asked = [
    ...[...paths, `/${secret}/`, `/${secret}/assets/panel.js`, '/..%2f', '//', '/%00'].map((path) =>
      getOf(url, path),
    ),
    ...['POST', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE'].map((method) => getOf(url, '/', '', method)),
    getOf(url, '/', 'Content-Length: 5\r\n', 'POST'),
    getOf(url, '/', 'Host: evil.example\r\n'),
    'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    'nothing that is HTTP\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    ...['100-continue', 'foo'].map((what) => getOf(url, '/', `Expect: ${what}\r\nContent-Length: 1\r\n`, 'POST')),
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: ${'a'.repeat(20_000)}\r\n\r\n`,
    ...['/', '/bridge', '/control', '/pair', '/pair?code=ABCD-EFGH', '/preview/x'].map((path) =>
      upgradeOf(url, path),
    ),
    upgradeOf(url, `/bridge?${new URLSearchParams({ token: 'x', nonce: NONCE })}`),
    upgradeOf(url, `/bridge?${new URLSearchParams({ session: '0'.repeat(64), nonce: NONCE })}`),
    upgradeOf(url, `/bridge?${new URLSearchParams({ session: id, nonce: NONCE })}`, 'https://evil.example'),
  ]
  for (const one of asked) expect(await sent(url, one), one.slice(0, 80)).toBe(plain)
  // One that says nothing gets it as well, in the end.
  const silent = sent(url, '')
  await on.rig.until(() => on.rig.clock.monotonic() > 0)
  await on.whole(silent)
  expect(['', plain]).toContain(await silent)
  expect(on.rig.log).toEqual([])
})

test('the pages of the panel are only beneath the secret of a phone, and end with it', async () => {
  const on = await withPhones()
  const url = on.url()
  const { pathname } = new URL(await on.pair('look'), url)
  const page = await sent(url, getOf(url, pathname))
  expect(page).toContain('the panel')
  expect(page).toContain('rel="manifest"')
  expect(await sent(url, getOf(url, `${pathname}assets/panel.js`))).toContain('the script')
  const manifest = await sent(url, getOf(url, `${pathname}manifest.webmanifest`))
  expect(manifest).toMatch(/"display":"standalone"/)
  expect(manifest).not.toContain(pathname.slice(1, -1))
  expect(await sent(url, getOf(url, `${pathname}app.png`))).toContain('image/png')
  const plain = await sent(url, getOf(url, '/'))
  expect(await sent(url, getOf(url, pathname, 'Host: evil.example\r\n'))).toBe(plain)
  expect(await sent(url, getOf(url, pathname, '', 'POST'))).toBe(plain)
  await on.rig.press({ type: 'endSessions' })
  expect(await sent(url, getOf(url, pathname))).toBe(plain)
  const path = await on.pair('look', 'Other')
  const other = await opened(url, path)
  expect(await sent(url, getOf(url, new URL(path, url).pathname))).toContain('the panel')
  await on.rig.press({ type: 'endSessions', sessionId: other.session().id })
  expect(await sent(url, getOf(url, new URL(path, url).pathname))).toBe(plain)
})

const MAY: Record<(typeof PHONE_SCOPES)[number], readonly ('arm' | 'show' | 'edit')[]> = {
  look: [],
  arm: ['arm'],
  show: ['arm', 'show'],
  edit: ['arm', 'show', 'edit'],
}

test.each(PHONE_SCOPES)('%s is enforced in the core, whatever a page sends', async (scope) => {
  const on = await withPhones()
  const seen = await on.live()
  const phone = await on.connect(scope)
  const [first, second] = on.rig.show().scenes ?? []
  const rename = { projectId: seen.projectId, sceneId: first?.id, name: 'Renamed' }
  const asked = {
    arm: await phone.command({ type: 'armStop', ...seen }),
    show: await on.whole(phone.command({ type: 'switchScene', ...seen, sceneId: second?.id ?? '' })),
    edit: await on.whole(phone.command({ type: 'edit', operation: 'updateScene', input: rename })),
  }
  for (const kind of ['arm', 'show', 'edit'] as const) {
    const expected = MAY[scope].includes(kind) ? (kind === 'arm' ? 'armed' : 'done') : 'refused'
    expect([kind, asked[kind].result]).toEqual([kind, expected])
  }
  const isAway = { refusal: { reason: expect.stringMatching(/notFromPhone|outOfScope|armOnly/) } }
  for (const command of [
    { type: 'setPadlock', locked: false },
    { type: 'setPhones', on: false },
    { type: 'pairPhone', name: 'Mine', scope: 'edit', codeHash: hashOfCode('ABCD-EFGH') },
    { type: 'answerPhone', askId: 'x', allow: true },
    { type: 'endSessions' },
    { type: 'endPairings' },
    { type: 'setTake', on: true },
    { type: 'showWindow' },
    { type: 'quit' },
    { type: 'propose', command: { type: 'sync' }, why: 'so' },
  ])
    expect(await phone.command(command), command.type).toMatchObject({ result: 'refused' })
  expect(await phone.command({ type: 'setPadlock', locked: false })).toMatchObject(isAway)
  for (const name of ['panelSessions', 'pairings', 'phones', 'thisComputer'])
    expect(await phone.query(name)).toMatchObject({ type: 'noAnswer' })
  expect(await on.whole(phone.query('listScenes', { projectId: seen.projectId }))).toMatchObject({ type: 'answer' })
  for (const message of [
    { type: 'link', url: 'cuelight://stop' },
    { type: 'download', download: 'support', about: null },
    { type: 'preview', projectId: seen.projectId },
  ])
    expect(await phone.refusedAs(message)).toMatchObject({ type: 'invalid' })
  // No message makes it another source.
  phone.socket.send(JSON.stringify({ type: 'agent', name: 'Helper' }))
  phone.socket.send(JSON.stringify({ type: 'panelAddress' }))
  expect(await phone.command({ type: 'quit' })).toMatchObject({ result: 'refused' })
  expect(phone.heard.some(({ type }) => type === 'agent' || type === 'panelAddress')).toBe(false)
})

test('a Stop held to its end stops; half held, or ended late by a phone that slept, it does not', async () => {
  const on = await withPhones()
  const seen = await on.live()
  const phone = await on.connect('show', 'My phone')
  const armedOn = async ({ command }: PhoneClient) => {
    const outcome = await command({ type: 'armStop', ...seen, mode: 'hold' })
    return outcome.result === 'armed' ? outcome.arm.armId : ''
  }
  const half = { type: 'commitStop', armId: await armedOn(phone) }
  expect(await phone.command(half)).toMatchObject({ refusal: { reason: 'tooSoon' } })
  // Its socket freezes: nothing more is read from it, and time goes on.
  const frozen = { type: 'commitStop', armId: await armedOn(phone) }
  phone.socket.pause()
  await on.rig.pass(5_000)
  expect(on.rig.state().arm).toBeNull()
  phone.socket.resume()
  phone.socket.send(JSON.stringify({ type: 'command', id: randomUUID(), command: frozen }))
  await phone.closed
  expect(on.stops()).toBe(0)
  const again = await opened(on.url(), phone.session())
  const whole = { type: 'commitStop', armId: await armedOn(again) }
  on.rig.clock.advance(1_500)
  expect(await on.whole(again.command(whole))).toMatchObject({ result: 'done' })
  expect(on.stops()).toBe(1)
  expect(on.rig.state().journal.at(-1)).toMatchObject({ source: 'phone', by: 'My phone' })
})

test('one whose access ends is told at once, and again when it comes back; what it armed ends with it', async () => {
  const on = await withPhones()
  const seen = await on.live()
  const [phone, other] = [await on.connect('show', 'Mine'), await on.connect('look', 'Other')]
  await phone.command({ type: 'armStop', ...seen })
  expect(on.rig.state().arm).not.toBeNull()
  const { id } = phone.session()
  expect(await on.rig.press({ type: 'endSessions', sessionId: id })).toMatchObject({ done: { ended: 1 } })
  expect(await phone.closed).toBe(NO_SESSION)
  expect(on.rig.state().arm).toBeNull()
  // It can prove nothing that lets it in; the core proves that it is the core, and says so.
  const back = await opened(on.url(), phone.session())
  expect([await back.closed, back.heard]).toEqual([NO_SESSION, []])
  expect(other.socket.readyState).toBe(other.socket.OPEN)
  expect(on.phones.list().phones.map(({ name }) => name)).toEqual(['Other'])
})

test('a phone hears something all the time, and one that does not respond is gone', async () => {
  const on = await withPhones()
  const phone = await on.connect('look')
  const alive = () => phone.heard.filter(({ type }) => type === 'alive').length
  for (let beats = 1; beats <= 3; beats += 1) {
    on.rig.clock.advance(PHONE_ALIVE_MS)
    await expect.poll(alive).toBe(beats)
  }
  expect(PHONE_ALIVE_MS * 2).toBeLessThan(PHONE_STALE_MS)
  phone.socket.pause()
  on.rig.clock.advance(20_000)
  on.rig.clock.advance(PHONE_ALIVE_MS)
  await expect.poll(() => on.phones.list().phones[0]?.panels).toBe(0)
})

test('strangers that connect all the time wait, and a phone with access does not', async () => {
  const on = await withPhones()
  const url = on.url()
  const phone = await on.connect('show')
  const plain = await sent(url, getOf(url, '/'))
  // One after the other, as fast as it can: a page with all its scripts is far from the limit.
  const answers: string[] = []
  while (answers.length < 300) answers.push(await sent(url, getOf(url, '/')))
  const [served, refused] = [plain, ''].map((kind) => answers.filter((one) => one === kind).length)
  expect(served).toBeGreaterThan(150)
  expect(refused).toBeGreaterThan(0)
  expect(await phone.command({ type: 'refresh' })).toMatchObject({ result: expect.any(String) })
  const again = await opened(url, phone.session())
  expect(again.heard[0]).toMatchObject({ type: 'phone' })
  expect(on.rig.log).toEqual([])
})

test('strangers that hold connections, or try codes all the time, keep no phone out', async () => {
  const on = await withPhones()
  const url = on.url()
  const phone = await on.connect('show')
  const { hostname, port } = new URL(url)
  const held: Socket[] = []
  atEnd(() => held.map((socket) => socket.destroy()))
  for (let at = 0; at < 320; at += 1) {
    const localAddress = `127.0.0.${20 + Math.floor(at / 35)}`
    const socket = connect({ host: hostname, port: Number(port), localAddress }).on('error', () => {})
    held.push(socket)
    await once(socket, 'connect')
  }
  const again = await opened(url, phone.session())
  expect(again.heard[0]).toMatchObject({ type: 'phone' })
  expect(phone.socket.readyState).toBe(phone.socket.OPEN)
  for (const socket of held) socket.destroy()
  const code = await on.code('look', 'Another')
  for (let tries = 0; tries < 20; tries += 1) await ask(url, newCode(), STRANGER)
  expect(typeof (await ask(url, code))).toBe('object')
})

test('what an agent proposes may be allowed on a phone that may do it itself, and on no other', async () => {
  const on = await withPhones()
  const seen = await on.live()
  const [show, look] = [await on.connect('show'), await on.connect('look')]
  const propose = (command: object) =>
    on.rig.core.dispatch(randomUUID(), { type: 'propose', command, why: 'because' }, 'agent', {
      ...{ name: 'Helper', scope: 'arm' },
    })
  const [, second] = on.rig.show().scenes ?? []
  const rename = { projectId: seen.projectId, sceneId: second?.id, name: 'Renamed' }
  const edit = await on.whole(propose({ type: 'edit', operation: 'updateScene', input: rename }))
  const editArm = edit.result === 'armed' ? edit.arm.armId : 'not armed'
  on.rig.clock.advance(2_000)
  expect(await show.command({ type: 'allowProposal', armId: editArm })).toMatchObject({
    refusal: { reason: 'outOfScope' },
  })
  // It still waits for a person who may.
  expect(on.rig.state().arm?.armId).toBe(editArm)
  await on.rig.press({ type: 'cancelArm', armId: editArm })
  const proposed = await on.whole(propose({ type: 'switchScene', ...seen, sceneId: second?.id ?? '' }))
  const armId = proposed.result === 'armed' ? proposed.arm.armId : 'not armed'
  on.rig.clock.advance(2_000)
  expect(await look.command({ type: 'allowProposal', armId })).toMatchObject({ refusal: { reason: 'outOfScope' } })
  expect(await on.whole(show.command({ type: 'allowProposal', armId }))).toMatchObject({ result: 'done' })
})

test('only a local network is served, and its address must be one of this computer', async () => {
  const on = await withPhones()
  const away = await on.rig.press({ type: 'setPhones', on: true, address: '192.168.77.77' })
  expect(away).toMatchObject({ refusal: { reason: 'phonesOff' } })
  expect(on.phones.list()).toMatchObject({ address: SERVED, on: true })
})

test('what a phone has armed ends when phones are turned off', async () => {
  const on = await withPhones()
  const seen = await on.live()
  const phone = await on.connect('show')
  expect(await phone.command({ type: 'armStop', ...seen })).toMatchObject({ result: 'armed' })
  await on.rig.press({ type: 'setPhones', on: false })
  expect(on.rig.state().arm).toBeNull()
})

test('what comes from a phone that was not heard for seconds is not carried out', async () => {
  const on = await withPhones()
  const seen = await on.live()
  const phone = await on.connect('show')
  const before = on.rig.show().scenes?.find(({ isActive }) => isActive)?.id
  const other = on.rig.show().scenes?.find(({ isActive }) => !isActive)?.id ?? ''
  // Its words and its pongs are held up on the way.
  phone.socket.pause()
  on.rig.clock.advance(PHONE_STALE_MS + PHONE_ALIVE_MS)
  phone.socket.resume()
  phone.socket.send(
    JSON.stringify({ type: 'command', id: randomUUID(), command: { type: 'switchScene', ...seen, sceneId: other } }),
  )
  await once(phone.socket, 'close')
  await on.rig.pass(1_000)
  expect(on.rig.show().scenes?.find(({ isActive }) => isActive)?.id).toBe(before)
})
