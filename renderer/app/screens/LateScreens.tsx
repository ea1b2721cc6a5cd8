import type { ComponentType } from 'react'
import { SETUP_LOADING } from '../../../shared/words/panel/setup.ts'
import { isSection, type Place, type ScreenName } from '../../store/place.ts'
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx'
import { StateScreen } from '../../ui/feedback/StateScreen.tsx'
import { Hourglass } from '../../ui/icons/icons.tsx'
import { late } from '../../ui/screen/late.tsx'

const opening = <StateScreen brief icon={<Hourglass />} words={{ headline: SETUP_LOADING, now: null, todo: null }} />

/** Screens that load as separate scripts on demand, so that the show screen is available immediately. */
const screen = <Props extends object>(load: () => Promise<ComponentType<Props>>) => late(load, <NotLoaded />, opening)
const SetUp = screen(async () => (await import('../setup/SetupScreen.tsx')).SetupScreen)
const BESIDE: Record<ScreenName | 'more' | 'guide', ComponentType> = {
  projects: screen(async () => (await import('../../features/projects/ProjectsScreen.tsx')).ProjectsScreen),
  build: screen(async () => (await import('../../features/build/BuildScreen.tsx')).BuildScreen),
  schedule: screen(async () => (await import('../../features/schedule/ScheduleScreen.tsx')).ScheduleScreen),
  files: screen(async () => (await import('../../features/library/FilesScreen.tsx')).FilesScreen),
  reports: screen(async () => (await import('../../features/statistics/ReportsScreen.tsx')).ReportsScreen),
  guide: screen(async () => (await import('./GuideScreen.tsx')).GuideScreen),
  more: screen(async () => (await import('./Places.tsx')).MoreScreen),
}
/** The screen of any place other than the show. */
export function Beside({ here }: { here: Exclude<Place, 'show'> }) {
  if (isSection(here)) return <SetUp section={here} />
  const Screen = BESIDE[here]
  return <Screen />
}
/** What replaces the show screen while there is no show. */
export const KeylessScreen = screen(async () => (await import('./KeylessScreen.tsx')).KeylessScreen)
export const ChooseScreen = screen(async () => (await import('./KeylessScreen.tsx')).ChooseScreen)
/** The sounds of the panel in a browser. */
export const Alarms = late(async () => (await import('../Alarms.tsx')).Alarms, null)
/** The pads of MIDI controllers. */
export const Midi = late(async () => (await import('../Midi.tsx')).Midi, null)
/** Navigation between the places. The layout reserves its space from the start. */
export const Places = late(async () => (await import('./Places.tsx')).Places, null)
