/** The import queue: many links, imported one at a time, each sent once, over restarts. */
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

/** A core, and a server for the links: a link called slow delivers once it is released. */
async function importing(server: ServerName, options: { encodesHang?: boolean } = {}) {
  const on = await editStage(server, { imports: true, ...options })
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
    /** The number of imported files. */
    files: async () => (await on.other('listFiles')).total - before,
    sent: () => on.between.sent(IMPORT.method, IMPORT.path).length,
    sentOf: (name: string) =>
      on.between.sent(IMPORT.method, IMPORT.path).filter(({ body }) => (body as { url: string }).url === link(name))
        .length,
    /** Waits until the entries of the queue are in these states. */
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
  test('links are imported one after the other, with progress, and become files', async () => {
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

  test('if the account is busy with another import, ours is retried after a minute, and no sooner', async () => {
    const { on, link, add, comes, letGo, sent } = await importing(server)
    await on.other('importFile', { url: link('slow'), type: 'video' })
    const since = on.rig.clock.monotonic()
    await add('ours')
    await on.pass(50_000)
    await comes('waiting')
    expect(sent()).toBe(1)
    letGo()
    await comes('done')
    expect(sent()).toBeGreaterThan(1)
    // On a busy machine the other one arrives late, in real time, and minutes pass for the queue meanwhile.
    expect(sent() - 1).toBeLessThanOrEqual((on.rig.clock.monotonic() - since) / 60_000)
  })

  test('a failed import waits for the user and blocks no other; retried, it keeps its place', async () => {
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

  test('a link that is already queued is not queued again; a finished one can be', async () => {
    const { add, comes } = await importing(server)
    await add('first', 'second', 'second')
    const again = await add('second', 'third')
    expect(again).toMatchObject({ about: '1 file queued for import. Already in the queue: 1.' })
    await comes('done', 'done', 'done')
    await add('first')
    await comes('done', 'done', 'done', 'done')
  })

  test('invalid links and links with a password are refused, and nothing of them is stored', async () => {
    const { on, queue } = await importing(server)
    for (const link of ['no link', 'ftp://example.org/a.mp4', 'https://me:secret@example.org/a.mp4']) {
      const links = ['https://example.org/fine.mp4', link]
      expect(await on.edit('importFiles', { links })).toMatchObject({ result: 'refused' })
    }
    expect(await queue()).toEqual([])
    expect(readFileSync(join(on.rig.dataDir, 'journal-local.jsonl'), 'utf8')).not.toContain('secret')
  })

  test('a failed import invalidates the list of files', async () => {
    const { on, add, comes } = await importing(server)
    const touched: string[] = []
    on.rig.core.onTouched(({ names }) => void touched.push(...names))
    await add('missing')
    await comes('running')
    touched.length = 0
    await comes('failed')
    expect(touched).toContain('listFiles')
  })

  test('finished imports can be cleared, and all others stay', async () => {
    const { on, add, comes, files } = await importing(server)
    await add('first', 'missing')
    await comes('done', 'failed')
    expect(await on.edit('clearImports', {})).toMatchObject({ result: 'done' })
    await comes('failed')
    expect(await files()).toBeGreaterThan(0)
  })

  describe('killed', () => {
    test('during an import: the next process follows it and does not send it again', async () => {
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
      '%s the service received it: the import is unknown, and not sent again',
      async (hang) => {
        const { on, add, comes, sentOf } = await importing(server)
        on.between.interfere({ ...IMPORT, hang })
        await add('first', 'second')
        await on.until(on.between.isHanging, 'it hangs')
        await on.kill()
        await on.pass(20_000)
        await comes('sending', 'waiting')
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
    'the response is lost, %s: the import is reconciled, the next one waits, nothing is sent twice',
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

  test.each([
    ['a file deleted during its import blocks no other import', 2, 'failed'],
    ['one reading of an old copy, without the file, does not end its import', 1, 'done'],
  ] as const)('%s', async (_, times, state) => {
    const { on, add, comes } = await importing(server)
    const gone = { code: 'FILE_NOT_FOUND', error: 'FILE_NOT_FOUND', message: 'there is no such file' }
    on.between.interfere({ ...FOLLOW, refuse: { status: 404, body: gone }, times })
    await add('first', 'second')
    await comes(state, 'done')
  })

  test('a file of another client is not taken for a link whose request never arrived', async () => {
    const { on, link, add, comes, sent } = await importing(server)
    on.between.interfere({ ...IMPORT, cut: 'before' })
    await add('first')
    await on.until(() => sent() === 1, 'it is sent')
    await on.other('importFile', { url: link('other'), type: 'video' })
    const [first] = await comes('notKnown')
    expect(first?.error).toMatch(/check Files before you try again/)
  })

  test('an import that the service forgets blocks no other: its file decides, or the user checks', async () => {
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

  test('a link keeps its place in the queue, however long another edit of the account takes', async () => {
    const { on, add, comes, queue } = await importing(server)
    on.between.interfere({ method: 'POST', path: /\/projects$/, hang: 'before' })
    const SLOW = { name: 'Slow', duration: { manual: true } }
    void on.rig.press({ type: 'edit', operation: 'createProject', input: SLOW })
    await on.until(on.between.isHanging, 'it hangs')
    await add('first')
    await on.pass(8_000)
    expect((await queue())[0]?.state).not.toBe('failed')
    await comes('done')
  })

  test('queueing links one by one does not increase how often the running import is read', async () => {
    const { on, add, comes } = await importing(server)
    await add('slow')
    await comes('running')
    const before = on.between.sent(FOLLOW.method, FOLLOW.path).length
    for (let nth = 0; nth < 8; nth += 1) await add(`more ${nth}`)
    expect(on.between.sent(FOLLOW.method, FOLLOW.path).length - before).toBeLessThanOrEqual(1)
  })

  test('nothing is sent that could not be stored first', async () => {
    const { on, add, comes, sent } = await importing(server)
    await add('slow', 'second')
    await comes('running', 'waiting')
    // A folder is in the way of the file to be written.
    rmSync(join(on.rig.dataDir, 'imports.json'))
    mkdirSync(join(on.rig.dataDir, 'imports.json', 'taken'), { recursive: true })
    const { id } = (await comes('running', 'waiting'))[0] ?? {}
    expect(await on.edit('removeImport', { importId: id })).toMatchObject({ result: 'refused' })
    expect(await add('third')).toMatchObject({ result: 'refused' })
    await on.pass(90_000)
    expect(sent()).toBe(1)
  })
})

describe('the file type of a link', () => {
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

  test('is found by trying if the name does not tell', async () => {
    const { add, comes, sentOf } = await importing('the local studio')
    await add('sound', 'second')
    const [music] = await comes('done', 'done')
    expect([music?.type, sentOf('sound')]).toEqual(['audio', 2])
  })

  test('is the one the user sets, and changes once the user sets another', async () => {
    const { on, link, comes, sentOf } = await importing('the local studio')
    await on.edit('importFiles', { links: [link('sound')], type: 'video' })
    const [failed] = await comes('failed')
    expect(failed).toMatchObject({ error: 'This is an audio file, not a video.', isOtherKind: true })
    await on.edit('retryImport', { importId: failed?.id, type: 'audio' })
    expect((await comes('done'))[0]?.type).toBe('audio')
    expect(sentOf('sound')).toBe(2)
  })

  test('is reported as no media file if no type fits', async () => {
    const { on, add, comes, sentOf } = await importing('the independent server')
    const page = { status: 400, body: { code: 'INVALID_FILE_TYPE', error: 'INVALID_FILE_TYPE', message: 'A page.' } }
    on.between.interfere({ ...IMPORT, refuse: page, times: 9 })
    await add('page')
    expect((await comes('failed'))[0]).toMatchObject({ isOtherKind: false })
    expect(sentOf('page')).toBe(3)
  })
})

test('the local studio is polled soon after an import starts, then less and less often', async () => {
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

test('an import viewed at the local studio is polled every 2 s, so its end shows soon', async () => {
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

test('at a hosted service an import is polled every 10 s, viewed or not', async () => {
  const { on, add, queue, comes } = await importing('the local studio')
  atEnd(on.rig.core.onTouched(({ names }) => void (names.includes('imports') && queue())))
  await add('slow')
  await comes('running')
  await on.pass(60_000)
  expect(on.between.sent(FOLLOW.method, FOLLOW.path).length).toBeLessThanOrEqual(7)
})

describe('what runs is ended for good', () => {
  const atStudio = async () => {
    const stage = await importing('the local studio', { encodesHang: true })
    stage.on.rig.core.provide({ rehearsal: () => stage.on.server.rehearsal })
    return stage
  }

  test('an import at the local studio: its entry says so, the next one begins, and Retry imports it after all', async () => {
    const { on, add, comes, letGo } = await atStudio()
    await add('slow', 'second')
    const [first] = await comes('running', 'waiting')
    const touched: string[] = []
    on.rig.core.onTouched(({ names }) => void touched.push(...names))
    const stopped = await on.edit('stopImport', { fileId: first?.fileId })
    expect(stopped).toMatchObject({ result: 'done', about: 'Import stopped. It will not resume by itself.' })
    expect(touched).toEqual(expect.arrayContaining(['listFiles', 'getFile']))
    const [ended] = await comes('failed', 'done')
    expect(ended?.error).toBe('The import was stopped. It will not resume by itself.')
    expect(await on.edit('stopImport', { fileId: first?.fileId })).toMatchObject({
      result: 'refused',
      about: 'The file is not being transferred.',
    })
    await on.edit('retryImport', { importId: first?.id })
    await comes('running', 'done')
    letGo()
    await comes('done', 'done')
  })

  test('an encode at the local studio that waits or runs, and none that does not', async () => {
    const { on, add, comes } = await atStudio()
    await add('first', 'second')
    const fileIds = (await comes('done', 'done')).map(({ fileId }) => fileId)
    // Time would only pass once no program runs, and this one runs until it is cancelled.
    const pressed = (operation: 'encodeFiles' | 'cancelEncode', input: object) =>
      on.rig.press({ type: 'edit', operation, input: { ...input } })
    expect(await pressed('encodeFiles', { fileIds })).toMatchObject({ result: 'done' })
    const encoding = async () => (await on.other('listEncodes')).encodes.map(({ fileId }) => fileId)
    expect(await encoding()).toEqual(fileIds)
    for (const fileId of fileIds.toReversed()) {
      expect(await pressed('cancelEncode', { fileId })).toMatchObject({
        result: 'done',
        done: { about: 'Encode cancelled. The file stays as it was.' },
      })
      expect(await encoding()).not.toContain(fileId)
    }
    expect(await on.edit('cancelEncode', { fileId: fileIds[0] })).toMatchObject({
      result: 'refused',
      about: 'The file is not being encoded.',
    })
  })

  test.each(['stopImport', 'cancelEncode'])(
    '%s: a hosted service is asked nothing, and it is said why',
    async (name) => {
      const { on, add, comes } = await importing('the independent server')
      await add('first')
      await comes('running')
      const before = on.between.sent('POST', /./).length
      expect(await on.edit(name, { fileId: 'any' })).toMatchObject({
        result: 'refused',
        about: expect.stringMatching(/^Only the local studio can stop/),
      })
      expect([on.between.sent('POST', /./).length, on.between.sent('DELETE', /./).length]).toEqual([before, 0])
      await comes('done')
    },
  )
})
