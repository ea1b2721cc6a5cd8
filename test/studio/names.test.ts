/** Every name is cleaned, and one without visible characters is refused. */
import { expect, it } from 'vitest'
import type { OperationName } from '../../shared/contract/operations.ts'
import { expectRefusal, projectId, rehearsal, rehearseEach, scenes } from './support.ts'

rehearseEach('theShow')

const ITEM = { fileId: 'video-60' }

it.each([
  ['a space of no width', '\u200b'],
  ['fillers', '\u3164\u115f\u2800'],
  ['joiners and selectors', '\u200d\ufe0f\u2060'],
])('%s with an invisible name is refused', async (_, name) => {
  const asked: [OperationName, object, string][] = [
    ['createProject', { name }, 'name'],
    ['updateProject', { name }, 'name'],
    ['createScene', { name }, 'name'],
    ['updateScene', { name }, 'name'],
    ['addLayer', { type: 'videoPlaylist', name, settings: {} }, 'name'],
    ['createSceneWithPlaylist', { sceneName: name, files: [] }, 'sceneName'],
    ['createSceneWithPlaylist', { sceneName: 'Seen', layerName: name, files: [] }, 'layerName'],
  ]
  for (const [operation, body, field] of asked) {
    const reply = await rehearsal.try(operation, { projectId, sceneId: scenes[0], body })
    expectRefusal(reply, 400, 'VALIDATION_ERROR', { field })
  }
  for (const [path, body] of [
    ['/folders', { name }],
    ['/keys', { label: name }],
  ] as const)
    expectRefusal(await rehearsal.administer('POST', path, body), 400, 'VALIDATION_ERROR')
})

it('an item gets the visible part of its name, or else the name of its file', async () => {
  const names = ['a\u0000\u0007 \u202eb\n\u2028c\ufeff', '\u200b', '', undefined, '👩\u200d🚀']
  const files = names.map((name) => ({ ...ITEM, ...(name !== undefined && { name }) }))
  const shown = ['a b c', 'video-60.mp4', 'video-60.mp4', 'video-60.mp4', '👩\u200d🚀']
  const body = { type: 'videoPlaylist', settings: { files } }
  const { id: layerId, settings } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[0], body })
  expect(settings.files?.map(({ name }) => name)).toEqual(shown)
  const written = await rehearsal.ask('setPlaylist', { projectId, layerId, body: { files } })
  expect(written.settings.files?.map(({ name }) => name)).toEqual(shown)
})
