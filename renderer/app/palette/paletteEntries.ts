/** One entry of the palette: a command of the show, scene, screen, project or file. */
import { PAGE, SHORTEST_SEARCH } from '../../../shared/contract/limits.ts'
import type { Ask } from '../../../shared/intents/intents.ts'
import { macrosHere } from '../../../shared/macros/offered.ts'
import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { type AppState, type ProjectState, targetOf } from '../../../shared/state.ts'
import * as reasons from '../../../shared/view/reasons.ts'
import { rehearseName, runName } from '../../../shared/words/commands/macros.ts'
import { EMPTY, NAMES } from '../../../shared/words/labels.ts'
import {
  ACTION_WORDS,
  ALSO_CALLED,
  PALETTE_WORDS,
  switchTo,
  THEME_WORDS,
} from '../../../shared/words/panel/palette.ts'
import { PLACE_NAMES } from '../../../shared/words/panel/places.ts'
import { SECTION_WORDS } from '../../../shared/words/panel/setup.ts'
import { GUIDE_WORDS } from '../../../shared/words/projects/guide.ts'
import { useRead, useWholeList } from '../../data/queries.ts'
import { addressOf, go } from '../../store/address.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { goTo, SCREENS, sectionsOf } from '../../store/place.ts'
import type { ViewPreferences } from '../../store/preferenceRules.ts'
import { useChoose } from '../../store/useViewPreferences.tsx'
import { openOver } from '../../ui/dialog/openers.ts'
import { useTyped } from '../../ui/form/useTyped.ts'

export interface Entry {
  group: keyof typeof PALETTE_WORDS.groups
  id: string
  name: string
  /** Sends the command; the palette stays open until the outcome is known. */
  send?: () => Promise<unknown>
  /** Navigates to where the entry leads. */
  lead?: () => void
  /** Synonyms: the entry is found by them, but they are not shown. */
  also?: string
  /** Why the entry would do nothing now. */
  why?: string | null
}

/** All entries, ordered by use; of the files, only those whose name matches what was typed. */
export function useEntries(typed: string): Entry[] {
  const { ask, press, stop } = useActions()
  const choose = useChoose()
  const state = usePanel((panel) => panel.state)
  const projects = useWholeList('listProjects', {}).items
  const search = useTyped(typed.trim())
  const isSearched = search.length >= SHORTEST_SEARCH
  const files = useRead('listFiles', { search, limit: PAGE.default }, isSearched).data?.value.files ?? []
  const target = state && targetOf(state)
  const asked: MakeEntry = (id, name, meant, why = null) => ({
    ...{ group: 'commands', id, name, why },
    send: () => ask('palette', meant),
  })
  return [
    ...(target ? commands(target, asked) : []),
    ...(target ? [stopping(target, () => void stop.begin('cancelWindow', { spot: 'stop', project: target }))] : []),
    ...(state ? [padlock(state, (locked) => press('palette', { type: 'setPadlock', locked }))] : []),
    ...(state && target ? macrosHere(state) : []).flatMap(({ id, name }) => [
      {
        ...{ group: 'commands' as const, id: `macro ${id}`, name: runName(name) },
        send: () => press('palette', { type: 'runMacro', macroId: id }),
      },
      {
        ...{ group: 'commands' as const, id: `rehearsal ${id}`, name: rehearseName(name) },
        send: () => press('palette', { type: 'rehearseMacro', macroId: id }),
      },
    ]),
    ...(target?.scenes ?? []).map(({ id, name }) => ({
      ...asked(`scene ${id}`, switchTo(name), (show) => show.switchScene(id)),
      group: 'scenes' as const,
    })),
    ...actions(choose),
    ...places(state?.desktop != null, state?.profileId === STUDIO_PROFILE),
    ...projects.map(({ id, name }) => ({
      ...{ group: 'projects' as const, id: `project ${id}`, name: name || EMPTY.nameless },
      lead: () => go(addressOf('projects', { project: id })),
    })),
    ...(isSearched ? files : []).map(({ id, name }) => ({
      ...{ group: 'files' as const, id: `file ${id}`, name: name || EMPTY.nameless },
      lead: () => go(addressOf('files', { find: name })),
    })),
  ]
}

