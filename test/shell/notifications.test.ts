/** What the user is notified of, and what not. */
import { describe, expect, test } from 'vitest'
import { dispatchAs } from '../../electron/app/dispatch.ts'
import { createAppStore } from '../../electron/core/state/store.ts'
import { createToasts } from '../../electron/shell/hotkeys/toasts.ts'
import type { NotificationText } from '../../electron/shell/notifications/notification.ts'
import { createNotifier, type Pressed } from '../../electron/shell/notifications/notifier.ts'
import { notificationsBetween } from '../../electron/shell/notifications/rules.ts'
import { nextChangeAt } from '../../shared/news/rules.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { DEFAULT_DESKTOP, NOTIFICATION_KINDS } from '../../shared/settings/desktop.ts'
import type { AppState, JournalEntry, ProjectState } from '../../shared/state.ts'
import { describeEvent } from '../../shared/words/outcomes/outcomes.ts'
import { onAir, STOP, type Stage, stage, stopByTwoPresses } from '../core/stage.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { desktopState } from '../renderer/desktopSheet.ts'
import * as states from '../renderer/states.ts'
import { appState, NOW, offline, offProject, timeout } from '../renderer/states.ts'
import { atEnd } from '../support/atEnd.ts'
import { mapLive, shellActions } from './trayKit.ts'

const MIN = 60_000
const around = (project: ProjectState, more: Partial<AppState> = {}): AppState =>
  appState(project, { journal: [], ...more })
const told = (before: AppState, after: AppState, from = NOW, now = NOW + 1_000): NotificationText[] =>
  notificationsBetween({ state: before, at: from }, { state: after, at: now })
const kinds = (news: readonly NotificationText[]): string[] => news.map(({ kind }) => kind)
/** With no known fault. */
const well = (project: ProjectState): ProjectState => {
  const destinations = project.live?.destinations.map((one) => ({ ...one, error: null }))
  return mapLive(project, { destinations: destinations ?? [] })
}
const liveProject = () => well(states.liveProject())
const preparingProject = () => well(states.preparingProject())
const unread: ProjectState = { ...offProject(), live: null }

/** A journal entry with any outcome of a command. */
function entry(more: Partial<JournalEntry>): JournalEntry {
  const outcome: Outcome = { result: 'failed', failure: offline }
  const about = { projectId: 'p1', projectName: 'Friday Night' }
  const what = { command: 'sync', about: null } as const
  return { id: 'j1', at: NOW, source: 'hotkey', what, outcome, ms: 80, ...about, ...more }
}

describe('a broadcast', () => {
  test('is notified when it is on air, and not while it is preparing', () => {
    expect(told(around(offProject()), around(preparingProject()))).toEqual([])
    const [news] = told(around(preparingProject()), around(liveProject()))
    const body = 'On Main Channel, twitchy and The Page.'
    expect(news).toMatchObject({ kind: 'live', title: 'On air: Friday Night', body })
  })

  test('is notified when it is off air, with how long it was on', () => {
    const [news] = told(around(liveProject()), around(offProject()), NOW, NOW + 1_000)
    const body = 'It was on air for 1 h 42 min.'
    expect(news).toMatchObject({ kind: 'stopped', title: 'Off air: Friday Night', body })
    expect(told(around(preparingProject()), around(offProject()))[0]?.body).toBe('It ended before it was on air.')
  })

  test('that another one replaced is notified with both', () => {
    const next = mapLive(liveProject(), { liveId: 'live2' })
    expect(kinds(told(around(liveProject()), around(next)))).toContain('live')
    expect(kinds(told(around(liveProject()), around(next)))).toContain('stopped')
  })

  test('that ended with an error is notified as failed, with the service’s words', () => {
    const lastError = { liveId: 'live1', message: 'the platform hung up', at: NOW }
    const news = told(around(liveProject()), around({ ...offProject(), lastError }))
    expect(kinds(news)).toEqual(['failed'])
    expect(news[0]?.body).toBe('the platform hung up. Check the studio for details.')
  })

  test('that the user stopped in our own window is not notified; one stopped by a key is', () => {
    const stop = (source: JournalEntry['source']) => {
      const outcome: Outcome = { result: 'done', done: { what: 'stopped', liveId: 'live1' } }
      const journal = [entry({ source, what: { command: 'commitStop', about: null }, outcome })]
      return kinds(told(around(liveProject()), around(offProject(), { journal })))
    }
    expect(stop('window')).toEqual([])
    expect(stop('panel')).toEqual([])
    expect(stop('hotkey')).toEqual(['stopped'])
  })
})

