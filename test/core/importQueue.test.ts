/** The import queue: many links, one at a time, each sent once, over restarts. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { likelyKind } from '../../shared/contract/links.ts'
import type { ImportEntry } from '../../shared/query/imports.ts'
import { atEnd } from '../support/atEnd.ts'
import { editStage } from './editStage.ts'
import { SERVERS, type ServerName } from './servers.ts'

const IMPORT = { method: 'POST', path: /\/files\/import$/ } as const
const FOLLOW = { method: 'GET', path: /\/import$/ } as const

/** A core, and a server that links lead to: what is called slow there comes once it is let go. */
async function importing(server: ServerName) {
  const on = await editStage(server, { imports: true })
  const { link, letGo } = on.server
  const before = (await on.other('listFiles')).total
  const queue = async (): Promise<ImportEntry[]> => (await on.rig.core.query('imports', {})).value.imports
  let shown: ImportEntry[] = []
  return {
    on,
    link,
    add: (...names: string[]) => on.edit('importFiles', { links: names.map(link) }),
    queue,
    letGo,
    /** How many files have come. */
    files: async () => (await on.other('listFiles')).total - before,
    sent: () => on.between.sent(IMPORT.method, IMPORT.path).length,
    sentOf: (name: string) =>
      on.between.sent(IMPORT.method, IMPORT.path).filter(({ body }) => (body as { url: string }).url === link(name))
        .length,
    /** Waits until the queue is as wanted: the states of its entries. */
    async comes(...states: ImportEntry['state'][]): Promise<ImportEntry[]> {
      const is = () => shown.map(({ state }) => state).join() === states.join()
      const look = async () => {
        shown = await queue()
        return shown
      }
      await look()
      for (let waited = 0; !is(); waited += 1) {
        if (waited > 4_000) throw new Error(`never came: ${states}; there is ${JSON.stringify(shown)}`)
        await on.pass(500)
        await look()
      }
      return shown
    },
  }
}

