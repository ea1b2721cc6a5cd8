/** Who has access to the panel, listed and ended on the command line. */
import { expect, test } from 'vitest'
import { openSessions } from '../../electron/remote/sessions.ts'
import { newSigningKey } from '../fakes/panelPage.ts'
import { desk, jsonOf } from './kit.ts'

async function withSessions() {
  const on = await desk()
  const sessions = openSessions(on.rig.dataDir, on.rig.clock)
  on.rig.core.provide({ panelAccess: sessions })
  const come = async () => {
    const session = sessions.exchange(sessions.newToken())
    if (!session) throw new Error('no session')
    const [{ key }, { key: nextKey }] = [newSigningKey(), newSigningKey()]
    await sessions.begin({ ...session, host: 'h', key, nextKey, browser: 'Firefox', system: 'Linux' })
    return session.id
  }
  return { ...on, sessions, ids: [await come(), await come()] as const }
}

test('lists who has access, ends one by the beginning of its id, and then all', async () => {
  const { cli, sessions, ids } = await withSessions()
  sessions.newToken()
  const { code, out } = await cli('sessions')
  const said = out.join('\n')
  expect([code, said]).toEqual([0, expect.stringContaining('Firefox on Linux')])
  for (const id of ids) expect(said).toContain(id.slice(0, 8))
  expect(said).toContain('1 address not opened yet')
  const json = jsonOf(await cli('sessions', '--json'))
  expect(json.value).toMatchObject({ sessions: [{}, {}], unopened: 1 })

  const ended = ['Access ended for 1 browser.']
  expect(await cli('sessions', 'end', ids[0].slice(0, 8))).toMatchObject({ code: 0, out: ended })
  expect(sessions.list().sessions.map(({ id }) => id)).toEqual([ids[1]])
  const all = ['Access ended for 1 browser. Addresses not opened yet no longer work.']
  expect(await cli('sessions', 'end', 'all')).toMatchObject({ code: 0, out: all })
  expect(sessions.list()).toEqual({ sessions: [], unopened: 0 })
  expect((await cli('sessions')).out.join()).toContain('No browser has access.')
})

test('a text that matches no browser, or several, ends nothing', async () => {
  const { cli, sessions } = await withSessions()
  for (const typed of ['zz', '', ' ']) expect([typed, (await cli('sessions', 'end', typed)).code]).toEqual([typed, 1])
  expect(sessions.list().sessions).toHaveLength(2)
})

test('neither a link nor a program that may only arm ends any access', async () => {
  const { rig, sessions } = await withSessions()
  for (const source of ['link', 'agent', 'hotkey'] as const)
    expect(await rig.press({ type: 'endSessions' }, source)).toMatchObject({ refusal: { reason: 'personOnly' } })
  expect(sessions.list().sessions).toHaveLength(2)
})

test('a failed write to the disk is reported, while access is ended until a restart', async () => {
  const { rig, ids } = await withSessions()
  const end = async () => ({ ended: 1, unsaved: 'the disk is full' })
  rig.core.provide({ panelAccess: { list: () => ({ sessions: [], unopened: 0 }), end } })
  const outcome = await rig.press({ type: 'endSessions', sessionId: ids[0] })
  expect(outcome).toMatchObject({ done: { what: 'sessionsEnded', ended: 1, unsaved: 'the disk is full' } })
})
