/** Downloads: whole, under their names, once, and only for the client that got the address over the bridge. */
import { expect, test } from 'vitest'
import { DOWNLOADS, type Download } from '../../shared/bridge/bridge.ts'
import { broadcastFile } from '../../shared/bridge/broadcastFile.ts'
import { ask } from '../fakes/panelPage.ts'
import { entered, get } from './kit.ts'

const NAMES = Object.keys(DOWNLOADS) as Download[]
const downloads = {
  settings: async () => '{"version":2,"name":"Ü"}',
  support: async () => new Uint8Array([80, 75, 3, 4]),
  openapi: async () => '{}',
  report: async (about: string | null) => (about === 'gone' ? null : `<!doctype html>${about}`),
  reportCsv: async () => 'a,b',
  statisticsCsv: async () => 'a,b',
  playedCsv: async (about: string | null) => `${about}`,
}

async function withDownloads(more: object = downloads) {
  const door = await entered({ downloads: more })
  let asked = 0
  const addressOf = async (download: string, about: string | null = null) => {
    asked += 1
    const told = ({ id }: { id: string; address: string }) => id === `h${asked}`
    return ask(door.good, { type: 'download', id: `h${asked}`, download, about }, told)
  }
  const fetched = async (...of: Parameters<typeof addressOf>) => get(door.at + (await addressOf(...of)).address)
  return { ...door, addressOf, fetched }
}

test('the tables of a broadcast get the requested name, in characters that every header accepts', async () => {
  const { fetched } = await withDownloads()
  const named = async (wish: string) => (await fetched('playedCsv', `l1\n\n${wish}`)).headers['content-disposition']
  expect(await named('Night 2026-11-13')).toBe('attachment; filename="Night 2026-11-13.csv"')
  expect(await named('../"Nächte"/x')).toBe('attachment; filename="N-chte-x.csv"')
  expect(await named('夜')).toBe(`attachment; filename="${DOWNLOADS.playedCsv.file}"`)
  expect(broadcastFile('l1', null, '../"Nächte"/x')).toBe('l1\n\nN-chte-x')
})

test('each file is delivered whole, as an attachment with its name, and once', async () => {
  const { at, addressOf } = await withDownloads()
  for (const name of NAMES) {
    const { file, type } = DOWNLOADS[name]
    const { address } = await addressOf(name)
    expect(await get(at + address, {}, 'HEAD')).toMatchObject({ status: 401, body: '' })
    const answer = await get(at + address)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' } })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${file}"`)
    expect(answer.body).toBe(Buffer.from((await downloads[name](null)) ?? '').toString())
    expect([name, (await get(at + address)).status]).toEqual([name, 401])
  }
})

test('the bridge says which file is meant, and a missing one is not found', async () => {
  const { addressOf, fetched } = await withDownloads()
  expect(await fetched('report', 'a/show?x')).toMatchObject({ status: 200, body: '<!doctype html>a/show?x' })
  expect(await fetched('report', 'gone')).toMatchObject({ status: 404 })
  expect(await addressOf('passwd')).toMatchObject({ type: 'invalid', field: 'download' })
  expect(await addressOf('report', '')).toMatchObject({ type: 'invalid', field: 'about' })
})

test('no other address creates or delivers anything, nor does one whose session has ended', async () => {
  let made = 0
  const count = async () => {
    made += 1
    return 'x'
  }
  const { at, addressOf, sessions, session } = await withDownloads({ settings: count })
  for (const path of ['/openapi.json', ...['', 'settings', 'x', 'A'.repeat(43)].map((name) => `/download/${name}`)])
    expect([path, (await get(at + path)).status >= 401]).toEqual([path, true])
  const { address } = await addressOf('settings')
  expect(await get(at + address, {}, 'POST')).toMatchObject({ status: 405 })
  await sessions.end(session.id)
  expect(await get(at + address)).toMatchObject({ status: 401 })
  expect(made).toBe(0)
})

test('a file that fails is reported and logged, and the panel goes on; an unsupported one is not found', async () => {
  const { at, fetched, log } = await withDownloads({ settings: () => Promise.reject(new Error('disk gone')) })
  expect(await fetched('settings')).toMatchObject({ status: 500 })
  expect(log.join()).toContain('disk gone')
  expect(await fetched('support')).toMatchObject({ status: 404 })
  expect(await get(at)).toMatchObject({ status: 200 })
})
