import { describe, expect, test } from 'vitest'
import type { OperationName } from '../../../shared/contract/operations.ts'
import { type Open, opened } from './kit.ts'

/** Tests of limits, each at its last valid value and one beyond. */
export function badInput(open: Open): void {
  const long = (length: number) => 'é'.repeat(length)
  const position = { x: 0, y: 0, width: 50, height: 50 }

  /** The operation, a body at its limits, and bodies beyond them. */
  const BOUNDS: [OperationName, good: object, bad: object[]][] = [
    [
      'createProject',
      { name: long(60), title: long(100), description: long(5_000) },
      [
        ...[{}, { name: '' }, { name: long(61) }, { name: 7 }, { name: 'A', title: long(101) }],
        ...[
          { name: 'A', description: long(5_001) },
          { name: 'A', format: '4:3_720p' },
        ],
      ],
    ],
    [
      'updateProject',
      { duration: { manual: false, planned: 30 } },
      [
        ...[{ duration: { manual: false, planned: 29 } }, { duration: { manual: false, planned: 31_536_001 } }],
        ...[{ duration: { manual: false } }, { duration: { manual: false, planned: 30.5 } }, { autoSynch: 'yes' }],
      ],
    ],
    ['createScene', { name: long(60) }, [{}, { name: '' }, { name: long(61) }, { name: 'A', setActive: 1 }]],
    ['updateScene', { name: long(60) }, [{ name: '' }, { name: long(61) }, { name: null }]],
    [
      'updateLayer',
      { name: long(19), position: { ...position, x: -10, height: 0 }, settings: { volume: 10 } },
      [
        ...[{ name: '' }, { name: long(20) }, { position: { x: 0 } }, { settings: { volume: 11 } }],
        ...[{ position: { ...position, x: 100_001 } }, { position: { ...position, width: 100_001 } }],
        ...[{ position: { ...position, width: -1 } }, { position: { ...position, height: -0.5 } }],
        ...[{ settings: { volume: -1 } }, { settings: { loop: 'yes' } }, { hide: 'no' }],
      ],
    ],
    ['setPlayback', { action: 'stop' }, [{}, { action: 'pause' }]],
    [
      'verifyDestinations',
      { destinationIds: ['known'] },
      [{ destinationIds: [] }, { destinationIds: Array(51).fill('a') }],
    ],
    ['encodeFiles', { fileIds: ['none'] }, [{ fileIds: [] }, { fileIds: Array(101).fill('a') }, {}]],
    [
      'renameFiles',
      { renames: Array(1_000).fill({ id: 'none', name: 'A' }) },
      [
        ...[{}, { renames: [] }, { renames: [{ id: 'none' }] }, { renames: 'all' }],
        { renames: Array(1_001).fill({ id: 'none', name: 'A' }) },
      ],
    ],
  ]

  test.each(BOUNDS)(
    '%s accepts what is within its limits, and refuses the rest with the name of the field',
    async (name, good, bad) => {
      const { ask, refused, playlist, goLive, projectId, scenes } = await opened(open)
      const layerId = await playlist(0, [])
      if (name === 'setPlayback') await goLive()
      const asking = { projectId, sceneId: scenes[0], layerId }
      const [destination] = (await ask('listDestinations')).destinations
      for (const body of bad) {
        const reply = await refused(name, { ...asking, body }, 'VALIDATION_ERROR')
        expect(String(reply.body.message), JSON.stringify(body)).not.toHaveLength(0)
      }
      const known = JSON.parse(JSON.stringify(good).replace('known', destination?.id ?? ''))
      await ask(name, { ...asking, body: known })
    },
  )

  test.each(['limit=101', 'limit=0', 'offset=-1', 'limit=ten', 'limit=0x10', 'limit=1e1', 'offset=', 'limit= 5'])(
    'a page of %s is refused',
    async (query) => {
      const { refused, projectId } = await opened(open)
      const asked = Object.fromEntries([query.split('=')])
      for (const name of ['listProjects', 'listFiles', 'listDestinations'] as const)
        await refused(name, { query: asked }, 'VALIDATION_ERROR')
      await refused('listScenes', { projectId, query: asked }, 'VALIDATION_ERROR')
    },
  )

  test('ad breaks may touch, not overlap, and last 5 to 120 seconds', async () => {
    const { ask, refused, server, playlist, projectId } = await opened(open)
    const [fileId] = server.files.videos
    const layerId = await playlist(0, [fileId])
    const put = (...points: [timestamp: number, duration: number][]) => {
      const adPoints = points.map(([timestamp, duration]) => ({ timestamp, duration }))
      return { projectId, layerId, body: { files: [{ fileId, adPoints }] } }
    }
    await ask('setPlaylist', put([0, 5], [5, 10]))
    const before = await ask('getLayer', { projectId, layerId })
    await refused('setPlaylist', put([0, 6], [5, 10]), 'ADPOINT_OVERLAP')
    await refused('setPlaylist', put([20, 10], [10, 11]), 'ADPOINT_OVERLAP')
    for (const wrong of [put([0, 4]), put([0, 121]), put([-1, 5])])
      await refused('setPlaylist', wrong, 'VALIDATION_ERROR')
    expect(await ask('getLayer', { projectId, layerId })).toEqual(before)
  })

  describe('the maximum numbers', () => {
    const many = (count: number, fileId: string) => Array.from({ length: count }, () => ({ fileId }))

    test('600 files in a playlist, 7,000 in the playlists of a project', async () => {
      const { ask, refused, server, playlist, projectId } = await opened(open)
      const [fileId] = server.files.videos
      const layerId = await playlist(0, [])
      const put = (count: number) => ({ projectId, layerId, body: { files: many(count, fileId) } })
      await refused('setPlaylist', put(601), 'VALIDATION_ERROR')
      for (let lists = 0; lists < 11; lists += 1)
        await playlist(
          1,
          many(600, fileId).map((one) => one.fileId),
        )
      await refused('setPlaylist', put(401), 'PROJECT_FILE_LIMIT_REACHED')
      // The list it replaces does not count.
      for (let times = 0; times < 2; times += 1)
        expect((await ask('setPlaylist', put(400))).settings.itemTotal).toBe(400)
    })

    test('300 scenes, 800 layers', { timeout: 60_000 }, async () => {
      const { clock, ask, refused, server, playlist, projectId, scenes } = await opened(open)
      await playlist(0, [])
      let asked = 0
      /** Advances the clock when the account's budget of a minute is nearly used up. */
      const unhurried = () => {
        asked += 1
        if (asked % 100 === 0) clock.advance(60_000)
      }
      for (let count = scenes.length; count < 300; count += 1, unhurried())
        await ask('createScene', { projectId, body: { name: `Scene ${count}` } })
      await refused('createScene', { projectId, body: { name: 'One more' } }, 'SCENE_LIMIT_REACHED')
      const workflow = { sceneName: 'More', files: many(1, server.files.videos[0]), previousSceneId: scenes[0] }
      await refused('createSceneWithPlaylist', { projectId, body: workflow }, 'SCENE_LIMIT_REACHED')
      const layer = { projectId, sceneId: scenes[1], body: { type: 'audioPlaylist', settings: {} } }
      const page = async (offset: number) =>
        (await ask('listScenes', { projectId, query: { limit: 100, offset } })).scenes.flatMap(
          ({ layers }) => layers ?? [],
        )
      const { length } = [...(await page(0)), ...(await page(100)), ...(await page(200))]
      for (let count = length; count < 800; count += 1, unhurried()) await ask('addLayer', layer)
      await refused('addLayer', layer, 'LAYER_LIMIT_REACHED')
    })
  })
}