test('a broadcast that seemed to have ended, and still runs, is notified as on air again', () => {
  const once = new Set<string>()
  for (const [from, to, at] of [
    [liveProject(), offProject(), NOW],
    [offProject(), liveProject(), NOW + 5_000],
    [liveProject(), offProject(), NOW + 10_000],
    [offProject(), liveProject(), NOW + 15_000],
  ] as const)
    for (const news of told(around(from), around(to), at, at + 5_000)) once.add(news.once)
  expect(once.size).toBe(4)
})

describe('a state that is not new', () => {
  test('is not notified: the first reading, a project seen for the first time, another account', () => {
    expect(told(around(unread), around(liveProject()))).toEqual([])
    expect(told(appState(null), around(liveProject()))).toEqual([])
    expect(told(around(liveProject()), appState(null))).toEqual([])
    expect(told(around(offProject()), around(liveProject(), { profileId: 'another' }))).toEqual([])
    const { service } = appState()
    const moved = around(liveProject(), { service: { ...service, baseUrl: 'https://other.example/v1/external' } })
    expect(told(around(offProject()), moved)).toEqual([])
  })

  test('is not notified again while it lasts', () => {
    for (const project of [offProject(), liveProject(), preparingProject()])
      expect(told(around(project), around({ ...project, name: 'Renamed' }))).toEqual([])
  })
})

describe('destinations', () => {
  const destinations = liveProject().live?.destinations.map((one) => ({ ...one, error: 'AUTH_ERROR' as const }))
  const faulty = mapLive(liveProject(), { destinations })

  test('that begin to fail while on air are notified by name, with what to do', () => {
    const [news] = told(around(liveProject()), around(faulty))
    expect(news).toMatchObject({ kind: 'destinationError', title: '3 destinations report a fault: Friday Night' })
    expect(news?.body).toBe(
      'Main Channel: login expired: reconnect it in the studio. twitchy: login expired: reconnect it in the studio. The Page: login expired: reconnect it in the studio.',
    )
  })

  test('that still fail are not notified again; off air the check reports them', () => {
    expect(told(around(faulty), around(mapLive(faulty, { viewers: 3 })))).toEqual([])
    const offAir = around({ ...faulty, live: offProject().live })
    expect(kinds(told(around(liveProject()), offAir))).toEqual(['stopped'])
  })
})

