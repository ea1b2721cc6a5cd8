import {
  CalendarDays,
  ChartNoAxesColumn,
  Ellipsis,
  Folder,
  Layers,
  LayoutList,
  RadioTower,
  SlidersHorizontal,
} from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isRunning } from '../../../shared/state.ts'
import { KEYS_KEY } from '../../../shared/words/panel/appearance.ts'
import { PALETTE_WORDS } from '../../../shared/words/panel/palette.ts'
import {
  PLACE_ABOUT,
  PLACE_KEYS,
  PLACE_NAMES,
  PLACE_WAITS,
  PLACES_KEY,
  placeWithKeys,
} from '../../../shared/words/panel/places.ts'
import { SETUP_NAMES } from '../../../shared/words/panel/setup.ts'
import { editsWaiting } from '../../../shared/words/show/show.ts'
import { editsInBadge } from '../../../shared/words/show/tally.ts'
import { useTarget } from '../../store/context.tsx'
import { goTo, hashOf, isSection, type Place } from '../../store/place.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { isElsewhere, isKey, usePageKey } from '../../ui/button/usePageKey.ts'
import { onOpenOver, openOver } from '../../ui/dialog/openers.ts'
import { ChevronRight, drawn } from '../../ui/icons/icons.tsx'
import { Search } from '../../ui/icons/lateIcons.tsx'
import { late } from '../../ui/screen/late.tsx'
import './Places.css'

const loadPalette = async () => (await import('../palette/Palette.tsx')).Palette
const Palette = late(loadPalette, null)
const Keys = late(async () => (await import('../../features/scenes/KeysDialog.tsx')).KeysDialog, null)

const Show = drawn(RadioTower)
const Projects = drawn(LayoutList)
const Build = drawn(Layers)
const Schedule = drawn(CalendarDays)
const Files = drawn(Folder)
const Reports = drawn(ChartNoAxesColumn)
const SetUp = drawn(SlidersHorizontal)
const More = drawn(Ellipsis)

/** The places in display order, each with the place its link leads to. */
const PLACES = [
  { id: 'show', place: 'show', sign: <Show /> },
  { id: 'projects', place: 'projects', sign: <Projects /> },
  { id: 'build', place: 'build', sign: <Build /> },
  { id: 'schedule', place: 'schedule', sign: <Schedule /> },
  { id: 'files', place: 'files', sign: <Files /> },
  { id: 'reports', place: 'reports', sign: <Reports /> },
  { id: 'setUp', place: 'accounts', sign: <SetUp /> },
] as const
type Id = (typeof PLACES)[number]['id']

/** A narrow bar has no space for these: there they are listed behind More, each with a description. */
const isRare = (id: Id): id is keyof typeof PLACE_ABOUT => id in PLACE_ABOUT

const isAt = (id: Id, here: Place) =>
  id === 'setUp' ? isSection(here) : id === (here === 'guide' ? 'projects' : here)