describe.each(SERVERS)('%s', (server) => {
  test('links are imported one after the other, with progress, and end as files', async () => {
    const { on, add, comes, letGo, queue } = await importing(server)
    expect(await add('slow', 'second', 'third')).toMatchObject({ about: '3 files queued for import.' })
    await comes('running', 'waiting', 'waiting')
    await on.pass(30_000)
    expect(on.between.done(IMPORT.method, IMPORT.path)).toHaveLength(1)
    letGo()
    const done = await comes('done', 'done', 'done')
    expect(done.map(({ name, progress }) => [name.split(' ')[0], progress])).toEqual([
      ['slow.mp4', 100],
      ['second.mp4', 100],
      ['third.mp4', 100],
    ])
    const { files } = await on.other('listFiles', { limit: 3 })
    expect(new Set(files.map(({ id }) => id))).toEqual(new Set((await queue()).map(({ fileId }) => fileId)))
  })

  test('an account that is busy with another import is asked again after a minute, and no sooner', async () => {
    const { on, link, add, comes, letGo, sent } = await importing(server)
    await on.other('importFile', { url: link('slow'), type: 'video' })
    await add('ours')
    await on.pass(50_000)
    await comes('waiting')
    expect(sent()).toBe(1)
    letGo()
    await comes('done')
    expect(sent()).toBe(2)
  })

  test('what fails waits for a person, and holds nobody up; tried again, it keeps its place', async () => {
    const { on, add, comes, sent } = await importing(server)
    await add('missing', 'second')
    const [failed] = await comes('failed', 'done')
    expect(failed?.error).toEqual(expect.any(String))
    const before = sent()
    await on.pass(120_000)
    expect(sent()).toBe(before)
    expect(await on.edit('retryImport', { importId: failed?.id })).toMatchObject({
      about: 'Queued for import again.',
    })
    await comes('failed', 'done')
    expect(sent()).toBe(before + 1)
    expect(await on.edit('removeImport', { importId: failed?.id })).toMatchObject({ result: 'done' })
    await comes('done')
    const gone = await on.edit('retryImport', { importId: failed?.id })
    expect(gone).toMatchObject({ result: 'refused', about: 'It is no longer in the queue.' })
  })

  test('a link that waits in the queue is not queued again; one that is done can be', async () => {
    const { add, comes } = await importing(server)
    await add('first', 'second', 'second')
    const again = await add('second', 'third')
    expect(again).toMatchObject({ about: '1 file queued for import. Already in the queue: 1.' })
    await comes('done', 'done', 'done')
    await add('first')
    await comes('done', 'done', 'done', 'done')
  })

  test('links that are none, or hold a password, are refused, and none of them is written down', async () => {
    const { on, queue } = await importing(server)
    for (const link of ['no link', 'ftp://example.org/a.mp4', 'https://me:secret@example.org/a.mp4']) {
      const links = ['https://example.org/fine.mp4', link]
      expect(await on.edit('importFiles', { links })).toMatchObject({ result: 'refused' })
    }
    expect(await queue()).toEqual([])
    expect(readFileSync(join(on.rig.dataDir, 'journal-local.jsonl'), 'utf8')).not.toContain('secret')
  })

  test('what failed is read again where the files are listed', async () => {
    const { on, add, comes } = await importing(server)
    const touched: string[] = []
    on.rig.core.onTouched(({ names }) => void touched.push(...names))
    await add('missing')
    await comes('running')
    touched.length = 0
    await comes('failed')
    expect(touched).toContain('listFiles')
  })

  test('what is done can be cleared, and all else stays', async () => {
    const { on, add, comes, files } = await importing(server)
    await add('first', 'missing')
    await comes('done', 'failed')
    expect(await on.edit('clearImports', {})).toMatchObject({ result: 'done' })
    await comes('failed')
    expect(await files()).toBeGreaterThan(0)
  })

  describe('killed', () => {
    test('while one runs: the next run follows that one and sends it no second time', async () => {
      const { on, add, comes, letGo } = await importing(server)
      await add('slow', 'second')
      await comes('running', 'waiting')
      await on.kill()
      await comes('running', 'waiting')
      letGo()
      await comes('done', 'done')
      expect(on.between.done(IMPORT.method, IMPORT.path)).toHaveLength(2)
    })

    test.each(['before', 'after'] as const)(
      '%s the service heard of it: it is not known, and not sent again',
      async (hang) => {
        const { on, add, comes, sentOf } = await importing(server)
        on.between.interfere({ ...IMPORT, hang })
        await add('first', 'second')
        await on.until(on.between.isHanging, 'it hangs')
        await on.kill()
        const [first] = await comes('notKnown', 'done')
        expect(first?.error).toMatch(/check Files before you try again/)
        expect(sentOf('first')).toBe(1)
      },
    )
  })

  test.each([
    ['it had been taken', 'after', 'done', 2],
    ['it never came', 'before', 'notKnown', 1],
  ] as const)(
    'an answer that was lost, and %s: it is looked for, the next one waits, nothing is sent twice',
    async (_, cut, state, came) => {
      const { on, add, comes, sent, files } = await importing(server)
      on.between.interfere({ ...IMPORT, cut })
      await add('first', 'second')
      await on.until(() => sent() === 1, 'it is sent')
      await comes('sending', 'waiting')
      await comes(state, 'done')
      expect([sent(), await files()]).toEqual([2, came])
    },
  )

  test('a file that is deleted while it is imported holds nobody up', async () => {
    const { on, add, comes } = await importing(server)
    const gone = { code: 'FILE_NOT_FOUND', error: 'FILE_NOT_FOUND', message: 'there is no such file' }
    on.between.interfere({ ...FOLLOW, refuse: { status: 404, body: gone } })
    await add('first', 'second')
    await comes('failed', 'done')
  })

  test('the file of another hand is not taken for a link whose request never arrived', async () => {
    const { on, link, add, comes, sent } = await importing(server)
    on.between.interfere({ ...IMPORT, cut: 'before' })
    await add('first')
    await on.until(() => sent() === 1, 'it is sent')
    await on.other('importFile', { url: link('other'), type: 'video' })
    const [first] = await comes('notKnown')
    expect(first?.error).toMatch(/check Files before you try again/)
  })

  test('an import that the service forgets holds nobody up: its file tells whether it came, or a person looks', async () => {
    const { on, add, comes } = await importing(server)
    const forgotten = { code: 'IMPORT_NOT_FOUND', error: 'IMPORT_NOT_FOUND', message: 'there is no such import' }
    on.between.interfere({ ...FOLLOW, refuse: { status: 404, body: forgotten }, times: 500 })
    await add('first', 'second')
    await comes('done', 'done')
    on.between.interfere({
      method: 'GET',
      path: /\/files\/[^/]+$/,
      refuse: { status: 404, body: forgotten },
      times: 500,
    })
    await add('third')
    await comes('done', 'done', 'notKnown')
  })

  test('a link waits for its turn, however long another edit of the account takes', async () => {
    const { on, add, comes, queue } = await importing(server)
    on.between.interfere({ method: 'POST', path: /\/projects$/, hang: 'before' })
    void on.rig.press({ type: 'edit', operation: 'createProject', input: { name: 'Slow' } })
    await on.until(on.between.isHanging, 'it hangs')
    await add('first')
    await on.pass(8_000)
    expect((await queue())[0]?.state).not.toBe('failed')
    await comes('done')
  })

  test('links that are queued one by one do not make the one that runs be read more often', async () => {
    const { on, add, comes } = await importing(server)
    await add('slow')
    await comes('running')
    const before = on.between.sent(FOLLOW.method, FOLLOW.path).length
    for (let nth = 0; nth < 8; nth += 1) await add(`more ${nth}`)
    expect(on.between.sent(FOLLOW.method, FOLLOW.path).length - before).toBeLessThanOrEqual(1)
  })

  test('nothing is sent that could not be written down first', async () => {
    const { on, add, comes, sent } = await importing(server)
    await add('slow', 'second')
    await comes('running', 'waiting')
    // A folder stands where the file would be written.
    rmSync(join(on.rig.dataDir, 'imports.json'))
    mkdirSync(join(on.rig.dataDir, 'imports.json', 'taken'), { recursive: true })
    const { id } = (await comes('running', 'waiting'))[0] ?? {}
    expect(await on.edit('removeImport', { importId: id })).toMatchObject({ result: 'refused' })
    expect(await add('third')).toMatchObject({ result: 'refused' })
    await on.pass(90_000)
    expect(sent()).toBe(1)
  })
})

