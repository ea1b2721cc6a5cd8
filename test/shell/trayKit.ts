/** A tray without a system: what it draws is recorded, and its items are clicked by id. */

import { dispatchAs } from '../../electron/app/dispatch.ts'
import type { Core } from '../../electron/core/core.ts'
import { createTrayControl } from '../../electron/shell/tray/control.ts'
import type { PressItem, TextItem, TrayItem, TrayView } from '../../electron/shell/tray/items.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState, ProjectState } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import {
  appState,
  arm,
  endedElsewhere,
  errorProject,
  liveProject,
  NOW,
  offline,
  offProject,
  preparingProject,
  staleProject,
  unknownProject,
  unsyncedProject,
} from '../renderer/states.ts'

/** Every item of a menu and of its submenus. */
export function allItems(items: readonly TrayItem[]): TrayItem[] {
  return items.flatMap((item) => (item.kind === 'menu' ? [item, ...allItems(item.items)] : [item]))
}

export const presses = (view: TrayView): PressItem[] => allItems(view.menu).filter((item) => item.kind === 'press')
const texts = (view: TrayView): TextItem[] => allItems(view.menu).filter((item) => item.kind === 'text')
export const words = (view: TrayView): string[] => texts(view).map(({ label }) => label)

export function itemOf(view: TrayView, id: string): PressItem {
  const item = presses(view).find((one) => one.id === id)
  if (!item) throw new Error(`no item ${id}; there are: ${presses(view).map((one) => one.id)}`)
  return item
}

export const labelOf = (view: TrayView, id: string): string | undefined =>
  presses(view).find((one) => one.id === id)?.label

/** The shell's actions, recorded by name. */
export const shellActions = (asked: string[]) => ({
  showPanel: () => asked.push('panel'),
  showSettings: () => asked.push('settings'),
  quit: () => asked.push('quit'),
  open: (url: string) => asked.push(url),
})

/** A project with other values in its live status. */
export const mapLive = (project: ProjectState, more: Partial<NonNullable<ProjectState['live']>>): ProjectState => ({
  ...project,
  live: project.live && { ...project.live, ...more },
})

/** @param core a whole core, whose guard and service are behind every click */
export function trayOn(core: Pick<Core, 'store' | 'dispatch'>, clock: Clock) {
  /** What was drawn, in order; and what the system shows, which ticks a clicked item itself. */
  const drawn: Partial<TrayView>[] = []
  /** The requests to the shell itself. */
  const asked: string[] = []
  const answers: Outcome[] = []
  const log: string[] = []
  /** How many times the system fails to draw. */
  const failing = { times: 0 }
  let answered = () => {}
  const control = createTrayControl({
    core,
    clock,
    act: dispatchAs(core, 'tray'),
    actions: shellActions(asked),
    onAnswer(outcome) {
      answers.push(outcome)
      answered()
    },
    log: (line) => log.push(line),
    draw(parts) {
      if (failing.times-- > 0) throw new Error('no tray here')
      drawn.push(parts)
    },
  })
  return {
    ...{ control, drawn, asked, answers, log, failing },
    /** Clicks an item of the current menu; resolves once the core has an outcome. */
    press(id: string): Promise<void> {
      const done = new Promise<void>((resolve) => {
        answered = resolve
      })
      control.press(itemOf(control.view(), id))
      return done
    },
  }
}

const base = appState()
const rehearsing = { service: { ...base.service, rehearsal: true, baseUrl: 'http://127.0.0.1:4718/v1/external' } }
const long = 'The very long Friday evening gathering with everybody from near and far, R&D and then some more'

/** The state that a tray is drawn from, and the message in its menu. */
export interface TrayState {
  state: AppState
  answer?: string
}

/** On air with this many scenes, `onAir` (from 0) among them. */
export function withScenes(count: number, onAir = 1): ProjectState {
  const scenes = Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    name: `Scene ${at + 1}`,
    isActive: at === onAir,
  }))
  return {
    ...liveProject(),
    scenes,
    air: { sceneId: `s${onAir + 1}`, basis: 'service', at: NOW },
    earlierSceneIds: ['s1'],
  }
}

const longNamed = (): ProjectState => {
  const project = unsyncedProject()
  const rename = <T extends { name: string }>(one: T): T => ({ ...one, name: long })
  const live = mapLive(project, { destinations: project.live?.destinations.map(rename) })
  return { ...live, name: long, scenes: project.scenes?.map(rename) ?? null }
}

export const TRAY_STATES: Record<string, TrayState> = {
  off: { state: appState(offProject()) },
  'going live, armed': {
    state: appState(offProject(), { arm: arm({ act: 'goLive', mode: 'menu', liveId: null, expires: NOW + 10_000 }) }),
  },
  preparing: { state: appState(preparingProject()) },
  live: { state: appState(liveProject()) },
  unsynced: { state: appState(unsyncedProject()) },
  'stop, armed': { state: appState(liveProject(), { arm: arm({ mode: 'menu', expires: NOW + 10_000 }) }) },
  unknown: { state: appState(unknownProject()) },
  error: { state: appState(errorProject()) },
  'ended elsewhere': { state: appState(endedElsewhere()) },
  stale: {
    state: appState(staleProject(), {
      service: { ...base.service, failure: offline, failingSince: NOW - 190_000, answeredAt: NOW - 200_000 },
    }),
  },
  padlocked: {
    state: appState(liveProject(), { padlock: { locked: true } }),
    answer: 'Sync: The padlock is closed. Open it first.',
  },
  rehearsal: { state: appState(unsyncedProject(), rehearsing) },
  'no target': { state: appState(null, { projectList: { items: [], readAt: null, loading: false, failure: null } }) },
  'no key': {
    state: appState(null, {
      service: { ...base.service, keyPresent: false },
      profiles: base.profiles.map((one) => ({ ...one, key: 'none' as const })),
    }),
  },
  'long names': { state: appState(longNamed()) },
  '300 scenes': { state: appState(withScenes(300, 141)) },
}
