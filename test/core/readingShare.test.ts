/** What one session reads is counted in requests, and takes nothing from the show or from other readers. */
import { expect, test } from 'vitest'
import { createClientSession } from '../../electron/core/bridge/clientSession.ts'
import type { ServerMessage } from '../../shared/bridge/messages.ts'
import { quiet } from '../fakes/quiet.ts'
import { onAir, type Stage, stage } from './stage.ts'

/** A panel that sends as fast as it is read, at this rate, for this long. */
async function flood(on: Stage, message: (nth: number) => object, seconds: number, perSecond = 40) {
  const { rig, server } = on
  const said: ServerMessage[] = []
  const session = createClientSession(rig.core, { source: 'panel', say: (one) => said.push(one) })
  const ages: number[] = []
  const before = server.requests.length
  for (let nth = 0; nth < seconds * perSecond; nth += 1) {
    session.receive(JSON.stringify({ id: `f${nth}`, ...message(nth) }))
    if (nth % 4 === 0) {
      await rig.pass(4_000 / perSecond)
      await quiet()
      ages.push(rig.clock.now() - (rig.show().live?.readAt ?? 0))
    }
  }
  const reads = (path: RegExp) => server.requests.slice(before).filter((one) => path.test(one.path)).length
  return { said, reads, oldest: Math.max(...ages), session }
}

const SERVICES = [{ headerStyle: 'ietf' }, { headerStyle: 'none' }] as const
const search = (nth: number) => ({ type: 'query', name: 'listFiles', input: { search: `take ${nth}` } })

const ASKS = {
  files: [search, /^\/files/],
  logins: [() => ({ type: 'command', command: { type: 'checkDestinations' } }), /\/verify$/],
} as const
const CASES = SERVICES.flatMap((service) =>
  Object.entries(ASKS).map(([what, [message, path]]) => ({ ...service, what, message, path })),
)

test.each(CASES)(
  'a session that reads $what without end leaves budget for others, and the show is followed ($headerStyle)',
  async ({ message, path, headerStyle }) => {
    const on = await stage({ headerStyle })
    await onAir(on)
    const { reads, oldest } = await flood(on, message, 60, 8)
    // Its share at once and per minute, plus what no one else needs.
    expect(reads(path)).toBeGreaterThan(60)
    expect(reads(path)).toBeLessThanOrEqual(105)
    expect(oldest).toBeLessThanOrEqual(8_000)
    const other = createClientSession(on.rig.core, { source: 'window', say: (one) => heard.push(one.type) })
    const heard: string[] = []
    other.receive(JSON.stringify({ id: 'other', type: 'query', name: 'listDestinations', input: {} }))
    await on.rig.until(() => heard.includes('answer'), 'somebody else is answered')
  },
)

test('a reading younger than a second serves every refresh', async () => {
  const on = await stage()
  await onAir(on)
  const { reads, said } = await flood(on, () => ({ type: 'command', command: { type: 'refresh' } }), 10)
  const done = said.filter((one) => one.type === 'outcome' && one.outcome.result === 'done')
  expect(done.length).toBeGreaterThan(300)
  for (const path of [/\/live$/, /\/scenes$/, /^\/projects\/[^/]+$/]) expect(reads(path)).toBeLessThanOrEqual(14)
})

test('after a write even a young reading is read again', async () => {
  const on = await stage()
  await onAir(on)
  const { rig, server } = on
  await rig.press({ type: 'refresh' })
  await rig.press({ type: 'setAutoSync', on: true, liveId: rig.show().live?.liveId ?? null })
  const before = server.count('GET', /^\/projects\/[^/]+$/)
  await rig.press({ type: 'refresh' })
  expect(server.count('GET', /^\/projects\/[^/]+$/)).toBe(before + 1)
})
