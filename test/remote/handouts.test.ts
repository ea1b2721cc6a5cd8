/** Files that Cuelight hands out: whole, under their names, and to its own page only. */
import { expect, test } from 'vitest'
import { HANDOUTS, type Handout } from '../../shared/bridge.ts'
import { newDir } from '../fakes/rig.ts'
import { base, enter, get, panel } from './kit.ts'

const NAMES = Object.keys(HANDOUTS) as Handout[]
const handouts = {
  settings: async () => '{"version":2,"name":"Ü"}',
  support: async () => new Uint8Array([80, 75, 3, 4]),
  openapi: async () => '{}',
  report: async () => '<!doctype html>',
  reportCsv: async () => 'a,b',
}

async function withHandouts(more: object = handouts) {
  const made = await panel(newDir(), 0, { handouts: more })
  return { ...made, at: base(made.server), cookie: await enter(made.server.newAddress()) }
}

test('a browser with a session gets each file whole, to be saved under its name', async () => {
  const { at, cookie } = await withHandouts()
  for (const name of NAMES) {
    const { path, file, type } = HANDOUTS[name]
    const answer = await get(at + path, { cookie, 'sec-fetch-site': 'same-origin' })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' } })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${file}"`)
    expect(answer.body).toBe(Buffer.from(await handouts[name]()).toString())
  }
  expect(await get(at + HANDOUTS.settings.path, { cookie, 'sec-fetch-site': 'none' })).toMatchObject({ status: 200 })
  expect(await get(at + HANDOUTS.settings.path, { cookie }, 'HEAD')).toMatchObject({ status: 200, body: '' })
})

test('without a session, or for another page, nothing is made and nothing handed out', async () => {
  let made = 0
  const count = async () => {
    made += 1
    return 'x'
  }
  const { at, cookie } = await withHandouts({
    settings: count,
    support: count,
    openapi: count,
    report: count,
    reportCsv: count,
  })
  for (const { path } of Object.values(HANDOUTS)) {
    expect(await get(at + path)).toMatchObject({ status: 401 })
    for (const site of ['cross-site', 'same-site', 'odd']) {
      expect([site, (await get(at + path, { cookie, 'sec-fetch-site': site })).status]).toEqual([site, 403])
    }
    expect(await get(at + path, { cookie }, 'POST')).toMatchObject({ status: 405 })
  }
  expect(made).toBe(0)
})

test('one that cannot be made is told and logged, and the panel goes on; one that nobody makes is not there', async () => {
  const { at, cookie, log } = await withHandouts({ settings: () => Promise.reject(new Error('disk gone')) })
  expect(await get(at + HANDOUTS.settings.path, { cookie })).toMatchObject({ status: 500 })
  expect(log.join()).toContain('disk gone')
  expect(await get(at + HANDOUTS.support.path, { cookie })).toMatchObject({ status: 404 })
  expect(await get(at, { cookie })).toMatchObject({ status: 200 })
})
