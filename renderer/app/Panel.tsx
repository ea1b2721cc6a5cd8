import { useEffect, useRef } from 'react'
import { SCREEN_WORDS } from '../../shared/words/states.ts'
import { Banners } from '../features/show/Banners.tsx'
import { News } from '../features/show/News.tsx'
import { ENTRY_ID, Tally } from '../features/show/Tally.tsx'
import { usePanel } from '../store/context.tsx'
import { type Place, placeWhere, usePlace, useTitle } from '../store/place.ts'
import { isKnown, type Screen, screenOf } from '../store/screen.ts'
import { Hourglass, Key, Unplugged } from '../ui/icons.tsx'
import { EndedScreen, StateScreen } from '../ui/StateScreen.tsx'
import { ChooseScreen, KeylessScreen, StartingScreen } from './KeylessScreen.tsx'
import { SetUp } from './SetUp.tsx'
import { ShowScreen } from './ShowScreen.tsx'
import { WelcomePlace } from './WelcomePlace.tsx'

/** The page: the tally, always, and beneath it the screen that fits what is known, or the set-up. */
export function Panel() {
  const screen = usePanel(screenOf)
  const place = usePlace()
  const inApp = usePanel(({ state }) => state?.desktop != null)
  const here: Place = isKnown(screen) ? placeWhere(place, inApp) : 'show'
  useTitle()
  useFocusOnReturn(here)
  return (
    <>
      <Tally entry={isKnown(screen) ? here : null} />
      <main>
        <News>
          {screen !== 'refused' && screen !== 'ended' && <Banners place={here} />}
          {here === 'show' && <WelcomePlace here={screen === 'show'} />}
        </News>
        {here === 'show' ? <ScreenOf screen={screen} /> : <SetUp section={here} />}
      </main>
    </>
  )
}

function ScreenOf({ screen }: { screen: Screen }) {
  switch (screen) {
    case 'show':
      return <ShowScreen />
    case 'choose':
      return <ChooseScreen />
    case 'noKey':
      return <KeylessScreen />
    case 'ended':
      return <EndedScreen />
    case 'refused':
      return <StateScreen icon={<Key />} words={SCREEN_WORDS.refused} />
    case 'neverUp':
      return <StateScreen bad icon={<Unplugged />} words={SCREEN_WORDS.neverUp} />
    case 'starting':
      return <StartingScreen />
    case 'connecting':
      return <StateScreen brief icon={<Hourglass />} words={SCREEN_WORDS.connecting} />
  }
}

/** Who comes back from the set-up finds the focus where the way in is, unless it is somewhere already. */
function useFocusOnReturn(here: Place): void {
  const before = useRef(here)
  useEffect(() => {
    const returned = before.current !== 'show' && here === 'show'
    before.current = here
    if (returned && document.activeElement === document.body) document.getElementById(ENTRY_ID)?.focus()
  }, [here])
}
