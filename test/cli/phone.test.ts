/** Phones on the command line: on and off, a code that only the terminal has, and the digits that are typed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPhones } from '../../electron/remote/phone/phones.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { ask, opened, SERVED } from '../remote/phoneKit.ts'
import { atEnd } from '../support/atEnd.ts'
import { newDir } from '../support/folders.ts'
import { desk } from './kit.ts'

test('turns phones on, pairs one by code and typed digits, lists and ends it', async () => {
  const on = await desk()
  const { dataDir, clock, core } = on.rig
  const sessions = openSessions(dataDir, clock)
  const phones = openPhones({ core, sessions, dataDir, pages: newDir(), port: 0, addresses: () => [SERVED] })
  core.provide({ phones, panelAccess: sessions })
  atEnd(async () => {
    await phones.close()
    await sessions.written()
  })
  expect((await on.cli('phone')).out.join()).toContain('cuelight phone on')
  expect(await on.cli('phone', 'pair', 'Mine', '--scope', 'show')).toMatchObject({ code: 1 })
  await on.rig.press({ type: 'setPhones', on: false, address: SERVED })
  expect(await on.cli('phone', 'on')).toMatchObject({ code: 0 })
  expect(await on.cli('phone', 'pair', 'Mine')).toMatchObject({ code: 2 })
  const { out, code } = await on.cli('phone', 'pair', 'Mine', '--scope', 'show')
  const [, url = '', typed = ''] = /open (\S+) and enter (\S+),/.exec(out.join('\n')) ?? []
  expect([code, out.join('\n')]).toEqual([0, expect.stringContaining(phones.list().served[0]?.fingerprint ?? '-')])
  const phone = await ask(url, typed)
  if (typeof phone === 'string') throw new Error(`turned away: ${phone}`)
  expect(await on.cli('phone', 'allow', '000 000')).toMatchObject({ code: 1 })
  expect(await on.cli('phone', 'allow', ...phone.check.split(' '))).toMatchObject({ code: 0 })
  await phone.answered()
  const panel = await opened(url, phone.path)
  expect((await on.cli('phone')).out.join('\n')).toMatch(/Mine: runs the show.+connected/)
  const journal = readFileSync(join(dataDir, 'journal-local.jsonl'), 'utf8')
  for (const secret of [typed, phone.check]) expect(journal).not.toContain(secret)
  expect(await on.cli('phone', 'end', 'Other')).toMatchObject({ code: 1 })
  expect(await on.cli('phone', 'end', 'mINE')).toMatchObject({ code: 0 })
  expect(await panel.closed).toBe(4401)
  expect(await on.cli('phone', 'off')).toMatchObject({ code: 0 })
  expect(phones.list()).toMatchObject({ on: false, served: [] })
})