describe('commands', () => {
  const answered = (more: Partial<JournalEntry>) => around(liveProject(), { journal: [entry(more)] })
  const news = (more: Partial<JournalEntry>) => told(around(liveProject()), answered(more))

  test('that failed on their way to the air are notified, with the current state', () => {
    expect(news({})[0]).toMatchObject({
      kind: 'failed',
      title: 'Failed: Sync: Friday Night',
      body: 'The service cannot be reached. Check the network and the base URL.',
      action: { label: 'Sync', does: { command: { type: 'sync', projectId: 'p1', liveId: 'live1' } } },
    })
    const what = { command: 'commitGoLive', about: null } as const
    const lost = news({ what, outcome: { result: 'unknown', failure: timeout } })
    expect(lost[0]).toMatchObject({ title: 'Not known: Go live: Friday Night', action: null })
  })

  test('for a stop that failed can be armed again, and no more than armed', () => {
    expect(news({ what: { command: 'commitStop', about: null } })[0]?.action).toEqual({
      label: 'Stop…',
      does: { command: { type: 'armStop', mode: 'menu', projectId: 'p1', liveId: 'live1' } },
    })
  })

  test('are notified once, when their outcome comes', () => {
    const waiting = around(liveProject(), { journal: [entry({ outcome: null })] })
    expect(kinds(told(waiting, answered({})))).toEqual(['failed'])
    const journal = [entry({}), entry({ id: 'j2', outcome: null })]
    expect(told(answered({}), around(mapLive(liveProject(), { viewers: 1 }), { journal }))).toEqual([])
  })

  test('that were refused, or only read, are not notified', () => {
    expect(news({ outcome: { result: 'refused', refusal: { reason: 'padlocked' } } })).toEqual([])
    expect(news({ what: { command: 'refresh', about: null } })).toEqual([])
    expect(news({ outcome: { result: 'done', done: { what: 'synced', edits: 1 } } })).toEqual([])
  })

  test('of our own window are notified only if their outcome came late', () => {
    expect(news({ source: 'window', ms: 1_200 })).toEqual([])
    expect(kinds(news({ source: 'window', ms: 9_000 }))).toEqual(['failed'])
    expect(kinds(news({ source: 'cli', ms: 1_200 }))).toEqual(['failed'])
  })

  test('settled after a lost response are notified, which also says whether the broadcast runs', () => {
    const settled = (as: 'started' | 'stillRunning' | 'unlocked') => [
      entry({ source: 'core', what: { event: 'settled', act: 'start', as }, outcome: null, ms: null }),
    ]
    const started = told(around(offProject()), around(liveProject(), { journal: settled('started') }))
    expect(started).toMatchObject([
      { kind: 'settled', title: 'Friday Night', body: 'Checked: it was started. It was sent once.' },
    ])
    const still = told(around(liveProject()), around(liveProject(), { journal: settled('stillRunning') }))
    expect(still[0]?.action?.does).toMatchObject({ command: { type: 'armStop' } })
    expect(told(around(offProject()), around(offProject(), { journal: settled('unlocked') }))).toEqual([])
    const desktop = { ...desktopState(), settings: { ...DEFAULT_DESKTOP, mutedNotifications: ['settled' as const] } }
    const muted = told(around(offProject()), around(liveProject(), { journal: settled('started'), desktop }))
    expect(kinds(muted)).toEqual(['live'])
  })
})

describe('time', () => {
  const end = NOW + 40 * MIN
  const ending = around(mapLive(liveProject(), { endsAt: end }))

  test('a forced end is notified 15, 5 and 1 minutes before, at the announced moment', () => {
    const titles: string[] = []
    let now = NOW
    for (let next = nextChangeAt(ending, now); next !== null; next = nextChangeAt(ending, now)) {
      expect(told(ending, ending, now, next - 1)).toEqual([])
      titles.push(...told(ending, ending, now, next).map(({ title }) => title))
      now = next
    }
    expect(titles).toEqual([15, 5, 1].map((minutes) => `Friday Night ends in ${minutes} min`))
  })

  test('after a sleep over several, only the nearest is notified; past the end, none', () => {
    expect(told(ending, ending, NOW, end - 4 * MIN).map(({ title }) => title)).toEqual(['Friday Night ends in 4 min'])
    expect(told(ending, ending, NOW, end + 1)).toEqual([])
  })

  test('a sudden earlier end is notified; that of a broadcast that began this short is not', () => {
    const nearer = around({ ...liveProject(), nextScheduleAt: NOW + 5 * MIN })
    const far = around(mapLive(liveProject(), { endsAt: NOW + 90 * MIN }))
    const body = expect.stringMatching(/^The next scheduled/)
    expect(told(far, nearer)[0]).toMatchObject({ kind: 'forcedEnd', body })
    const short = around(mapLive(liveProject(), { endsAt: NOW + 9 * MIN }))
    expect(kinds(told(around(offProject()), short))).toEqual(['live'])
  })

  test('a schedule is notified ten minutes before, while nothing runs', () => {
    const at = NOW + 15 * MIN
    const waiting = around({ ...offProject(), nextScheduleAt: at })
    expect(nextChangeAt(waiting, NOW)).toBe(at - 10 * MIN)
    expect(told(waiting, waiting, NOW, at - 10 * MIN)).toMatchObject([
      { kind: 'scheduleNear', title: 'Friday Night begins in 10 min' },
    ])
    expect(told(waiting, waiting, at - 10 * MIN, at)).toEqual([])
    expect(told(around(offProject()), around({ ...offProject(), nextScheduleAt: NOW + MIN }))).toEqual([])
  })
})

