/** What windows may do, which links leave the app, and what happens when a page crashes. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import { createCrashJudge, createVisibility, throttledLog } from '../../electron/shell/windows/follow.ts'
import {
  applicationMenu,
  isPermitted,
  overlayWanted,
  quickShows,
  webPreferences,
  windowOptions,
} from '../../electron/shell/windows/policy.ts'
import { downloadNamed, isAllowedUrl, type Saving, saveDownload } from '../../electron/shell/windows/sender.ts'
import { PAGE_NAMES } from '../../shared/bridge/shellBridge.ts'
import { DEFAULT_DESKTOP } from '../../shared/settings/desktop.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { appState, liveProject, offProject } from '../renderer/states.ts'
import { folderForTest } from '../support/atEnd.ts'

describe('a page', () => {
  for (const page of PAGE_NAMES)
    it(`${page} may no more than a page in a browser`, () => {
      expect(windowOptions(page, '/p.cjs').webPreferences).toMatchObject({
        ...{ preload: '/p.cjs', sandbox: true, contextIsolation: true, webSecurity: true },
        ...{ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false },
        ...{ allowRunningInsecureContent: false, experimentalFeatures: false, webviewTag: false, plugins: false },
        ...{ spellcheck: false, navigateOnDragDrop: false },
      })
      // Naming them at all turns them on.
      expect(webPreferences(page, '/p.cjs')).not.toHaveProperty('enableBlinkFeatures')
    })

  it('may play sounds and stay active in the background only as the overlay', () => {
    const of = (page: (typeof PAGE_NAMES)[number]) => webPreferences(page, '/p.cjs')
    expect(of('overlay')).toMatchObject({ autoplayPolicy: 'no-user-gesture-required', backgroundThrottling: false })
    const quiet = { autoplayPolicy: 'document-user-activation-required', backgroundThrottling: true }
    for (const page of ['main', 'quick'] as const) expect(of(page)).toMatchObject(quiet)
  })
})

describe('a window', () => {
  it('is never shown before it is requested', () => {
    for (const page of PAGE_NAMES) expect(windowOptions(page, '').show, page).toBe(false)
  })

  it('main is an ordinary one, no smaller than the minimum of its page', () => {
    const { frame, alwaysOnTop, skipTaskbar, ...options } = windowOptions('main', '')
    expect([frame, alwaysOnTop, skipTaskbar]).toEqual([undefined, undefined, undefined])
    expect(options).toMatchObject({ minWidth: 380, minHeight: 480 })
  })

  it('quick has no frame and no entry in the task bar', () =>
    expect(windowOptions('quick', '')).toMatchObject({ frame: false, skipTaskbar: true }))

  it('quick and overlay are panels on macOS, which alone can cover a full screen of another program', () => {
    const typeOn = (platform: string) => PAGE_NAMES.map((page) => [page, windowOptions(page, '', platform).type])
    expect(Object.fromEntries(typeOn('darwin'))).toEqual({ main: undefined, quick: 'panel', overlay: 'panel' })
    expect(Object.fromEntries(typeOn('linux'))).toEqual({ main: undefined, quick: undefined, overlay: undefined })
  })

  it('has an icon on Linux, where none comes with the program', () => {
    const icons = ['linux', 'win32', 'darwin'].map((platform) => windowOptions('main', '', platform, '/app.png').icon)
    expect(icons).toEqual(['/app.png', undefined, undefined])
  })

  it('overlay takes neither the focus nor a task bar entry', () => {
    const overlaid = { frame: false, transparent: true, alwaysOnTop: true, resizable: false }
    expect(windowOptions('overlay', '')).toMatchObject({ ...overlaid, focusable: false, skipTaskbar: true })
  })
})

describe('the overlay', () => {
  const desktop = firstDesktopState(process, DEFAULT_DESKTOP)
  const flash = { nr: 1, at: 0, tone: 'sent', title: 'Sync', detail: null } as const
  const state = (part: object) => ({ ...appState(offProject()), desktop: { ...desktop, ...part } })

  it('is shown while it has a message, unless it was turned off', () => {
    expect(overlayWanted(state({ flash }))).toBe(true)
    expect(overlayWanted(state({}))).toBe(false)
    expect(overlayWanted(state({ flash, settings: { ...desktop.settings, overlay: false } }))).toBe(false)
    expect(overlayWanted({ ...appState(offProject()), desktop: null })).toBe(false)
  })
})

describe("a click on the tray's icon", () => {
  it('shows the quick panel, and hides it', () => {
    expect(quickShows(false, null, 5_000)).toBe(true)
    expect(quickShows(true, null, 5_000)).toBe(false)
  })

  it('does not reopen the panel that the same click hid by taking its focus', () => {
    expect(quickShows(false, 4_900, 5_000)).toBe(false)
    expect(quickShows(false, 4_600, 5_000)).toBe(true)
  })
})

it('only macOS has an app menu, and no menu offers reloading or developer tools', () => {
  expect(applicationMenu('win32')).toBeNull()
  expect(applicationMenu('linux')).toBeNull()
  expect(applicationMenu('darwin')?.map(({ role }) => role)).toEqual(['appMenu', 'editMenu', 'windowMenu'])
})

describe('a link is opened outside', () => {
  const watching = (viewingUrl: string) => {
    const project = liveProject()
    const [one] = project.live?.destinations ?? []
    if (one) one.viewingUrl = viewingUrl
    return appState(project)
  }

  it('if the service named it as a viewing link, and it is secure', () => {
    expect(isAllowedUrl('https://video.example/1', watching('https://video.example/1'))).toBe(true)
    expect(isAllowedUrl('http://video.example/1', watching('http://video.example/1'))).toBe(false)
  })

  it('if it is the watch page of the local studio, and the studio named it', () => {
    const page = 'http://127.0.0.1:4718/watch/20bad79f5addbabcfab64ed7'
    expect(isAllowedUrl(page, watching(page))).toBe(true)
    expect(isAllowedUrl(page, watching('http://127.0.0.1:4718/watch/another'))).toBe(false)
    for (const other of [
      'http://127.0.0.1:4718/admin/quit',
      `${page}?next=evil`,
      'http://127.0.0.1.evil.example/watch/a',
    ])
      expect(isAllowedUrl(other, watching(other)), other).toBe(false)
  })

  it('if it is the page of the service in use, and never for a rehearsal', () => {
    const state = appState(offProject())
    expect(isAllowedUrl('https://live.example/', state)).toBe(true)
    expect(isAllowedUrl('https://live.example/v1/external', state)).toBe(false)
    const rehearsal = { ...state.service, rehearsal: true }
    expect(isAllowedUrl('https://live.example/', { ...state, service: rehearsal })).toBe(false)
    const plain = { ...state.service, baseUrl: 'http://live.example/v1/external' }
    expect(isAllowedUrl('http://live.example/', { ...state, service: plain })).toBe(false)
  })

  it('as the browser writes it', () =>
    expect(isAllowedUrl('https://video.example/', watching('HTTPS://Video.example'))).toBe(true))

  const others = [
    ...['https://video.example/1/..', 'https://video.example/12', 'https://video.example/1?next=evil'],
    ...['https://video.example.evil.example/1', 'https://me:pw@video.example/1', 'https://evil.example/'],
    ...['file:///etc/passwd', 'javascript:alert(1)', 'cuelight://stop', 'app://cuelight/index.html', ''],
  ]
  for (const address of others)
    it(`and no other: ${address || '(nothing)'}`, () =>
      expect(isAllowedUrl(address, watching('https://video.example/1'))).toBe(false))

  it('and never with a name and a password in it', () =>
    expect(isAllowedUrl('https://me:pw@video.example/1', watching('https://me:pw@video.example/1'))).toBe(false))
})

describe('a page that crashes', () => {
  it('is loaded again, later each time, and left alone the third time within a minute', () => {
    const clock = new VirtualClock()
    const crash = createCrashJudge(clock.monotonic)
    expect(crash()).toBe(250)
    clock.advance(1_000)
    expect(crash()).toBe(500)
    clock.advance(58_999)
    expect(crash()).toBeNull()
  })

  it('is judged only by the last minute', () => {
    const clock = new VirtualClock()
    const crash = createCrashJudge(clock.monotonic)
    for (let nr = 0; nr < 10; nr++) {
      expect(crash()).toBe(250)
      clock.advance(60_000)
    }
  })
})

it('someone is watching only if a shown window has a page that says it is visible', () => {
  const told: boolean[] = []
  const viewers = createVisibility((seen) => told.push(seen))
  const [main, quick] = [{}, {}]
  const now = () => told.at(-1)
  // A page considers itself visible as long as its window was never shown.
  viewers.page(quick, true)
  expect(now()).toBe(false)
  viewers.window(quick, true)
  expect(now()).toBe(true)
  viewers.window(quick, false)
  expect(now()).toBe(false)
  viewers.window(main, true)
  expect(now()).toBe(false)
  viewers.page(main, true)
  viewers.window(quick, true)
  viewers.window(quick, false)
  expect(now()).toBe(true)
  viewers.gone(main)
  expect(now()).toBe(false)
})

it('log lines that a page can cause do not flush the rest out of the log', () => {
  const clock = new VirtualClock()
  const lines: string[] = []
  const log = throttledLog((line) => lines.push(line), clock.monotonic)
  for (let nr = 1; nr <= 500; nr++) log(`refused ${nr}`)
  expect(lines).toHaveLength(21)
  expect(lines.at(-2)).toBe('refused 20')
  expect(lines.at(-1)).toContain('not written down')
  clock.advance(60_000)
  log('refused again')
  expect(lines.at(-1)).toBe('refused again')
})

describe('saving a file', () => {
  let dir: string
  let log: string[]
  beforeEach(() => {
    dir = folderForTest()
    log = []
  })

  const saving = (answer: string | null, content = '{"a":1}'): Saving & { asked: string[] } => {
    const asked: string[] = []
    return {
      asked,
      downloads: { settings: async () => content },
      log: (line) => log.push(line),
      async askWhere(file) {
        asked.push(file)
        return answer
      },
    }
  }

  it('writes it where the user says, readable for this user only', async () => {
    const path = join(dir, 'mine.json')
    const with_ = saving(path)
    expect(await saveDownload('settings', with_)).toEqual({ result: 'saved' })
    expect(with_.asked).toEqual(['cuelight-settings.json'])
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['mine.json'])
  })

  it('is no error if the user cancels', async () => {
    expect(await saveDownload('settings', saving(null))).toEqual({ result: 'left' })
    expect([readdirSync(dir), log]).toEqual([[], []])
  })

  it('reports in words that it could not be written, and leaves the existing file', async () => {
    const taken = join(dir, 'folder')
    mkdirSync(taken)
    const why = (pattern: RegExp) => ({ result: 'failed', why: expect.stringMatching(pattern) })
    expect(await saveDownload('settings', saving(taken))).toEqual(why(/^Nothing was saved: .*EISDIR.*try again\.$/))
    const nowhere = saving(join(dir, 'none', 'x.json'))
    expect(await saveDownload('settings', nowhere)).toEqual(why(/^Nothing was saved: .*ENOENT/))
    expect(readdirSync(dir)).toEqual(['folder'])
    expect(log).toHaveLength(2)
  })

  it('reports it too if the file cannot be created', async () => {
    const downloads = { support: () => Promise.reject(new Error('no journal')) }
    const why = 'Nothing was saved: no journal. Choose another place and try again.'
    expect(await saveDownload('support', { ...saving(join(dir, 'x')), downloads })).toEqual({ result: 'failed', why })
    expect(readdirSync(dir)).toEqual([])
  })

  it('accepts only the name of an offered download', () => {
    const downloads = { settings: async () => '' }
    expect(downloadNamed('settings', downloads)).toBe('settings')
    for (const name of ['support', 'toString', '__proto__', '../settings', '', 7, null, undefined, ['settings'], {}])
      expect(downloadNamed(name, downloads), String(name)).toBeNull()
  })
})

it('only the main window may use MIDI, and no page may use anything else', () => {
  expect(isPermitted('main', 'midi')).toBe(true)
  for (const page of ['quick', 'overlay', null] as const)
    expect([page, isPermitted(page, 'midi')]).toEqual([page, false])
  for (const name of ['midiSysex', 'media', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'serial'])
    expect([name, isPermitted('main', name)]).toEqual([name, false])
})
