import { useEffect, useSyncExternalStore } from 'react'
import { PRODUCT, REHEARSAL_MARK } from '../../shared/words/labels.ts'
import { SECTION_WORDS } from '../../shared/words/setup.ts'
import { LAMP } from '../../shared/words/tally.ts'
import { usePanel } from './context.tsx'
import { tallyHere } from './tally.ts'
import { useTimed } from './useTimed.ts'

export type Section = keyof typeof SECTION_WORDS
/** The screens beside the show, each a script of its own, in the order they stand in. */
export const SCREENS = ['projects', 'build', 'schedule', 'files', 'reports'] as const
export type ScreenName = (typeof SCREENS)[number]
/** Where somebody is in the panel; `more`: at the ways that a narrow bar has no room for; `guide`: making a channel step by step. */
export type Place = 'show' | ScreenName | 'more' | 'guide' | Section

/** The order they stand in. */
const SECTIONS = Object.keys(SECTION_WORDS) as readonly Section[]
/** What only the desktop app has. */
const OF_THE_APP: readonly Place[] = ['hotkeys', 'desktop']

/** The sections there are, with the desktop app around the panel or without it. */
export function sectionsOf(inApp: boolean): readonly Section[] {
  return inApp ? SECTIONS : SECTIONS.filter((section) => !OF_THE_APP.includes(section))
}

/** The place that is meant, or where one comes instead of what is not there. */
export function placeWhere(place: Place, inApp: boolean): Place {
  return inApp || !OF_THE_APP.includes(place) ? place : 'accounts'
}

const SET_UP = '#set-up'
const BESIDE = [...SCREENS, 'more', 'guide'] as const

/** The place a fragment names; what follows `?` is its own. Any other is the show: the way back must never be lost. */
export function placeOf(hash: string): Place {
  const [start, name] = hash.split(/[/?]/)
  if (start === SET_UP) return SECTIONS.find((section) => section === name) ?? 'accounts'
  return BESIDE.find((place) => start === hashOf(place)) ?? 'show'
}

export const isSection = (place: Place): place is Section => place in SECTION_WORDS

/** The fragment that names a place. A reload, and the browser's own Back, keep to it. */
export function hashOf(place: Place): string {
  return isSection(place) ? `${SET_UP}/${place}` : `#${place}`
}

/** Where somebody is in the panel, as the address says. */
export function usePlace(): Place {
  return useSyncExternalStore(onHashChange, () => placeOf(location.hash))
}

/** As `usePlace`; where that is not there, what one comes to instead. */
export function useHere(): Place {
  const place = usePlace()
  const inApp = usePanel(({ state }) => state?.desktop != null)
  return placeWhere(place, inApp)
}

/** Tells each change of the address; answers what ends it. */
export function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/**
 * Leads to a fragment, by a step that Back takes back or (`instead`) in place of the step before. Told at once: the browser
 * tells of a new address only when it gets round to it, and somebody may press what is still drawn for the old one.
 */
export function lead(fragment: string, { instead = false } = {}): void {
  if (fragment === location.hash) return
  if (instead) history.replaceState(history.state, '', fragment)
  else history.pushState(null, '', fragment)
  window.dispatchEvent(new Event('hashchange'))
}

export const goTo = (place: Place): void => lead(hashOf(place))

/** The tab, or the window's name, says what is on air too. */
export function useTitle(): void {
  const title = useTimed((panel, now) => {
    const rehearsal = panel.state?.service.rehearsal ? ` ${REHEARSAL_MARK}` : ''
    return `${LAMP[tallyHere(panel, now)]}${rehearsal} · ${PRODUCT}`
  })
  useEffect(() => {
    document.title = title
  }, [title])
}