test('each kind can be muted, and a rehearsal is called one', () => {
  const settings = { ...DEFAULT_DESKTOP, mutedNotifications: [...NOTIFICATION_KINDS] }
  const muted = around(liveProject(), { desktop: { settings } as unknown as AppState['desktop'] })
  expect(told(around(preparingProject()), muted)).toEqual([])
  const { service } = appState()
  const rehearsal = { service: { ...service, rehearsal: true } }
  const [news] = told(around(preparingProject(), rehearsal), around(liveProject(), rehearsal))
  expect(news?.title).toBe('REHEARSAL · On air: Friday Night')
})

describe('the running notifier', () => {
  function notified(on: Stage) {
    const shown: { told: NotificationText; press: (pressed: Pressed) => void }[] = []
    const asked: string[] = []
    const stop = createNotifier({
      core: on.rig.core,
      clock: on.rig.clock,
      act: dispatchAs(on.rig.core, 'tray'),
      log: (line) => on.rig.log.push(line),
      show: (one, press) => shown.push({ told: one, press }),
      actions: shellActions(asked),
    })
    return { shown, asked, stop, kinds: () => shown.map((one) => one.told.kind) }
  }

  test('strips control characters from names', async () => {
    const on = await stage()
    const { shown, kinds: all, stop } = notified(on)
    on.rig.core.store.change((draft) => {
      const project = draft.projects[draft.targetId ?? '']
      if (project) project.name = 'A\u001b\u202eB\nLIVE'
    })
    await onAir(on)
    await on.rig.until(() => all().includes('live'), 'the notification')
    stop()
    const texts = shown.flatMap((one) => [one.told.title, one.told.body])
    expect(texts.join(' ')).toContain('A\\u001b\\u202eB\\nLIVE')
    for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\p{Bidi_C}]/u)
  })

  test('notifies of a show from its start to its end, each thing once', async () => {
    const on = await stage()
    const { shown, kinds: all, asked, stop } = notified(on)
    const liveId = await onAir(on)
    await on.rig.until(() => all().includes('live'), 'the notification')
    const [youtube] = on.rig.show().live?.destinations ?? []
    on.server.control.destinationError(on.server.content.project, youtube?.id ?? '', 'STREAM_ERROR')
    await on.rig.until(() => all().includes('destinationError'), 'the fault')
    on.server.control.destinationError(on.server.content.project, youtube?.id ?? '', null)
    await on.rig.pass(15_000)
    on.server.control.destinationError(on.server.content.project, youtube?.id ?? '', 'STREAM_ERROR')
    await on.rig.pass(15_000)
    await stopByTwoPresses(on, liveId)
    await on.rig.until(() => all().includes('stopped'), 'the end')
    expect(all()).toEqual(['live', 'destinationError', 'stopped'])
    shown[0]?.press('body')
    expect(asked).toEqual(['panel'])
    stop()
    await onAir(on)
    expect(shown).toHaveLength(3)
  })

  test('notifies of a lost stop that did not stop it, with a button that only arms', async () => {
    const on = await stage()
    const liveId = await onAir(on)
    const { shown, asked, kinds: all } = notified(on)
    on.server.faults.add({ kind: 'cutBefore', match: { method: 'POST', path: STOP } })
    await stopByTwoPresses(on, liveId)
    await on.rig.until(() => all().includes('settled'), 'settled')
    const settled = shown.find((one) => one.told.kind === 'settled')
    expect(settled?.told.body).toBe('Checked: it is STILL on air. Stop again.')
    settled?.press('action')
    await on.rig.until(() => on.rig.state().arm !== null, 'armed')
    expect(on.truth()).toBe('live')
    await on.rig.until(() => asked.includes('panel'), 'the panel')
  })
})

