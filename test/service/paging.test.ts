import { expect, it } from 'vitest'
import { readAll } from '../../electron/service/paging.ts'
import { kit } from './kit.ts'
import { json } from './server.ts'

const scene = (number: number) => ({ id: `s${number}`, name: `Scene ${number}`, isActive: number === 0 })
const scenes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => scene(from + index))

interface Asked {
  limit: number
  offset: number
  /** Which page this is, counted from 1. */
  count: number
}

async function listing(answer: (asked: Asked) => { scenes: unknown[]; total: number }) {
  const one = await kit((got, response, count) => {
    const query = new URL(got.path, 'http://x').searchParams
    json(response, 200, answer({ limit: Number(query.get('limit')), offset: Number(query.get('offset')), count }))
  })
  return { ...one, read: () => readAll(one.client, 'listScenes', { projectId: 'p1' }) }
}

it('reads pages of a hundred until it has all', async () => {
  const { read, server } = await listing(({ limit, offset }) => ({
    scenes: scenes(offset, Math.min(250, offset + limit)),
    total: 250,
  }))
  const list = await read()
  expect(list.whole).toBe(true)
  expect(list.items.map((item) => item.id)).toEqual(scenes(0, 250).map((item) => item.id))
  expect(server.got.map((got) => got.path.split('?')[1])).toEqual([
    'limit=100&offset=0',
    'limit=100&offset=100',
    'limit=100&offset=200',
  ])
})

it('takes shorter pages than it asked for', async () => {
  const { read } = await listing(({ offset }) => ({ scenes: scenes(offset, Math.min(25, offset + 10)), total: 25 }))
  expect(await read()).toMatchObject({ whole: true, items: { length: 25 } })
})

it('an empty list is one request', async () => {
  const { read, server } = await listing(() => ({ scenes: [], total: 0 }))
  expect(await read()).toEqual({ items: [], whole: true })
  expect(server.got).toHaveLength(1)
})

it('reads again when the total moved, and drops what came twice', async () => {
  const { read, server } = await listing(({ limit, offset, count }) => {
    // A scene is made before the first one between page 1 and 2: everything moves on by one.
    const all = count === 1 ? scenes(1, 151) : scenes(0, 151)
    return { scenes: all.slice(offset, offset + limit), total: all.length }
  })
  const list = await read()
  expect(list.whole).toBe(true)
  expect(list.items.map((item) => item.id)).toEqual(scenes(0, 151).map((item) => item.id))
  expect(server.got).toHaveLength(4)
})

it('reads again when one came twice though the total stayed', async () => {
  const { read } = await listing(({ limit, offset, count }) => {
    const all = count === 1 ? scenes(1, 151) : scenes(0, 150)
    return { scenes: all.slice(offset, offset + limit), total: 150 }
  })
  const list = await read()
  expect(list).toMatchObject({ whole: true, items: { length: 150 } })
  expect(list.items[0]?.id).toBe('s0')
})

it('says so when a list never comes to rest', async () => {
  const { read, server } = await listing(({ count }) => ({ scenes: scenes(0, 100), total: 200 + count }))
  expect(await read()).toMatchObject({ whole: false, items: { length: 100 } })
  expect(server.got).toHaveLength(6)
})

it('does not read for ever where the offset is ignored', async () => {
  const { read, server } = await listing(() => ({ scenes: scenes(0, 100), total: 300 }))
  expect(await read()).toMatchObject({ whole: false, items: { length: 100 } })
  expect(server.got).toHaveLength(6)
})

it('tells log rows without an id apart by what they hold', async () => {
  const row = (number: number) => ({ fileId: 'f', fileName: 'a', action: 'start', timestamp: `T${number}` })
  const { client } = await kit((_, response) => json(response, 200, { rows: [row(1), row(2)], total: 2 }))
  const list = await readAll(client, 'getPlayedFiles', { liveId: 'l1' })
  expect(list).toMatchObject({ whole: true, items: { length: 2 } })
})
