/** When an update must wait, and which Cuelight does not update itself. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AppImageUpdater } from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { firstState } from '../../electron/core/state/initialState.ts'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import { whyHeld } from '../../electron/shell/updates/policy.ts'
import { type Installation, updatedByHand } from '../../electron/shell/updates/updater.ts'
import { createUpdates } from '../../electron/shell/updates/updates.ts'
import { type AppState, type LiveState, type Pending, type ProjectState, unreadProject } from '../../shared/state.ts'
import { stage } from '../core/stage.ts'
import { NOW, offProject } from '../renderer/states.ts'
import { folderForTest } from '../support/atEnd.ts'

const MINUTE = 60_000

const { live, settings } = offProject()
const offAir = live as LiveState
const project = (name: string, part: Partial<ProjectState> = {}): ProjectState => ({
  ...{ ...unreadProject(name, name), live, settings },
  ...part,
})
const stateOf = (...projects: ProjectState[]): AppState => ({
  ...firstState('0.0.0'),
  targetId: projects[0]?.id ?? null,
  projects: Object.fromEntries(projects.map((one) => [one.id, one])),
})
const whyOf = (...projects: ProjectState[]) => whyHeld(stateOf(...projects), NOW)

test('an update may be installed when off air by a fresh reading, with no schedule', () =>
  expect(whyOf(project('Evening show'))).toBeNull())

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

  test('or was when the list of projects was read, even if it is not followed', () => {
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

describe('it waits while that is unknown', () => {
  test.each([
    ['never read', null],
    ['read too long ago', { ...offAir, readAt: NOW - 90_001 }],
    ['read in what is now the future', { ...offAir, readAt: NOW + 5_000 }],
  ])('%s', (_, live) => {
    expect(whyOf(project('Evening show', { live }))).toContain('what Evening show does is not known')
  })

  test('but of a project that is not followed, the later of its reading and the list counts', () => {
    const old = project('Other', { live: { ...offAir, readAt: NOW - 91_000 }, settings: null })
    const state = stateOf(project('Evening show'), old)
    expect(whyHeld(state, NOW)).toBeNull()
    state.projectList = { ...state.projectList, items: [{ id: 'Other', name: 'Other', liveStatus: 'LIVE' }] }
    state.projectList.readAt = NOW - 92_000
    expect(whyHeld(state, NOW)).toBeNull()
    state.projectList.readAt = NOW - 80_000
    expect(whyHeld(state, NOW)).toBe('Other is, or may be, on air')
  })

  test('nothing has been read; the list alone suffices while it is fresh', () => {
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

  test('and while it is unknown whether one is near', () => {
    const unknown = 'when the next scheduled broadcast of Evening show begins is not known yet'
    expect(whyOf(project('Evening show', { settings: null }))).toBe(unknown)
    expect(whyOf(project('Evening show', { settings: settings && { ...settings, scheduledLives: 2 } }))).toBe(unknown)
    const old = settings && { ...settings, readAt: NOW - 20 * MINUTE }
    expect(whyOf(project('Evening show', { settings: old }))).toBe(unknown)
  })
})

describe('manual updates', () => {
  const installed: Installation = {
    ...{ isPackaged: true, platform: 'linux', environment: { APPIMAGE: '/home/me/Cuelight.AppImage' } },
    ...{ hasOptions: false, hasFeed: true, packageType: null },
  }
  const how = (part: Partial<Installation>) => updatedByHand({ ...installed, ...part })

  test('an AppImage, an installed Windows program and a signed macOS one update themselves', () => {
    expect(how({})).toBeNull()
    // Its folder may also contain the mark of the packages made from it.
    expect(how({ packageType: 'deb' })).toBeNull()
    expect(how({ platform: 'win32', environment: {} })).toBeNull()
    expect(how({ platform: 'darwin', environment: {} })).toBeNull()
  })

  test.each<[string, Partial<Installation>, string]>([
    ['sources', { isPackaged: false }, 'runs from source'],
    ['a deb', { environment: {}, packageType: 'deb' }, 'as a deb package'],
    ['an rpm', { environment: {}, packageType: 'rpm' }, 'as a rpm package'],
    ['a folder', { environment: {} }, 'runs from a folder'],
    [
      'portable',
      { platform: 'win32', environment: { PORTABLE_EXECUTABLE_FILE: 'C:\\C.exe' } },
      'the portable Cuelight',
    ],
    ['unsigned', { platform: 'darwin', environment: {}, hasFeed: false }, 'is not signed'],
    ['with options that the new one would not have', { hasOptions: true }, 'started with options'],
    ['without a feed', { hasFeed: false }, 'without an address for updates'],
  ])('%s says what to do', (_, part, words) => {
    const byHand = how(part)
    expect(byHand?.about).toContain(words)
    expect(byHand?.state).toBe(part.isPackaged === false ? 'unpackaged' : 'manual')
  })
})

const NEWER = '9.0.0'
const FILE = `Cuelight-${NEWER}-linux-x64.AppImage`
const PROGRAM = Buffer.from(`#!/bin/sh\n# ${'the newer Cuelight '.repeat(500)}\n`)

/** A feed as electron-builder writes it. @param hashed what the feed's checksum is computed from */
async function feed(hashed: Buffer) {
  const sha512 = createHash('sha512').update(hashed).digest('base64')
  const description = [
    `version: ${NEWER}`,
    `files:\n  - url: ${FILE}\n    sha512: ${sha512}\n    size: ${PROGRAM.length}`,
    `path: ${FILE}\nsha512: ${sha512}\nreleaseDate: '2026-11-21T00:00:00.000Z'`,
  ].join('\n')
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    asked.push(path)
    const body = { '/feed/latest-linux.yml': description, [`/feed/${FILE}`]: PROGRAM }[path]
    response.writeHead(body ? 200 : 404).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`, asked }
}

/** Electron's network is not available here: sends the same requests over Node's. */
class NodeSockets extends ElectronHttpExecutor {
  override createRequest(options: object, callback: (response: unknown) => void) {
    return request(options, callback) as unknown as ReturnType<ElectronHttpExecutor['createRequest']>
  }
}

/** An installed AppImage, and an updater for it that checks a feed. */
function installedAppImage(url: string) {
  const dir = folderForTest()
  const program = join(dir, 'Cuelight.AppImage')
  writeFileSync(program, 'the older Cuelight')
  const before = process.env.APPIMAGE
  process.env.APPIMAGE = program
  onTestFinished(() => {
    if (before === undefined) delete process.env.APPIMAGE
    else process.env.APPIMAGE = before
  })
  const appUpdateConfigPath = join(dir, 'app-update.yml')
  writeFileSync(appUpdateConfigPath, `provider: generic\nurl: ${url}\nupdaterCacheDirName: cuelight-updater\n`)
  const updater = new AppImageUpdater(undefined, {
    ...{ version: '0.1.0', name: 'cuelight', isPackaged: true, appUpdateConfigPath },
    ...{ userDataPath: join(dir, 'data'), baseCachePath: join(dir, 'cache') },
    ...{
      whenReady: async () => {},
      relaunch() {},
      quit() {},
      onQuit: () => expect.fail('it would install by itself'),
    },
  })
  updater.logger = null
  Object.assign(updater, { httpExecutor: new NodeSockets() })
  return { updater, program, loaded: join(dir, 'cache/cuelight-updater/pending', FILE) }
}

async function updatesWith(updater: AppImageUpdater) {
  const { rig } = await stage()
  rig.core.store.change((draft) => {
    draft.desktop = firstDesktopState(process, rig.core.settings.get().desktop)
  })
  const { port, stop } = createUpdates({
    ...{ core: rig.core, clock: rig.clock, byHand: null, log: () => {}, restart: () => {} },
    loadUpdater: async () => updater,
  })
  onTestFinished(stop)
  const over = () => new Promise<void>((resolve) => rig.core.store.subscribe(() => isOver() && resolve()))
  const state = () => rig.state().desktop?.update
  const isOver = () => ['ready', 'held', 'failed'].includes(state()?.state ?? '')
  return { port, state, over }
}

test('a newer version in the feed is found, loaded whole, and ready; the program is unchanged', async () => {
  const { url, asked } = await feed(PROGRAM)
  const { updater, program, loaded } = installedAppImage(url)
  const { port, state, over } = await updatesWith(updater)
  const ready = over()
  expect(await port.check()).toBe(NEWER)
  await ready
  expect(state()).toMatchObject({ state: 'ready', version: NEWER })
  expect(readFileSync(loaded)).toEqual(PROGRAM)
  expect(readFileSync(program, 'utf8')).toBe('the older Cuelight')
  expect(asked[0]).toBe('/feed/latest-linux.yml')
})

test('a file that does not match the feed is discarded, and never installed', async () => {
  const { url } = await feed(Buffer.from('what was published'))
  const { updater, loaded } = installedAppImage(url)
  const { port, state, over } = await updatesWith(updater)
  const failed = over()
  await port.check()
  await failed
  expect(state()).toMatchObject({ state: 'failed', about: expect.stringContaining('sha512') })
  expect(existsSync(loaded)).toBe(false)
  await expect(port.install()).rejects.toMatchObject({ refusal: { reason: 'desktop' } })
})

test('an address without a feed fails with a readable message', async () => {
  const { updater } = installedAppImage((await feed(PROGRAM)).url.replace('/feed', '/elsewhere'))
  const { port, state } = await updatesWith(updater)
  await expect(port.check()).rejects.toMatchObject({ refusal: { reason: 'desktop' } })
  expect(state()?.about).toMatch(/^Checking for updates failed: .*404/)
})