/** Go live is only armed here and must be confirmed, as with a hotkey: Enter alone must never start a broadcast. */
function commands(target: ProjectState, asked: MakeEntry): Entry[] {
  const isOn = target.settings?.autoSync ?? false
  const autoSync = PALETTE_WORDS[isOn ? 'autoSyncOff' : 'autoSyncOn']
  return [
    asked('goLive', PALETTE_WORDS.goLive, (show) => show.armGoLive('menu'), reasons.whyNoGoLive(target)),
    asked('sync', PALETTE_WORDS.sync, (show) => show.sync(), reasons.whyNoSync(target)),
    asked('next', PALETTE_WORDS.next, (show) => show.nextScene(), reasons.whyNoStep(target)),
    asked('previous', PALETTE_WORDS.previous, (show) => show.previousScene(), reasons.whyNoStep(target)),
    asked('back', PALETTE_WORDS.back, (show) => show.backToScene(), reasons.whyNoBack(target)),
    asked('autoSync', autoSync, (show) => show.setAutoSync(!isOn), reasons.whyNoAutoSync(target)),
    asked('check', PALETTE_WORDS.checkDestinations, (show) => show.checkDestinations(), reasons.whyNoCheck(target)),
    asked('refresh', NAMES.refresh, (show) => show.refresh()),
  ]
}

type MakeEntry = (id: string, name: string, meant: Ask, why?: string | null) => Entry

const stopping = (target: ProjectState, lead: () => void): Entry => ({
  ...{ group: 'commands', id: 'stop', name: PALETTE_WORDS.stop, lead, why: reasons.whyNoStop(target) },
})

const padlock = ({ padlock: { locked } }: AppState, set: (locked: boolean) => Promise<unknown>): Entry => ({
  ...{ group: 'commands', id: 'padlock', name: PALETTE_WORDS[locked ? 'padlockOpen' : 'padlockClose'] },
  send: () => set(!locked),
})

type Theme = ViewPreferences['theme']
const THEMES: readonly Theme[] = ['dark', 'light', 'system']

/** Actions of other screens, to which they navigate; settings of this browser alone are applied directly. */
const actions = (choose: ReturnType<typeof useChoose>): Entry[] => [
  ...(Object.entries(ACTION_WORDS) as [Action, { name: string; also: string }][]).map(([id, words]) => ({
    ...{ group: 'actions' as const, id: `do ${id}`, ...words },
    lead: LEADS[id],
  })),
  ...THEMES.map((theme) => ({
    ...{ group: 'actions' as const, id: `theme ${theme}`, ...THEME_WORDS[theme] },
    lead: () => choose({ theme }),
  })),
]

type Action = keyof typeof ACTION_WORDS
const LEADS: Record<Action, () => void> = {
  import: () => go(addressOf('files', { import: true })),
  addDates: () => go(addressOf('schedule', { add: true })),
  cancelDate: () => go(addressOf('schedule', { view: 'list' })),
  whatPlays: () => go(addressOf('schedule', { view: 'hours' })),
  pastBroadcasts: () => go(addressOf('reports', { all: true })),
  createProject: () => go(addressOf('projects', { create: true })),
  compare: () => goTo('reports'),
  keys: () => openOver('keys'),
}

const places = (inApp: boolean, onStudio: boolean): Entry[] => [
  ...(['show', ...SCREENS] as const).map((place) => ({
    ...{ group: 'places' as const, id: place, name: PLACE_NAMES[place], also: ALSO_CALLED[place] ?? '' },
    lead: () => goTo(place),
  })),
  { group: 'places', id: 'guide', name: GUIDE_WORDS.title, lead: () => goTo('guide') },
  ...sectionsOf(inApp, onStudio).map((section) => ({
    ...{ group: 'places' as const, id: section, name: `${PLACE_NAMES.setUp}: ${SECTION_WORDS[section]}` },
    also: ALSO_CALLED[section] ?? '',
    lead: () => goTo(section),
  })),
]
