/** The safe playlist writer: it replaces a whole list without losing the changes of another client. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Passing } from '../fakes/between.ts'
import { type EditStage, editStage } from './editStage.ts'
import { SERVERS } from './servers.ts'

const PUT = { method: 'PUT', path: /\/files$/ } as const
const READ = { method: 'GET', path: /\/layers\/[^/]+$/ } as const
type Item = Record<string, unknown> & { fileId: string }
interface Settings {
  files: Item[]
  itemTotal: number
  loop: boolean
  volume: number
  nextScene: string | null
}

/** A playlist with these items, and the actions on it. */
async function playlist(on: EditStage, letters: string, settings: object = {}) {
  const { projectId } = on
  const { video } = on.server
  const ids = (of: string) => [...of].map(video)
  const files = (of: string): Item[] => ids(of).map((fileId) => ({ fileId }))
  const letterOf = new Map([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [video(letter), letter]))
  const { id: sceneId } = await on.other('createScene', { projectId, name: 'Night' })
  const layer = { projectId, sceneId, type: 'videoPlaylist', settings: { files: files(letters), ...settings } }
  const { id: layerId } = await on.other('addLayer', layer)
  const of = { projectId, layerId }
  const read = async () => (await on.other('getLayer', of)).settings as unknown as Settings
  return {
    ...{ of, sceneId, read, video, ids, files },
    letterOf: (fileId: string) => letterOf.get(fileId),
    save: (base: string, mine: string, more: object = {}) =>
      on.edit('savePlaylist', { ...of, base: ids(base), files: files(mine), ...more }),
    undo: () => on.edit('undoPlaylist', of),
    /** Writes the list as another client. */
    rewrite: (items: Item[]) => on.other('setPlaylist', { ...of, files: items }),
    letters: async () => (await read()).files.map(({ fileId }) => letterOf.get(fileId)).join(''),
  }
}