describe('what a link leads to', () => {
  test.each([
    ['https://example.org/a.mp3?sign=x.png', 'audio'],
    ['https://example.org/a%20b.PNG', 'image'],
    ['/home/me/tape.wav', 'audio'],
    ['C:\\clips\\rain.mov', 'video'],
    ['https://example.org/watch', 'video'],
    ['https://example.org', 'video'],
  ])('%s: most likely %s', (link, kind) => {
    expect(likelyKind(link)).toBe(kind)
  })

  test('is found by trying, where its name does not tell', async () => {
    const { add, comes, sentOf } = await importing('the local studio')
    await add('sound', 'second')
    const [music] = await comes('done', 'done')
    expect([music?.type, sentOf('sound')]).toEqual(['audio', 2])
  })

  test('is what a person says, and another one once a person says so', async () => {
    const { on, link, comes, sentOf } = await importing('the local studio')
    await on.edit('importFiles', { links: [link('sound')], type: 'video' })
    const [failed] = await comes('failed')
    expect(failed).toMatchObject({ error: 'This is an audio file, not a video.', isOtherKind: true })
    await on.edit('retryImport', { importId: failed?.id, type: 'audio' })
    expect((await comes('done'))[0]?.type).toBe('audio')
    expect(sentOf('sound')).toBe(2)
  })

  test('is told as no file at all where it is of no kind', async () => {
    const { on, add, comes, sentOf } = await importing('the independent server')
    const page = { status: 400, body: { code: 'INVALID_FILE_TYPE', error: 'INVALID_FILE_TYPE', message: 'A page.' } }
    on.between.interfere({ ...IMPORT, refuse: page, times: 9 })
    await add('page')
    expect((await comes('failed'))[0]).toMatchObject({ isOtherKind: false })
    expect(sentOf('page')).toBe(3)
  })
})

test('the local studio is asked soon whether a file has come, then less and less often', async () => {
  const { on, add, comes } = await importing('the local studio')
  on.rig.core.provide({ rehearsal: () => ({}) as never })
  const asked = () => on.between.sent(FOLLOW.method, FOLLOW.path).length
  await add('slow')
  await comes('running')
  await on.pass(1_500)
  expect(asked()).toBeGreaterThan(0)
  await on.pass(58_000)
  expect(asked()).toBeLessThan(12)
})

test('whoever watches an import at the local studio is told of its end within 2 s of asking, and oftener it is not asked', async () => {
  const { on, add, queue, comes, letGo } = await importing('the local studio')
  on.rig.core.provide({ rehearsal: () => ({}) as never })
  atEnd(on.rig.core.onTouched(({ names }) => void (names.includes('imports') && queue())))
  const asked = () => on.between.sent(FOLLOW.method, FOLLOW.path).length
  await add('slow')
  await comes('running')
  await on.pass(30_000)
  expect(asked()).toBeGreaterThanOrEqual(14)
  expect(asked()).toBeLessThanOrEqual(16)
  letGo()
  const before = on.rig.clock.monotonic()
  await comes('done')
  expect(on.rig.clock.monotonic() - before).toBeLessThanOrEqual(3_000)
})

test('at the service of an account an import is followed every 10 s, watched or not', async () => {
  const { on, add, queue, comes } = await importing('the local studio')
  atEnd(on.rig.core.onTouched(({ names }) => void (names.includes('imports') && queue())))
  await add('slow')
  await comes('running')
  await on.pass(60_000)
  expect(on.between.sent(FOLLOW.method, FOLLOW.path).length).toBeLessThanOrEqual(7)
})
