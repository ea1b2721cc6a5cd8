import { describe, expect, test } from 'vitest'
import { withLook } from '../../shared/view/looks.ts'
import { stage } from './stage.ts'

const of = { projectId: 'p', sceneId: 's' }

describe('the look of a scene', () => {
  test('changes only in the given fields; a default look, and that of a deleted scene, is not stored', () => {
    const favourite = withLook({}, of, { favourite: true }, null)
    expect(favourite).toEqual({ p: { s: { favourite: true, colour: null } } })
    const both = withLook(favourite, of, { colour: 'C' }, null)
    expect(both.p?.s).toEqual({ favourite: true, colour: 'C' })
    expect(withLook(both, of, { favourite: false, colour: null }, null)).toEqual({ p: {} })
    expect(withLook(both, { projectId: 'p', sceneId: 't' }, { colour: 'A' }, ['t', 'u'])).toEqual({
      p: { t: { favourite: false, colour: 'A' } },
    })
  })

  test('is stored by the core for its service, and shown to all clients', async () => {
    const on = await stage()
    const [scene] = on.rig.show().scenes ?? []
    const projectId = on.rig.show().id
    const look = { type: 'setSceneLook', projectId, sceneId: scene?.id ?? '' } as const
    expect(await on.rig.press({ ...look, favourite: true, colour: 'D' })).toMatchObject({ result: 'done' })
    const kept = { [projectId]: { [look.sceneId]: { favourite: true, colour: 'D' } } }
    expect(on.rig.state().looks).toEqual(kept)
    expect(Object.values(on.rig.core.settings.get().looks)).toEqual([kept])
    const gone = await on.rig.press({ ...look, sceneId: 'gone', favourite: true })
    expect(gone).toMatchObject({ result: 'refused', refusal: { reason: 'noScene' } })
  })
})