describe.each(SERVERS)('%s', (server) => {
  test('a list is read whole, merged, written and read back in three requests', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'abcdef')
    await on.pass(1_000)
    const before = on.between.seen.length
    await list.rewrite([...list.files('abcdef'), { fileId: list.video('z') }])
    const saved = await list.save('abcdef', 'bacdf')
    expect(saved).toMatchObject({ result: 'done', about: 'Playlist saved: 6 items, 1 removed.' })
    expect(await list.letters()).toBe('bacdfz')
    const asked = on.between.seen.slice(before).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)
    expect(asked.filter((one) => one.startsWith('PUT') || one.includes(list.of.layerId))).toHaveLength(2)
    expect(on.between.done(PUT.method, PUT.path)).toHaveLength(1)
  })

  test.each([
    ['put another item at the same place', 'axc', 'ayc', /The same part of this playlist was changed meanwhile/],
    ['moved the same item elsewhere', 'bcdea', 'bacde', /was changed meanwhile/],
    ['removed what was moved', 'bcdea', 'bcde', /was changed meanwhile/],
  ])('if another client %s, nothing is saved and both versions are shown', async (_, mine, theirs, message) => {
    const on = await editStage(server)
    const base = mine.length === 3 ? 'abc' : 'abcde'
    const list = await playlist(on, base)
    await list.rewrite(list.files(theirs))
    const refused = await list.save(base, mine)
    expect(refused).toMatchObject({ result: 'refused', about: expect.stringMatching(message) })
    expect(refused.answer).toMatchObject({ places: [{ mine: expect.any(Array), theirs: expect.any(Array) }] })
    expect([await list.letters(), on.between.sent(PUT.method, PUT.path).length]).toEqual([theirs, 0])
  })

  test('ad breaks and unknown fields stay with their items', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'ab', { loop: false, volume: 7 })
    const breaks = (timestamp: number) => ({
      adPoints: [{ timestamp, duration: 30 }],
      colour: `${timestamp}`,
    })
    const [a, b] = list.files('ab') as [Item, Item]
    await list.rewrite([{ ...a, ...breaks(10) }, b, { ...a, ...breaks(20) }])
    const second = (await list.read()).files[2]
    const mine = [{ fileId: list.video('b') }, { fileId: list.video('a'), playlistItemId: second?.playlistItemId }]
    expect(await on.edit('savePlaylist', { ...list.of, base: list.ids('aba'), files: mine })).toMatchObject({
      result: 'done',
    })
    const { files: items, ...settings } = await list.read()
    expect(settings).toMatchObject({ loop: false, volume: 7, nextScene: null })
    expect(items).toMatchObject([{ fileId: list.video('b') }, { fileId: list.video('a'), ...breaks(20) }])
    expect(items[0]).not.toHaveProperty('adPoints')
  })

  test('an unknown field of an ad break is written back', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'ab')
    const adPoints = [{ timestamp: 10, duration: 30, campaign: 'summer' }]
    const tell = (told: { settings: Settings }) => {
      const files = told.settings.files.map((item) => ({ ...item, adPoints }))
      return { ...told, settings: { ...told.settings, files } }
    }
    on.between.interfere({ ...READ, times: 9, tell: tell as never })
    await list.save('ab', 'ba')
    expect(on.between.sent(PUT.method, PUT.path)[0]?.body).toMatchObject({ files: [{ adPoints }, { adPoints }] })
  })

  test('a chain turns looping off, and undo restores both', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'ab', { loop: true })
    const nextScene = on.rig.show().scenes?.[0]?.id
    expect(await list.save('ab', 'ab', { nextScene })).toMatchObject({ result: 'done' })
    expect(await list.read()).toMatchObject({ loop: false, nextScene })
    expect(await list.undo()).toMatchObject({ result: 'done' })
    expect(await list.read()).toMatchObject({ loop: true, nextScene: null })
  })

  test('a saved list can be undone, and every window shows that; before a save there is nothing to undo', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'ab')
    const canUndo = async () => {
      let told: boolean | undefined
      void on.rig.core
        .query('projectContent', { projectId: on.projectId, sceneId: list.sceneId }, true)
        .then(({ value }) => {
          told = value.scenes.flatMap(({ layers }) => layers).find(({ id }) => id === list.of.layerId)?.canUndo
        })
      await on.until(() => told !== undefined, 'what is in the scene')
      return told
    }
    expect(await canUndo()).toBe(false)
    await list.save('ab', 'ba')
    expect(await canUndo()).toBe(true)
    await on.kill()
    expect(await canUndo()).toBe(true)
  })

  test('on air, the outcome says that the list restarts for viewers', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'abc')
    await on.other('updateProject', { projectId: on.projectId, autoSynch: true })
    await on.rig.press({ type: 'goLive' })
    await on.until(() => on.rig.tally() === 'live', 'on air')
    const saved = await list.save('abc', 'ab')
    expect(saved.about).toBe('Playlist saved: 2 items, 1 removed. It starts over for viewers.')
    expect(saved.answer).toEqual({ items: 2, removed: 1, restarts: true })
  })

  describe('a list that comes in pages', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'].join('').repeat(5)
    const paged = () => editStage(server, { meanings: { layerItems: 'paged' } })

    test('is read to its end, and checked whole after writing', async () => {
      const on = await paged()
      const list = await playlist(on, letters)
      const saved = await list.save(letters, `${letters.slice(1)}a`)
      expect(saved).toMatchObject({ result: 'done', about: 'Playlist saved: 130 items.' })
      const put = on.between.done(PUT.method, PUT.path)[0]?.body as { files: Item[] }
      expect(put.files.map(({ fileId }) => fileId)).toEqual(list.ids(`${letters.slice(1)}a`))
    })

    test('is read again if another client writes it meanwhile', async () => {
      const on = await paged()
      const list = await playlist(on, letters)
      const meanwhile = () => list.rewrite(list.files(`z${letters.slice(1)}`))
      on.between.interfere({ method: 'GET', path: READ.path })
      on.between.interfere({ ...READ, before: meanwhile })
      await list.save(letters, `${letters}b`)
      const put = on.between.done(PUT.method, PUT.path)[0]?.body as { files: Item[] }
      expect(put.files.map(({ fileId }) => fileId)).toEqual(list.ids(`z${letters.slice(1)}b`))
    })

    /** The settings a broken service returns from that offset on, given the first page's settings. */
    type Lie = (settings: Settings, offset: number, first: Settings) => object
    const lies: [string, Lie][] = [
      ['gives the same page for ever', (_, __, first) => first],
      ['leaves one out', (settings, offset) => ({ ...settings, files: settings.files.slice(offset ? 1 : 0) })],
      ['moves its total', (settings, offset) => ({ ...settings, itemTotal: settings.itemTotal + offset })],
      ['says that there is more', (settings) => ({ ...settings, itemTotal: undefined, hasMore: true })],
    ]
    test.each(lies)('is not written if the service %s', async (_, lie) => {
      const on = await paged()
      const list = await playlist(on, letters)
      const first = await list.read()
      const tell = (told: { settings: Settings }, { path }: Passing) => {
        const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset') ?? 0)
        return { ...told, settings: lie(told.settings, offset, first) }
      }
      on.between.interfere({ ...READ, times: 100, tell: tell as never })
      const refused = await list.save(letters, 'ab')
      expect(refused).toMatchObject({ result: 'refused', about: expect.stringMatching(/nothing was saved/) })
      expect(on.between.sent(PUT.method, PUT.path)).toEqual([])
    })
  })

  describe('undo', () => {
    test('restores the list in a later run, and undoing again brings back the written one', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      await list.rewrite(
        list.files('abc').map((item) => ({ ...item, adPoints: [{ timestamp: 5, duration: 10 }], mood: 'calm' })),
      )
      await list.save('abc', 'ca', { volume: 3 })
      await on.kill()
      expect(await list.undo()).toMatchObject({ result: 'done' })
      const { files: items, volume } = await list.read()
      expect(items.map(({ fileId, mood, adPoints }) => [list.letterOf(fileId), mood, adPoints])).toEqual(
        [...'abc'].map((letter) => [letter, 'calm', [{ timestamp: 5, duration: 10 }]]),
      )
      expect(volume).not.toBe(3)
      await list.undo()
      expect([await list.letters(), (await list.read()).volume]).toEqual(['ca', 3])
    })

    test('leaves changes that another client has made since alone, even to an ad break', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      expect(await list.undo()).toMatchObject({
        result: 'refused',
        about: 'Cuelight holds no earlier version of this playlist to go back to.',
      })
      await list.save('abc', 'ab')
      const before = (await list.read()).files
      await list.rewrite(before.map(({ fileId }) => ({ fileId, name: 'Another name' })))
      expect(await list.undo()).toMatchObject({
        result: 'refused',
        about: expect.stringMatching(/no longer as you saved it/),
      })
      expect(await list.letters()).toBe('ab')
    })

    test('leaves later settings of another client alone: volume; looping with a chain', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc', { volume: 5, loop: true })
      const nextScene = on.rig.show().scenes?.[0]?.id
      const set = (settings: object) => on.other('updateLayer', { ...list.of, settings })
      await list.save('abc', 'ab', { volume: 7, nextScene })
      await set({ volume: 9 })
      expect(await list.undo()).toMatchObject({ result: 'done' })
      expect(await list.read()).toMatchObject({ volume: 9, loop: true, nextScene: null })
      await list.save('abc', 'ab', { volume: 3, nextScene })
      await set({ nextScene: null })
      await set({ loop: false })
      expect(await list.undo()).toMatchObject({ result: 'done' })
      expect([await list.letters(), await list.read()]).toMatchObject([
        'abc',
        { volume: 9, loop: false, nextScene: null },
      ])
    })

    test('skips a write that never arrived', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      await list.save('abc', 'a')
      on.between.interfere({ ...PUT, cut: 'before' })
      expect(await list.save('a', 'd')).toMatchObject({ result: 'unknown' })
      await on.pass(35_000)
      expect(await list.undo()).toMatchObject({ result: 'done' })
      expect(await list.letters()).toBe('abc')
    })

    test('restores the previous list even if the process was killed as the write arrived', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      on.between.interfere({ ...PUT, hang: 'after' })
      void on.rig.press({ type: 'edit', operation: 'savePlaylist', input: { ...list.of, files: list.files('a') } })
      await on.until(() => on.between.isHanging(), 'the write hangs')
      const next = await on.kill()
      await on.until(() => next.show().live !== null, 'it reads again')
      expect(await list.letters()).toBe('a')
      // Until then the write might still arrive.
      await on.pass(30_000)
      expect(await list.undo()).toMatchObject({ result: 'done' })
      expect(await list.letters()).toBe('abc')
    })

    test('recognizes its list even if the service adds fields to items, different at each reading', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      let readings = 0
      const tell = (told: { settings: Settings }) => {
        readings += 1
        const files = told.settings.files.map((item, order) => ({ ...item, order, picture: `signed ${readings}` }))
        return { ...told, settings: { ...told.settings, files } }
      }
      on.between.interfere({ ...READ, times: 100, tell: tell as never })
      on.between.interfere({ ...PUT, times: 100, tell: tell as never })
      expect(await list.save('abc', 'ca')).toMatchObject({ about: 'Playlist saved: 2 items, 1 removed.' })
      expect(await list.undo()).toMatchObject({ result: 'done' })
      expect(await list.letters()).toBe('abc')
    })

    test('stored by an earlier version in one file for all lists still works', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'ab')
      await list.save('ab', 'b')
      const folder = join(on.rig.dataDir, 'undo')
      const [file = ''] = readdirSync(folder)
      const { before, after, fields } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      const [service] = on.rig.core.settings.get().wentLive
      rmSync(folder, { recursive: true })
      const { projectId, layerId } = list.of
      const records = { [JSON.stringify([service, projectId, layerId])]: { before, after, fields } }
      writeFileSync(join(on.rig.dataDir, 'undo.json'), JSON.stringify(records))
      await on.kill()
      expect(await list.undo()).toMatchObject({ result: 'done' })
      expect(await list.letters()).toBe('ab')
    })

    test('is unchanged if the service refused the write', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      await list.save('abc', 'ab')
      expect(await list.save('ab', 'ab?')).toMatchObject({
        result: 'failed',
        about: expect.stringMatching(/FILE_NOT_FOUND/),
      })
      await list.undo()
      expect(await list.letters()).toBe('abc')
    })

    test('that cannot be stored is reported, and the list is written', async () => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      // A file is in the way of the folder to be created.
      writeFileSync(join(on.rig.dataDir, 'undo'), '')
      const saved = await list.save('abc', 'ab')
      expect(saved).toMatchObject({ result: 'done', about: expect.stringMatching(/cannot be undone later/) })
      expect([await list.letters(), (await list.undo()).result]).toEqual(['ab', 'refused'])
    })
  })

  test.each([
    ['carried out', 'after', 'found', 'ab'],
    ['carried out late', { lateMs: 8_000 }, 'found', 'ab'],
    ['never carried out', 'before', 'notDone', 'abc'],
  ] as const)(
    'a save with a lost response, %s: the outcome says which list is current',
    async (_, cut, phase, there) => {
      const on = await editStage(server)
      const list = await playlist(on, 'abc')
      on.between.interfere({ ...PUT, cut })
      expect(await list.save('abc', 'ab')).toMatchObject({ result: 'unknown' })
      expect(on.rig.state().lostEdits).toMatchObject([{ operation: 'setPlaylist', phase: 'looking' }])
      await on.pass(35_000)
      expect(on.rig.state().lostEdits.map((one) => one.phase)).toEqual([phase])
      const settled = { event: 'editSettled', found: phase === 'found', phase }
      expect(on.rig.state().journal).toContainEqual(
        expect.objectContaining({ what: expect.objectContaining(settled) }),
      )
      expect([await list.letters(), on.between.sent(PUT.method, PUT.path).length]).toEqual([there, 1])
      // The previous list can still be restored.
      const undone = await list.undo()
      expect([undone.result, await list.letters()]).toEqual([phase === 'found' ? 'done' : 'refused', 'abc'])
    },
  )

  test('while a lost write may still arrive, no other is sent that it would replace', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'abc')
    on.between.interfere({ ...PUT, cut: { lateMs: 6_000 } })
    expect(await list.save('abc', 'a')).toMatchObject({ result: 'unknown' })
    expect(await list.save('abc', 'bca')).toMatchObject({
      result: 'refused',
      about: expect.stringMatching(/may still arrive/),
    })
    await on.pass(35_000)
    expect(await list.letters()).toBe('a')
    expect(await list.save('a', 'ab')).toMatchObject({ result: 'done' })
  })

  test('a lost write stays unknown if another client wrote a third list', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'abc')
    on.between.interfere({ ...PUT, cut: 'before' })
    await list.save('abc', 'ab')
    await list.rewrite(list.files('cba'))
    await on.pass(35_000)
    expect(on.rig.state().lostEdits.map((one) => one.phase)).toEqual(['notKnown'])
  })

  test('a list that cannot be read back, or reads back differently, was written, and the outcome says so', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'abc')
    const bare = (told: { settings: Settings }) => ({ ...told, settings: { ...told.settings, files: null } })
    on.between.interfere({ ...PUT, tell: bare as never, times: 2 })
    on.between.interfere(READ)
    on.between.interfere({ ...READ, cut: 'before', times: 10 })
    const unread = await list.save('abc', 'ab')
    expect(unread).toMatchObject({ result: 'done', about: expect.stringMatching(/could not be read back/) })
    expect(await list.letters()).toBe('ab')
  })

  test('two saves of one project are never in flight at once, and both are kept', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'abc')
    let most = 0
    let now = 0
    const before = async () => {
      most = Math.max(most, ++now)
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve))
      now -= 1
    }
    on.between.interfere({ ...PUT, before, times: 2 })
    const both = await Promise.all([list.save('abc', 'xabc'), list.save('abc', 'abcy')])
    expect(both.map(({ about }) => about)).toEqual(['Playlist saved: 4 items.', 'Playlist saved: 5 items.'])
    expect([most, await list.letters()]).toEqual([1, 'xabcy'])
  })

  test('a reading that hangs before the write delays no scene switch', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'abc')
    await on.until(() => on.rig.show().scenes?.some(({ id }) => id === list.sceneId) === true, 'the scene is read')
    on.between.interfere({ ...READ, hang: 'before' })
    const saved = list.save('abc', 'xabc')
    await on.pass(500)
    let switched: unknown = null
    void on.rig.press({ type: 'switchScene', sceneId: list.sceneId, liveId: null }).then((outcome) => {
      switched = outcome
    })
    await on.pass(1_000)
    expect(switched).toMatchObject({ result: 'done', done: { what: 'sceneSwitched' } })
    expect(await saved).toMatchObject({ result: 'failed' })
    expect(on.between.sent(PUT.method, PUT.path)).toHaveLength(0)
  })

  test('a layer without a list is reported; a list that is too long is refused and left unchanged', async () => {
    const on = await editStage(server)
    const list = await playlist(on, 'ab')
    const { sceneId, of } = list
    const single = { projectId: of.projectId, sceneId, type: 'video', settings: { fileId: list.video('a') } }
    const { id: layerId } = await on.other('addLayer', single)
    const other = await on.edit('savePlaylist', { ...of, layerId, base: [], files: list.files('a') })
    expect(other).toMatchObject({ result: 'refused', about: expect.stringMatching(/has no playlist/) })
    await list.rewrite(list.files(`${'a'.repeat(599)}b`))
    const over = await on.edit('savePlaylist', { ...of, base: [], files: list.files('c'.repeat(600)) })
    expect([over.result, (await list.read()).files.length]).toEqual(['refused', 600])
  })
})
