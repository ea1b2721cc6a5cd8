/** When an update must wait, and which Cuelight does not update itself. */
import { describe, expect, test } from 'vitest'
import { firstState } from '../../electron/core/state/initialState.ts'
import { whyHeld } from '../../electron/shell/updates/policy.ts'
import { type Installation, updatedByHand } from '../../electron/shell/updates/updater.ts'
import { type AppState, type LiveState, type Pending, type ProjectState, unreadProject } from '../../shared/state.ts'

const NOW = Date.UTC(2026, 0, 5, 20)
const MINUTE = 60_000

const offAir: LiveState = {
  ...{ readAt: NOW - 1_000, liveId: null, status: 'OFFLINE', destinations: [] },
  ...{ startedAt: null, endsAt: null, viewers: null, peakViewers: null },
}
const settings: ProjectState['settings'] = {
  ...{ readAt: NOW - 1_000, autoSync: false, manual: true, planned: null, destinationIds: null, destinations: [] },
  ...{ pluginMode: false, scheduledLives: 0 },
}

const project = (name: string, part: Partial<ProjectState> = {}): ProjectState => ({
  ...{ ...unreadProject(name, name), live: offAir, settings },
  ...part,
})
const stateOf = (...projects: ProjectState[]): AppState => ({
  ...firstState('0.0.0'),
  targetId: projects[0]?.id ?? null,
  projects: Object.fromEntries(projects.map((one) => [one.id, one])),
})
const whyOf = (...projects: ProjectState[]) => whyHeld(stateOf(...projects), NOW)

test('off the air by a fresh reading, with no schedule: it may be installed', () => {
  expect(whyOf(project('Evening show'))).toBeNull()
})

describe('it waits while any project is, or may be, on air', () => {
  const evening = project('Evening show')
  const pending: Omit<Pending, 'act'> = {
    ...{ commandId: 'c', phase: 'sending', sentAt: NOW, liveId: null, sceneId: null, offReadings: 0, failure: null },
  }
  const running: [string, Partial<ProjectState>][] = [
    ['live', { live: { ...offAir, status: 'LIVE', liveId: 'l' } }],
    ['preparing', { live: { ...offAir, status: 'PREPARING', liveId: 'l' } }],
    ['in a status we have no word for', { live: { ...offAir, status: 'UNKNOWN', liveId: 'l' } }],
    ['being started', { pending: { ...pending, act: 'start' } }],
    ['being found out about', { pending: { ...pending, act: 'start', phase: 'checking' } }],
    ['being stopped', { pending: { ...pending, act: 'stop' } }],
  ]
  test.each(running)('%s', (_, part) => {
    expect(whyOf(project('Evening show', part))).toBe('Evening show is, or may be, on air')
    expect(whyOf(evening, project('Other', part))).toBe('Other is, or may be, on air')
  })

  test('or was when the list of projects was read, though nobody follows it', () => {
    const state = stateOf(evening)
    state.projectList.items = [{ id: 'far', name: 'Far away', liveStatus: 'LIVE' }]
    expect(whyHeld(state, NOW)).toBe('Far away is, or may be, on air')
  })

  test('or a stop or start is armed', () => {
    const state = stateOf(evening)
    state.arm = {} as AppState['arm']
    expect(whyHeld(state, NOW)).toContain('armed')
  })
})

describe('it waits while that is not known', () => {
  test.each([
    ['never read', null],
    ['read too long ago', { ...offAir, readAt: NOW - 90_001 }],
    ['read in what is now the future', { ...offAir, readAt: NOW + 5_000 }],
  ])('%s', (_, live) => {
    expect(whyOf(project('Evening show', { live }))).toContain('what Evening show does is not known')
    expect(whyOf(project('Evening show'), project('Other', { live }))).toContain('what Other does is not known')
  })

  test('nothing has been read of anything; the list alone counts while it is fresh', () => {
    const state = firstState('0.0.0')
    expect(whyHeld(state, NOW)).toContain('not been read')
    state.projectList.readAt = NOW - 5_000
    expect(whyHeld(state, NOW)).toBeNull()
    state.projectList.readAt = NOW - 5 * MINUTE
    expect(whyHeld(state, NOW)).toContain('not been read')
  })
})

describe('it waits within 30 minutes of a schedule', () => {
  const scheduled = (minutes: number) => whyOf(project('Evening show', { nextScheduleAt: NOW + minutes * MINUTE }))

  test('before and after, of any project', () => {
    expect(scheduled(31)).toBeNull()
    expect(scheduled(29)).toBe('a scheduled broadcast of Evening show begins in 29 min')
    expect(scheduled(-1)).toBe('a scheduled broadcast of Evening show is due')
    expect(scheduled(-31)).toBeNull()
    const other = project('Other', { nextScheduleAt: NOW + MINUTE })
    expect(whyOf(project('Evening show'), other)).toContain('Other')
  })

  test('and while it is not known whether one is near', () => {
    const unknown = 'when the next scheduled broadcast of Evening show begins is not known yet'
    expect(whyOf(project('Evening show', { settings: null }))).toBe(unknown)
    expect(whyOf(project('Evening show', { settings: { ...settings, scheduledLives: 2 } }))).toBe(unknown)
    expect(whyOf(project('Evening show', { settings: { ...settings, readAt: NOW - 20 * MINUTE } }))).toBe(unknown)
  })
})

describe('updated by hand', () => {
  const installed: Installation = {
    ...{ isPackaged: true, platform: 'linux', environment: { APPIMAGE: '/home/me/Cuelight.AppImage' } },
    ...{ hasFeed: true, packageType: null },
  }
  const how = (part: Partial<Installation>) => updatedByHand({ ...installed, ...part })

  test('an AppImage, an installed Windows program and a signed macOS one update themselves', () => {
    expect(how({})).toBeNull()
    // Its folder may hold the mark of the packages that were made of it too.
    expect(how({ packageType: 'deb' })).toBeNull()
    expect(how({ platform: 'win32', environment: {} })).toBeNull()
    expect(how({ platform: 'darwin', environment: {} })).toBeNull()
  })

  test.each<[string, Partial<Installation>, string]>([
    ['sources', { isPackaged: false }, 'runs from its sources'],
    ['a deb', { environment: {}, packageType: 'deb' }, 'as a deb package'],
    ['an rpm', { environment: {}, packageType: 'rpm' }, 'as a rpm package'],
    ['a folder', { environment: {} }, 'runs from a folder'],
    [
      'portable',
      { platform: 'win32', environment: { PORTABLE_EXECUTABLE_FILE: 'C:\\C.exe' } },
      'the portable Cuelight',
    ],
    ['unsigned', { platform: 'darwin', environment: {}, hasFeed: false }, 'is not signed'],
    ['without a feed', { hasFeed: false }, 'without an address for updates'],
  ])('%s says what to do', (_, part, words) => {
    const byHand = how(part)
    expect(byHand?.about).toContain(words)
    expect(byHand?.state).toBe(part.isPackaged === false ? 'unpackaged' : 'manual')
  })
})
