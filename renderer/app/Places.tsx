import { Folder, LayoutList, RadioTower, SlidersHorizontal } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { PLACE_KEYS, PLACE_NAMES } from '../../shared/words/places.ts'
import { SETUP_NAMES } from '../../shared/words/setup.ts'
import { goTo, hashOf, isSection, type Place } from '../store/place.ts'
import { drawn } from '../ui/icons.tsx'
import { late } from '../ui/late.tsx'
import { isElsewhere } from '../ui/usePageKey.ts'
import './Places.css'

const loadPalette = async () => (await import('./Palette.tsx')).Palette
const Palette = late(loadPalette, null)

const Show = drawn(RadioTower)
const Projects = drawn(LayoutList)
const Files = drawn(Folder)
const SetUp = drawn(SlidersHorizontal)

/** The places, in their order: where each begins, and the key after G that leads there. */
const PLACES = [
  { id: 'show', place: 'show', key: 's', sign: <Show /> },
  { id: 'projects', place: 'projects', key: 'p', sign: <Projects /> },
  { id: 'files', place: 'files', key: 'f', sign: <Files /> },
  { id: 'setUp', place: 'accounts', key: 'u', sign: <SetUp /> },
] as const
type Id = (typeof PLACES)[number]['id']

const isAt = (id: Id, here: Place) => (id === 'setUp' ? isSection(here) : id === here)

/** The ways to all places: beside the screen, or at its foot where it is narrow. */
export function Places({ here }: { here: Place }) {
  usePlaceKeys()
  useTallyHeight()
  useFocusOnReturn(here)
  const [asking, setAsking] = useState(false)
  usePaletteKey(useCallback(() => setAsking(true), []))
  usePaletteAtHand()
  return (
    <nav className="places" aria-label={PLACE_NAMES.places}>
      {asking && <Palette onClose={() => setAsking(false)} />}
      <ul>
        {PLACES.map(({ id, place, sign }) => (
          <li key={id} data-id={id}>
            <a
              className="place"
              href={hashOf(place)}
              title={PLACE_KEYS[id]}
              aria-label={id === 'show' && here !== 'show' ? SETUP_NAMES.back : undefined}
              aria-current={isAt(id, here) ? 'page' : undefined}
            >
              {sign}
              <span>{PLACE_NAMES[id]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Between G and the key that follows it, in ms. */
const FOLLOWS_WITHIN_MS = 1_500

/** The palette is asked for from any screen; not over a dialog. */
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
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])
}

/** Its script is there before it is asked for: what is typed right after must not reach the screen beneath. */
function usePaletteAtHand(): void {
  useEffect(() => {
    // Where the core is gone it is told when somebody asks.
    const idle = requestIdleCallback(() => void loadPalette().catch(() => {}))
    return () => cancelIdleCallback(idle)
  }, [])
}

/** G, then the key of a place. Not while somebody writes, and not over a dialog. */
function usePlaceKeys(): void {
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isElsewhere(event)) return
      const follows = event.timeStamp - begun < FOLLOWS_WITHIN_MS
      begun = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const meant = follows && PLACES.find(({ key }) => key === event.key)
      if (meant) goTo(meant.place)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Tells the styles how high the tally is: what stays in sight beneath it begins there. */
function useTallyHeight(): void {
  useEffect(() => {
    const tally = document.querySelector<HTMLElement>('.tally')
    if (!tally) return
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--tally', String(tally.offsetHeight)),
    )
    // Its padding differs from place to place, and in a rehearsal.
    observer.observe(tally, { box: 'border-box' })
    return () => observer.disconnect()
  }, [])
}

/** Who comes back from the settings finds the focus where the way in is, unless it is somewhere already. */
function useFocusOnReturn(here: Place): void {
  const before = useRef(here)
  useEffect(() => {
    const returned = isAt('setUp', before.current) && here === 'show'
    before.current = here
    if (!returned || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[data-id=setUp]>a')?.focus()
  }, [here])
}
