import { useEffect, useSyncExternalStore } from 'react'
import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import { PRODUCT, REHEARSAL_MARK } from '../../shared/words/labels.ts'
import { SECTION_WORDS } from '../../shared/words/panel/setup.ts'
import { LAMP } from '../../shared/words/show/tally.ts'
import { usePanel } from './context.tsx'
import type { PanelState } from './store.ts'
import { tallyHere } from './tally.ts'
import { useTimed } from './useTimed.ts'

export type Section = keyof typeof SECTION_WORDS
/** The screens besides the show, each a separate script, in display order. */
export const SCREENS = ['projects', 'build', 'schedule', 'files', 'reports'] as const
export type ScreenName = (typeof SCREENS)[number]
/**
 * The current place in the panel; `more`: the links that a narrow bar has no space for; `guide`: setting up a channel
 * step by step.
 */
export type Place = 'show' | ScreenName | 'more' | 'guide' | Section

/** In display order. */
const SECTIONS = Object.keys(SECTION_WORDS) as readonly Section[]
/** Sections that exist only in the desktop app. */
const OF_THE_APP: readonly Place[] = ['hotkeys', 'desktop']
/** Sections about what only the local studio does. */
const OF_THE_STUDIO: readonly Place[] = ['broadcasting']

/** The available sections, in the desktop app or outside it, with the local studio in use or another account. */
export function sectionsOf(inApp: boolean, onStudio = false): readonly Section[] {
  return SECTIONS.filter((section) => placeWhere(section, inApp, onStudio) === section)
}

/** The place itself, or the replacement for one that does not exist here. */
export function placeWhere(place: Place, inApp: boolean, onStudio = false): Place {
  const isMissing = (!inApp && OF_THE_APP.includes(place)) || (!onStudio && OF_THE_STUDIO.includes(place))
  return isMissing ? 'accounts' : place
}

/** Whether the local studio is in use. */
export const isOnStudio = ({ state }: PanelState): boolean => state?.profileId === STUDIO_PROFILE

const SET_UP = '#set-up'
const BESIDE = [...SCREENS, 'more', 'guide'] as const

/**
 * The place that a fragment names; what follows `?` belongs to the place. Anything else is the show, so that the way
 * back is never lost.
 */
export function placeOf(hash: string): Place {
  const [start, name] = hash.split(/[/?]/)
  if (start === SET_UP) return SECTIONS.find((section) => section === name) ?? 'accounts'
  return BESIDE.find((place) => start === hashOf(place)) ?? 'show'
}

export const isSection = (place: Place): place is Section => place in SECTION_WORDS

/** The fragment that names a place. It survives a reload and the browser's Back. */
export function hashOf(place: Place): string {
  return isSection(place) ? `${SET_UP}/${place}` : `#${place}`
}

/** The current place, according to the address. */
export function usePlace(): Place {
  return useSyncExternalStore(onHashChange, () => placeOf(location.hash))
}

/** As `usePlace`, with the replacement for a place that does not exist here. */
export function useHere(): Place {
  const place = usePlace()
  const inApp = usePanel(({ state }) => state?.desktop != null)
  return placeWhere(place, inApp, usePanel(isOnStudio))
}

/** Reports each change of the address. @returns a function that stops it */
export function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/**
 * Goes to a fragment, with a history step that Back undoes or (`instead`) replacing the current one. Dispatches the
 * event synchronously: the browser reports a new address later, and meanwhile the user may click something that is
 * still drawn for the old one.
 */
export function lead(fragment: string, { instead = false } = {}): void {
  if (fragment === location.hash) return
  if (instead) history.replaceState(history.state, '', fragment)
  else history.pushState(null, '', fragment)
  window.dispatchEvent(new Event('hashchange'))
}

export const goTo = (place: Place): void => lead(hashOf(place))

/** Shows what is on air in the title of the tab or window. */
export function useTitle(): void {
  const title = useTimed((panel, now) => {
    const rehearsal = panel.state?.service.rehearsal ? ` ${REHEARSAL_MARK}` : ''
    return `${LAMP[tallyHere(panel, now)]}${rehearsal} · ${PRODUCT}`
  })
  useEffect(() => {
    document.title = title
  }, [title])
}