/** Navigation to all places: beside the screen, or at its bottom in a narrow window. */
export function Places({ here }: { here: Place }) {
  usePlaceKeys()
  useTallyHeight()
  useFocusOnReturn(here)
  const { over, open, closed } = useOver()
  usePaletteKey(useCallback(() => open('palette'), [open]))
  useKeysKey(useCallback(() => open('keys'), [open]))
  usePaletteAtHand()
  return (
    <nav className="places" aria-label={PLACE_NAMES.places}>
      {over?.what === 'palette' && <Palette key={over.time} onClose={() => closed(over)} />}
      {over?.what === 'keys' && <Keys key={over.time} onClose={() => closed(over)} />}
      <ul>
        {PLACES.map(({ id, place, sign }) => (
          <li key={id} data-id={id} data-rare={isRare(id) || undefined}>
            <a
              className="place"
              href={hashOf(place)}
              title={placeWithKeys(id)}
              aria-describedby={id === 'build' ? 'build-waits' : undefined}
              aria-label={id === 'show' && here !== 'show' ? SETUP_NAMES.back : undefined}
              aria-current={isAt(id, here) ? 'page' : undefined}
            >
              {sign}
              <span>{PLACE_NAMES[id]}</span>
              {id === 'build' && <Waiting />}
            </a>
          </li>
        ))}
        <li data-id="more">
          <a
            className="place"
            href={hashOf('more')}
            aria-current={
              here === 'more' || PLACES.some(({ id }) => isRare(id) && isAt(id, here)) ? 'page' : undefined
            }
          >
            <More />
            <span>{PLACE_NAMES.more}</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** Badge on Build with the number of changes that viewers do not see yet; an empty badge when the number is unknown. */
function Waiting() {
  const edits = useTarget((target) => (target?.unsynced.some && isRunning(target.live) ? target.unsynced.edits : 0))
  return (
    edits !== 0 && (
      <>
        <span className="place-count num" aria-hidden="true">
          {edits === null ? '' : editsInBadge(edits)}
        </span>
        <span id="build-waits" hidden>
          {PLACE_WAITS(editsWaiting(edits))}
        </span>
      </>
    )
  )
}

/** Lists the places that a narrow bar has no space for. */
export function MoreScreen() {
  return (
    <nav className="page more-screen" aria-label={PLACE_NAMES.more}>
      <h2>{PLACE_NAMES.more}</h2>
      <Button onClick={() => openOver('palette')}>
        <Search />
        {PALETTE_WORDS.title}
      </Button>
      <ul className="ruled">
        {PLACES.map(
          ({ id, place, sign }) =>
            isRare(id) && (
              <li key={id}>
                <a className="more-way" href={hashOf(place)}>
                  {sign}
                  <span>
                    <b>{PLACE_NAMES[id]}</b>
                    <small>{PLACE_ABOUT[id]}</small>
                  </span>
                  <ChevronRight />
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

/** Longest time between G and the key that follows it, in ms. */
const FOLLOWS_WITHIN_MS = 1_500

/** The palette or the list of keys, whichever is open; only one at a time. */
function useOver() {
  const [over, setOver] = useState<{ what: 'palette' | 'keys'; time: number } | null>(null)
  // A dialog reports that it closed only after the key that closed it; by then it may have been opened again. A close
  // therefore ends only its own opening.
  const open = useCallback(
    (what: 'palette' | 'keys') => setOver((last) => ({ what, time: (last?.time ?? 0) + 1 })),
    [],
  )
  const closed = (one: typeof over) => setOver((now) => (now === one ? null : now))
  return { over, open, closed }
}

/** Opens the palette from any screen, but not while a dialog is open. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKeyDown)
    const stop = onOpenOver('palette', open)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      stop()
    }
  }, [open])
}

/** Opens the list of all keys from any screen. */
function useKeysKey(open: () => void): void {
  usePageKey(KEYS_KEY, open)
  useEffect(() => onOpenOver('keys', open), [open])
}

/** Loads the palette's script in advance: keys typed right after opening it must not reach the screen beneath. */
function usePaletteAtHand(): void {
  useEffect(() => {
    // If the core is gone, the error is shown when the user opens the palette.
    const idle = requestIdleCallback(() => void loadPalette().catch(() => {}))
    return () => cancelIdleCallback(idle)
  }, [])
}

/** G followed by the key of a place goes there. Ignored while the user is typing and while a dialog is open. */
function usePlaceKeys(): void {
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isElsewhere(event)) return
      const follows = event.timeStamp - begun < FOLLOWS_WITHIN_MS
      begun = isKey(event, PLACES_KEY) ? event.timeStamp : Number.NEGATIVE_INFINITY
      const meant = follows && PLACES.find(({ id }) => isKey(event, PLACE_KEYS[id]))
      if (meant) goTo(meant.place)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Passes the tally's height to the stylesheets: sticky elements are placed below it. */
function useTallyHeight(): void {
  useEffect(() => {
    const tally = document.querySelector<HTMLElement>('.tally')
    if (!tally) return
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--head', String(tally.offsetHeight)),
    )
    // Its padding differs between places and in a rehearsal, so the border box is what matters.
    observer.observe(tally, { box: 'border-box' })
    return () => observer.disconnect()
  }, [])
}

/** When the user returns from the settings, focus goes to the link that led there, unless something already has it. */
function useFocusOnReturn(here: Place): void {
  const before = useRef(here)
  useEffect(() => {
    const returned = isAt('setUp', before.current) && here === 'show'
    before.current = here
    if (!returned || document.activeElement !== document.body) return
    // One of the two is hidden and does not take the focus.
    for (const way of document.querySelectorAll<HTMLElement>('[data-id=setUp]>a,[data-id=more]>a')) way.focus()
  }, [here])
}
