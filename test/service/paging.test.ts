import { describe, expect, it } from 'vitest'
import { readAll } from '../../electron/service/paging.ts'
import { drive, kit, PROJECT } from './kit.ts'
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
  return { ...one, read: () => readAll(one.client, 'listScenes', { projectId: 'p1' }, (scene) => scene) }
}

it('reads pages of a hundred until the list is complete', async () => {
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

it('accepts shorter pages than requested', async () => {
  const { read } = await listing(({ offset }) => ({ scenes: scenes(offset, Math.min(25, offset + 10)), total: 25 }))
  expect(await read()).toMatchObject({ whole: true, items: { length: 25 } })
})

it('an empty list takes one request', async () => {
  const { read, server } = await listing(() => ({ scenes: [], total: 0 }))
  expect(await read()).toEqual({ items: [], whole: true, excess: null })
  expect(server.got).toHaveLength(1)
})

it('reads again if the total changed, and drops duplicates', async () => {
  const { read, server } = await listing(({ limit, offset, count }) => {
    // A scene is inserted before the first one between page 1 and 2: everything moves by one.
    const all = count === 1 ? scenes(1, 151) : scenes(0, 151)
    return { scenes: all.slice(offset, offset + limit), total: all.length }
  })
  const list = await read()
  expect(list.whole).toBe(true)
  expect(list.items.map((item) => item.id)).toEqual(scenes(0, 151).map((item) => item.id))
  expect(server.got).toHaveLength(4)
})

it('reads again if an item came twice although the total is the same', async () => {
  const { read } = await listing(({ limit, offset, count }) => {
    const all = count === 1 ? scenes(1, 151) : scenes(0, 150)
    return { scenes: all.slice(offset, offset + limit), total: 150 }
  })
  const list = await read()
  expect(list).toMatchObject({ whole: true, items: { length: 150 } })
  expect(list.items[0]?.id).toBe('s0')
})

it('reports a list that never settles', async () => {
  const { read, server } = await listing(({ count }) => ({ scenes: scenes(0, 100), total: 200 + count }))
  expect(await read()).toMatchObject({ whole: false, items: { length: 100 } })
  expect(server.got).toHaveLength(6)
})

it('stops if the service ignores the offset', async () => {
  const { read, server } = await listing(() => ({ scenes: scenes(0, 100), total: 300 }))
  expect(await read()).toMatchObject({ whole: false, items: { length: 100 } })
  expect(server.got).toHaveLength(6)
})

it('distinguishes log rows without an id by their content', async () => {
  const row = (number: number) => ({ fileId: 'f', fileName: 'a', action: 'start', timestamp: `T${number}` })
  const { client } = await kit((_, response) => json(response, 200, { rows: [row(1), row(2)], total: 2 }))
  const list = await readAll(client, 'getPlayedFiles', { liveId: 'l1' }, (row) => row)
  expect(list).toMatchObject({ whole: true, items: { length: 2 } })
})

describe('a list beyond its bounds ends there, and that is reported', () => {
  it('with more scenes than any project has', async () => {
    const { read, server } = await listing(({ limit, offset }) => ({
      scenes: scenes(offset, offset + limit),
      total: 1e9,
    }))
    const { items, whole, excess } = await read()
    expect(items.map(({ id }) => id)).toEqual(scenes(0, 600).map(({ id }) => id))
    expect([whole, excess?.kind, excess?.detail]).toEqual([false, 'tooLarge', 'more than 600 scenes'])
    expect(excess).toMatchObject({ operation: 'listScenes', method: 'GET', path: '/projects/p1/scenes' })
    expect(server.got).toHaveLength(7)
  })

  it('with all of them in one page', async () => {
    const { read, server } = await listing(() => ({ scenes: scenes(0, 9_000), total: 9_000 }))
    expect(await read()).toMatchObject({ items: { length: 600 }, excess: { detail: 'more than 600 scenes' } })
    expect(server.got).toHaveLength(1)
  })

  it.each([
    [1, 12, 'more than 12 pages'],
    [4, 184, 'more than 46 pages'],
    [20, 600, 'more than 600 scenes'],
  ])('with %i in a page: small pages allow fewer items', async (each, read, detail) => {
    const call = async (_: string, { query }: { query: { offset: number } }) => ({
      ...{ scenes: scenes(query.offset, query.offset + each), total: 1e9 },
    })
    const list = await readAll({ call } as never, 'listScenes', { projectId: 'p1' }, (scene) => scene)
    expect(list).toMatchObject({ items: { length: read }, excess: { detail } })
  })

  it('with more than may be kept', async () => {
    const { client, clock } = await kit((got, response) => {
      const offset = Number(new URL(got.path, 'http://x').searchParams.get('offset'))
      const project = (number: number) => ({ ...PROJECT, id: `p${number}`, name: 'n'.repeat(400) })
      const projects = Array.from({ length: 100 }, (_, index) => project(offset + index))
      json(response, 200, { projects, total: 1e9 })
    })
    const list = await drive(
      readAll(client, 'listProjects', {}, ({ id, name }) => ({ id, name })),
      clock,
    )
    expect(list.excess).toMatchObject({ kind: 'tooLarge', detail: expect.stringMatching(/^more than .* characters/) })
    expect(JSON.stringify(list.items).length).toBeLessThan(2.1 * 1024 * 1024)
    expect(list.items.length).toBeGreaterThan(4_000)
  })
})

it('a page too large to read is requested in small pieces', async () => {
  const { read, server } = await listing(({ limit, offset }) => ({
    scenes: scenes(offset, Math.min(25, offset + limit)).map((one) => ({ ...one, about: 'x'.repeat(150_000) })),
    total: 25,
  }))
  expect(await read()).toMatchObject({ whole: true, items: { length: 25 }, excess: null })
  expect(server.got.map((got) => new URL(got.path, 'http://x').searchParams.get('limit'))).toEqual([
    ...['100', '10', '10', '10'],
  ])
})

it('what cannot be read even then is reported, with what was read before', async () => {
  const { read } = await listing(({ offset }) => ({
    scenes: scenes(offset, offset + 10).map((one) => ({ ...one, about: 'x'.repeat(offset === 0 ? 1 : 300_000) })),
    total: 20,
  }))
  expect(await read()).toMatchObject({ items: { length: 10 }, excess: { detail: 'more than 2 MB in the answer' } })
})

it('lets other work run while a long page is read', async () => {
  const { client } = await kit((_, response) => json(response, 200, { scenes: scenes(0, 9_000), total: 9_000 }))
  let reading = true
  let turns = 0
  const turn = () => {
    turns += 1
    if (reading) setImmediate(turn)
  }
  setImmediate(turn)
  await client.call('listScenes', { params: { projectId: 'p1' } })
  reading = false
  expect(turns).toBeGreaterThan(9_000 / 25)
})
