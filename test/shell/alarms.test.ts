/** What happens to a show without anybody here is seen and heard at once, in whatever program somebody is. */
import { expect, test } from 'vitest'
import { createAppStore } from '../../electron/core/state/store.ts'
import { createToasts } from '../../electron/shell/hotkeys/toasts.ts'
import { notificationsBetween } from '../../electron/shell/notifications/rules.ts'
import type { DestinationState, ProjectState } from '../../shared/state.ts'
import { tellEvent } from '../../shared/words/outcomes.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { desktopState } from '../renderer/desktopStates.ts'
import { appState, liveProject as faultyProject, NOW, offProject } from '../renderer/states.ts'

const destinations = faultyProject().live?.destinations.map((one) => ({ ...one, error: null })) ?? []
const liveWith = (all: DestinationState[]): ProjectState => {
  const project = faultyProject()
  return { ...project, live: project.live && { ...project.live, destinations: all } }
}
const onAir = liveWith(destinations)
const ended = (by: 'plan' | 'elsewhere'): ProjectState => ({
  ...offProject(),
  lastEnd: { liveId: 'live1', by, at: NOW },
})
const failed = liveWith(destinations.map((one, nr) => (nr === 1 ? { ...one, error: 'CONNECTION_ERROR' } : one)))

function desk() {
  const store = createAppStore(appState(onAir, { journal: [], desktop: desktopState() }))
  const flashes = createToasts({ core: { store }, clock: new VirtualClock(NOW) })
  return {
    flash: () => store.get().desktop?.flash ?? null,
    async becomes(project: ProjectState, muted: ('stopped' | 'destinationError')[] = []) {
      store.change((draft) => {
        draft.projects.p1 = project
        if (draft.desktop) draft.desktop.settings.mutedNotifications = muted
      })
      await breathe()
    },
    stop: flashes.stop,
  }
}

test('a broadcast that another hand ended sounds, is notified of once, and has a line in the journal', async () => {
  const on = desk()
  await on.becomes(ended('elsewhere'))
  expect(on.flash()).toMatchObject({ tone: 'alarm', title: 'Ended elsewhere: Friday Night' })
  const look = (project: ProjectState, at: number) => ({ state: appState(project, { journal: [] }), at })
  const told = notificationsBetween(look(onAir, NOW - 3_000), look(ended('elsewhere'), NOW))
  expect(told).toMatchObject([{ kind: 'stopped', title: 'Ended elsewhere: Friday Night' }])
  expect(told[0]?.body).toMatch(/^It was on air for .+ Nobody stopped it here\. Check the studio\.$/)
  expect(tellEvent({ event: 'ended', error: null })).toBe('Off air. Not stopped from here.')
  on.stop()
})

test('one that ended as planned does not sound', async () => {
  const on = desk()
  await on.becomes(ended('plan'))
  expect(on.flash()).toBeNull()
  on.stop()
})

test('one that ended with an error sounds, and so does a destination that fails, once', async () => {
  const on = desk()
  await on.becomes(failed)
  expect(on.flash()).toMatchObject({ tone: 'alarm', detail: 'twitchy: no connection to the platform.' })
  const nr = on.flash()?.nr
  await on.becomes({ ...failed, scenesReadAt: NOW })
  expect(on.flash()?.nr).toBe(nr)
  await on.becomes({ ...offProject(), lastError: { liveId: 'live1', message: 'it broke', at: NOW } })
  expect(on.flash()).toMatchObject({ tone: 'alarm', title: 'Ended with an error: Friday Night' })
  on.stop()
})

test('what a person muted does not sound', async () => {
  const on = desk()
  await on.becomes(failed, ['destinationError'])
  expect(on.flash()).toBeNull()
  on.stop()
})
