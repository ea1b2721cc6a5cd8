import { describe, expect, it } from 'vitest'
import { BACK_OFF, backOff } from '../../renderer/bridge/webSocket.ts'
import { digitOf } from '../../renderer/features/scenes/useSceneKeys.ts'
import { staysFor } from '../../renderer/store/submissions.ts'
import { type SceneState, targetOf } from '../../shared/state.ts'
import { safeLink } from '../../shared/view/destinations.ts'
import { markOf } from '../../shared/view/marks.ts'
import { SHEET } from './sheet.ts'
import { liveProject, preparingProject, unsyncedProject } from './states.ts'

describe('backing off', () => {
  it('doubles from a quarter of a second, never beyond three, and is spread', () => {
    const middle = () => 0.5
    expect([0, 1, 2, 3, 4, 50].map((failures) => backOff(failures, middle))).toEqual([
      250, 500, 1000, 2000, 3000, 3000,
    ])
    expect(backOff(0, () => 0)).toBeLessThan(backOff(0, () => 0.99))
    expect(backOff(9, () => 1)).toBe(BACK_OFF.most)
  })
})

describe('digits', () => {
  const plain = { repeat: false, isComposing: false, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }

  it('are read by the place of their key, on every layout', () => {
    expect(digitOf({ ...plain, key: '1', code: 'Digit1' })).toBe(1)
    expect(digitOf({ ...plain, key: '&', code: 'Digit1' })).toBe(1)
    expect(digitOf({ ...plain, key: '7', code: 'Numpad7' })).toBe(7)
    expect(digitOf({ ...plain, key: 'Home', code: 'Numpad7' })).toBeNull()
    expect(digitOf({ ...plain, key: '0', code: 'Digit0' })).toBeNull()
    expect(digitOf({ ...plain, key: 'a', code: 'KeyA' })).toBeNull()
  })

  for (const held of ['repeat', 'isComposing', 'ctrlKey', 'altKey', 'metaKey', 'shiftKey'] as const) {
    it(`do not count with ${held}`, () =>
      expect(digitOf({ ...plain, key: '1', code: 'Digit1', [held]: true })).toBeNull())
  }
})

describe('marks', () => {
  const scene = (id: string, isActive = false): SceneState => ({ id, name: id, isActive })

  it('say on air only of what the air says, of a live broadcast, while it is known', () => {
    expect(markOf(liveProject(), scene('s2', true), true)).toBe('onAir')
    expect(markOf(liveProject(), scene('s2', true), false)).toBe('wasOnAir')
    expect(markOf(preparingProject(), scene('s2', true), true)).toBe('next')
    expect(markOf(unsyncedProject(), scene('s3', true), true)).toBe('notYet')
    expect(markOf(unsyncedProject(), scene('s1'), true)).toBeNull()
    const notKnown = { ...liveProject(), air: { sceneId: 's2', basis: 'notKnown' as const, at: null } }
    expect(markOf(notKnown, scene('s2', true), true)).toBe('active')
    const { reachesNobody } = SHEET
    const toNobody = reachesNobody && targetOf(reachesNobody)
    expect(toNobody && markOf(toNobody, scene('s2', true), true)).toBe('running')
  })
})

describe('links and answers', () => {
  it('follow https and nothing else', () => {
    expect(safeLink('https://a.example/')).toBe('https://a.example/')
    for (const bad of ['http://a.example/', 'javascript:alert(1)', ' https://a.example', null])
      expect(safeLink(bad)).toBeNull()
  })

  it('stay until answered when they ask something', () => {
    expect(staysFor({ result: 'refused', refusal: { reason: 'faults', faults: [] } })).toBe(Number.POSITIVE_INFINITY)
    expect(staysFor({ result: 'refused', refusal: { reason: 'notLive' } })).toBeLessThan(60_000)
  })
})