const ended = (by: 'plan' | 'elsewhere' | 'lateStop') => ({
  ...offProject(),
  lastEnd: { liveId: 'live1', by, at: NOW },
})
const failed = () => {
  const destinations = liveProject().live?.destinations ?? []
  const error = (nr: number) => (nr === 1 ? 'CONNECTION_ERROR' : null)
  return mapLive(liveProject(), { destinations: destinations.map((one, nr) => ({ ...one, error: error(nr) })) })
}

function desk() {
  const store = createAppStore(appState(liveProject(), { journal: [], desktop: desktopState() }))
  atEnd(createToasts({ core: { store }, clock: new VirtualClock(NOW) }).stop)
  return {
    flash: () => store.get().desktop?.flash ?? null,
    async becomes(project: ProjectState, muted: ('stopped' | 'destinationError')[] = []) {
      store.change((draft) => {
        draft.projects.p1 = project
        if (draft.desktop) draft.desktop.settings.mutedNotifications = muted
      })
      await breathe()
    },
  }
}

test('a broadcast that another client ended sounds, is notified once, and has a line in the journal', async () => {
  const on = desk()
  await on.becomes(ended('elsewhere'))
  expect(on.flash()).toMatchObject({ tone: 'alarm', title: 'Ended elsewhere: Friday Night' })
  const news = told(around(liveProject()), around(ended('elsewhere')), NOW - 3_000, NOW)
  expect(news).toMatchObject([{ kind: 'stopped', title: 'Ended elsewhere: Friday Night' }])
  expect(news[0]?.body).toMatch(/^It was on air for .+ Nobody stopped it here\. Check the studio\.$/)
  expect(describeEvent({ event: 'ended', error: null })).toBe('Off air. Not stopped from here.')
})

test('one that a Stop without a reply may have ended is not called ended elsewhere', async () => {
  const on = desk()
  await on.becomes(ended('lateStop'))
  expect(on.flash()).toMatchObject({ tone: 'alarm', title: 'Ended: Friday Night' })
  expect(describeEvent({ event: 'ended', error: null, late: true })).toContain('perhaps by an earlier Stop')
})

test('a planned end does not sound', async () => {
  const on = desk()
  await on.becomes(ended('plan'))
  expect(on.flash()).toBeNull()
})

test('an end with an error sounds, and so does a failing destination, once', async () => {
  const on = desk()
  await on.becomes(failed())
  expect(on.flash()).toMatchObject({ tone: 'alarm', detail: 'twitchy: no connection to the platform.' })
  const nr = on.flash()?.nr
  await on.becomes({ ...failed(), scenesReadAt: NOW })
  expect(on.flash()?.nr).toBe(nr)
  await on.becomes({ ...offProject(), lastError: { liveId: 'live1', message: 'it broke', at: NOW } })
  expect(on.flash()).toMatchObject({ tone: 'alarm', title: 'Ended with an error: Friday Night' })
})

test('a near end sounds 15, 5 and 1 minutes before, once each, by the clock alone', async () => {
  const clock = new VirtualClock(NOW)
  const endsAt = NOW + 20 * MIN
  const store = createAppStore(
    appState(mapLive(liveProject(), { endsAt }), { journal: [], desktop: desktopState() }, NOW),
  )
  atEnd(createToasts({ core: { store }, clock }).stop)
  const heard: string[] = []
  let nr = 0
  store.subscribe(() => {
    const flash = store.get().desktop?.flash
    if (flash && flash.nr > nr) heard.push(flash.title)
    nr = flash?.nr ?? nr
  })
  clock.advance(6 * MIN)
  await breathe()
  // Moved a little after it was notified: no news.
  store.change((draft) => {
    if (draft.projects.p1?.live) draft.projects.p1.live.endsAt = endsAt + 70_000
  })
  await breathe()
  clock.advance(20 * MIN)
  await breathe()
  expect(heard).toEqual([15, 5, 1].map((minutes) => `Friday Night ends in ${minutes} min`))
})

test('what the user muted does not sound', async () => {
  const on = desk()
  await on.becomes(failed(), ['destinationError'])
  expect(on.flash()).toBeNull()
})
