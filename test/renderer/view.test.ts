/** Small rules of the panel: retries, keys, marks, links, stored choices, and the order of scenes. */
import { describe, expect, it } from 'vitest'
import { BACK_OFF, backOff } from '../../renderer/bridge/webSocket.ts'
import { digitOf } from '../../renderer/features/scenes/useSceneKeys.ts'
import { attributesOf, DEFAULTS, readViewPreferences, themeIn } from '../../renderer/store/preferenceRules.ts'
import { staysFor } from '../../renderer/store/submissions.ts'
import { arranged, folded } from '../../renderer/ui/list/arrange.ts'
import { stepIn } from '../../renderer/ui/list/useArrows.ts'
import { type SceneState, targetOf } from '../../shared/state.ts'
import { safeLink } from '../../shared/view/destinations.ts'
import { markOf } from '../../shared/view/marks.ts'
import { SHEET } from './sheet.ts'
import { liveProject, preparingProject, refused, unsyncedProject } from './states.ts'

it('the retry delay doubles from a quarter of a second up to three seconds, and is randomized', () => {
  const middle = () => 0.5
  expect([0, 1, 2, 3, 4, 50].map((failures) => backOff(failures, middle))).toEqual([250, 500, 1000, 2000, 3000, 3000])
  expect(backOff(0, () => 0)).toBeLessThan(backOff(0, () => 0.99))
  expect(backOff(9, () => 1)).toBe(BACK_OFF.most)
})

describe('digits', () => {
  const plain = { repeat: false, isComposing: false, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }

  it('are recognized by the position of their key, on every layout', () => {
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

  it('say on air only of what the air reports, for a live broadcast, while it is known', () => {
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

it('links and outcomes: only https links and the studio’s watch page are opened', () => {
  expect(safeLink('https://a.example/')).toBe('https://a.example/')
  expect(safeLink('http://127.0.0.1:4718/watch/a1')).toBe('http://127.0.0.1:4718/watch/a1')
  const local = ['http://127.0.0.1:4718/watch', 'http://127.0.0.1:4718/watch/a/b', 'http://localhost:4718/watch/a']
  for (const bad of [...local, 'http://a.example/', 'javascript:alert(1)', ' https://a.example', null])
    expect(safeLink(bad)).toBeNull()
})

it('links and outcomes: an outcome that asks something remains until it is decided', () => {
  expect(staysFor(refused({ reason: 'faults', faults: [] }))).toBe(Number.POSITIVE_INFINITY)
  expect(staysFor(refused({ reason: 'notLive' }))).toBeLessThan(60_000)
})

describe('stored choices', () => {
  it('are the defaults if nothing valid is stored', () => {
    for (const text of [null, '', '{"theme":', '[]', '7', '"dark"', 'null'])
      expect(readViewPreferences(text)).toEqual(DEFAULTS)
  })

  it('lose only the damaged parts', () => {
    const text = '{"theme":"pink","sceneSize":"large","sceneOrder":7,"contrast":"more","more":1}'
    expect(readViewPreferences(text)).toEqual({ ...DEFAULTS, sceneSize: 'large', contrast: 'more' })
  })

  it('are set on the page only if they differ from the system', () => {
    expect(Object.values(attributesOf(DEFAULTS))).toEqual([null, null, null, null])
    const chosen = readViewPreferences('{"theme":"dark","textSize":"small","motion":"reduce"}')
    const shown = { 'data-theme': 'dark', 'data-motion': 'reduce', 'data-size': 'small' }
    expect(attributesOf(chosen)).toEqual({ ...shown, 'data-contrast': null })
  })

  it('take a theme from an address, and ignore an invalid one', () => {
    expect(themeIn('?page=quick&theme=dark')).toEqual({ theme: 'dark' })
    expect(themeIn('?theme=system')).toEqual({ theme: 'system' })
    for (const search of ['', '?theme=', '?theme=DARK', '?theme=pink']) expect(themeIn(search)).toEqual({})
  })
})

describe('scenes', () => {
  const scenes = ['Zoë 10', 'Ámbar', 'zoe 2', 'Straße', '(no name)'].map((name, nr) => ({
    id: `s${nr}`,
    name,
    isActive: false,
  }))
  const ids = (order: 'project' | 'name', sought: string) =>
    arranged(scenes, order, sought).map(({ scene }) => scene.id)

  it('are found by any part of the name, regardless of case, accents and surrounding spaces', () => {
    expect(ids('project', ' ZOË')).toEqual(['s0', 's2'])
    expect(ids('project', 'MBAR')).toEqual(['s1'])
    expect(ids('project', '   ')).toHaveLength(5)
    expect(folded('  Zo\u0308e \u00a0 A ')).toBe('zoe a')
  })

  it('are sorted by name in natural order, and keep their keys from the project', () => {
    expect(ids('name', '')).toEqual(['s4', 's1', 's3', 's2', 's0'])
    const many = Array.from({ length: 12 }, (_, nr) => ({ id: `s${nr}`, name: `${20 - nr}`, isActive: false }))
    const placed = arranged(many, 'name', '')
    expect(placed.map(({ nth }) => nth)).toEqual([null, null, null, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(placed[3]?.scene.id).toBe('s8')
  })
})

describe('arrow keys', () => {
  const standing = { at: 4, count: 10, columns: 4, rightToLeft: false }

  it('move from tile to tile by the current columns', () => {
    const to = (key: string, at = 4) => stepIn(key, { ...standing, at })
    expect([to('ArrowRight'), to('ArrowLeft'), to('ArrowUp'), to('ArrowDown')]).toEqual([5, 3, 0, 8])
    expect([to('Home'), to('End'), to('a')]).toEqual([0, 9, null])
    const beyond = [to('ArrowLeft', 0), to('ArrowUp', 3), to('ArrowRight', 9), to('ArrowDown', 8)]
    expect(beyond).toEqual([null, null, null, null])
  })

  it('reach the last tile from above if its line is shorter', () =>
    expect(stepIn('ArrowDown', { ...standing, at: 7 })).toBe(9))

  it('follow the direction of reading', () => {
    expect(stepIn('ArrowLeft', { ...standing, rightToLeft: true })).toBe(5)
    expect(stepIn('ArrowRight', { ...standing, rightToLeft: true })).toBe(3)
  })
})
