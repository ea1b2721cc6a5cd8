import type { ReactNode } from 'react'
import { SCREEN_WORDS } from '../../shared/words/panel/states.ts'
import { ArmBar, HoldLine } from '../features/show/controls/ArmBar.tsx'
import { Banners } from '../features/show/news/Banners.tsx'
import { News } from '../features/show/news/News.tsx'
import { usePanel } from '../store/context.tsx'
import { isSection, type Place, useHere } from '../store/place.ts'
import { isKnown, type Screen, screenOf } from '../store/screen.ts'
import { Answer } from '../ui/feedback/Answer.tsx'
import { Boundary } from '../ui/feedback/Boundary.tsx'
import { EndedScreen, StateScreen } from '../ui/feedback/StateScreen.tsx'
import { Hourglass, Key, Unplugged } from '../ui/icons/icons.tsx'
import { Head } from './Head.tsx'
import { Alarms, Beside, ChooseScreen, KeylessScreen, Midi, Places } from './screens/LateScreens.tsx'
import { ShowScreen } from './screens/ShowScreen.tsx'
import { StartingScreen } from './screens/StartingScreen.tsx'
import { WelcomePlace } from './screens/WelcomePlace.tsx'
import { useFocusFrame } from './useFocusFrame.ts'
import { useScrollAt } from './useScrollAt.ts'

/** Panel with its own head, for a page that has none. */
export function WholePanel() {
  return (
    <>
      <Head />
      <Panel />
    </>
  )
}

/** Everything beneath the head: the navigation and the current screen. */
export function Panel() {
  const screen = usePanel(screenOf)
  const place = useHere()
  const here: Place = isKnown(screen) ? place : 'show'
  const frame = useFocusFrame(here)
  useScrollAt(here)
  return (
    <div className="shell" data-places={isKnown(screen) || undefined}>
      {isKnown(screen) && (
        <Boundary>
          <Places here={here} />
        </Boundary>
      )}
      <main ref={frame} tabIndex={-1}>
        <News>
          <Boundary>
            {!['refused', 'accessEnded', 'ended'].includes(screen) && <Banners place={here} />}
            {here === 'show' && <WelcomePlace here={screen === 'show'} />}
          </Boundary>
        </News>
        {here !== 'show' && <Armed />}
        {/* All sections of the settings share one key: remounting the screen would lose the focus. */}
        <Boundary key={isSection(here) ? 'settings' : here}>
          <ScreenAt here={here} screen={screen} />
        </Boundary>
      </main>
      <Boundary fallback={null}>
        <Alarms />
      </Boundary>
      <Boundary fallback={null}>
        <Midi />
      </Boundary>
    </div>
  )
}

const OF_HEAD = ['stop', 'arm', 'sync', 'padlock'] as const

/**
 * An armed command lasts only seconds, so every place must show it and let the user cancel it. The show screen has it
 * among its controls.
 */
function Armed() {
  const holding = usePanel(({ stop }) => stop.phase === 'arming' || (stop.phase === 'armed' && stop.mode === 'hold'))
  return (
    <div className="armed">
      <div className="armed-box">
        <ArmBar />
        {holding ? <HoldLine /> : <Answer spots={OF_HEAD} />}
      </div>
    </div>
  )
}

function ScreenAt({ here, screen }: { here: Place; screen: Screen }) {
  return here === 'show' ? SCREENS[screen] : <Beside here={here} />
}

function AccessEnded() {
  const onPhone = usePanel(({ phone }) => phone !== null)
  return <StateScreen icon={<Key />} words={SCREEN_WORDS[onPhone ? 'phoneEnded' : 'accessEnded']} />
}

const SCREENS: Record<Screen, ReactNode> = {
  show: <ShowScreen />,
  choose: <ChooseScreen />,
  noKey: <KeylessScreen />,
  ended: <EndedScreen />,
  refused: <StateScreen icon={<Key />} words={SCREEN_WORDS.refused} />,
  accessEnded: <AccessEnded />,
  neverUp: <StateScreen bad icon={<Unplugged />} words={SCREEN_WORDS.neverUp} />,
  starting: <StartingScreen />,
  connecting: <StateScreen brief icon={<Hourglass />} words={SCREEN_WORDS.connecting} />,
}
