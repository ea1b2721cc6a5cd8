import { type ComponentType, useEffect, useState } from 'react'
import { SETUP_LOADING } from '../../shared/words/setup.ts'
import { NOT_LOADED_WORDS, STATE_NAMES } from '../../shared/words/states.ts'
import type { Section } from '../store/place.ts'
import { Sliders, Unplugged } from '../ui/icons.tsx'
import { StateScreen } from '../ui/StateScreen.tsx'

type Screen = ComponentType<{ section: Section }>

/** Kept once it has come: the way in is at once from then on. */
let come: Screen | null = null

/**
 * The set-up, which comes as a script of its own only when somebody asks for it: the show must be there at once.
 * No `lazy` of React's: that holds back what it loads by a third of a second, so that a sign of loading does not flash.
 */
export function SetUp({ section }: { section: Section }) {
  const [screen, setScreen] = useState<Screen | 'failed' | null>(() => come)
  useEffect(() => {
    if (come === null) load().then((loaded) => setScreen(() => loaded))
  }, [])
  if (screen === null) return <StateScreen brief icon={<Sliders />} words={OPENING} />
  if (screen === 'failed') return <NotLoaded />
  const Loaded = screen
  return <Loaded section={section} />
}

const OPENING = { headline: SETUP_LOADING, now: null, todo: null }

/** The core is gone, or of another version than this page. */
function NotLoaded() {
  return (
    <StateScreen bad icon={<Unplugged />} words={NOT_LOADED_WORDS}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {STATE_NAMES.loadAgain}
      </button>
    </StateScreen>
  )
}

async function load(): Promise<Screen | 'failed'> {
  try {
    come = (await import('./SetupScreen.tsx')).default
    return come
  } catch {
    // The core is gone, or has been replaced by another version: the words on the screen say what to do.
    return 'failed'
  }
}
