import { QUICK_NAMES, QUICK_WORDS } from '../../../shared/words/desktop/quick.ts'
import { HEADINGS, LINK_WORDS } from '../../../shared/words/labels.ts'
import { Tally } from '../../features/show/tally/Tally.tsx'
import { usePanel } from '../../store/context.tsx'
import { useTitle } from '../../store/place.ts'
import { isKnown, type Screen, screenOf } from '../../store/screen.ts'
import { useEscape } from '../../ui/button/usePageKey.ts'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { EndedScreen } from '../../ui/feedback/StateScreen.tsx'
import './Quick.css'
import { Scenes } from '../../features/scenes/Scenes.tsx'
import { ArmBar } from '../../features/show/controls/ArmBar.tsx'
import { ControlsAnswer } from '../../features/show/controls/Controls.tsx'
import { Asks, GoLive } from '../../features/show/controls/GoLive.tsx'
import { StopButton } from '../../features/show/controls/StopButton.tsx'
import { AutoSync, Padlock, Sync } from '../../features/show/controls/Sync.tsx'
import { latestPress } from '../../store/reasons.ts'
import type { PanelState } from '../../store/store.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { useTimed } from '../../store/useTimed.ts'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Outward, Warning } from '../../ui/icons/icons.tsx'
import { worstNews } from './news.ts'

/**
 * The controls of a show in a small window: one line shows the outcome of the latest command, scene switches
 * included.
 */
export function QuickShow() {
  return (
    <>
      <News />
      <section className="quick-controls" aria-label={HEADINGS.controls}>
        <div className="acts">
          <GoLive />
          <StopButton />
          <Sync />
        </div>
        <ControlsAnswer answered={latestOfAll} />
        <div className="over">
          <ArmBar />
        </div>
        <Asks />
        <div className="row switches">
          <AutoSync />
          <Padlock />
        </div>
      </section>
      <Scenes answered={false} />
    </>
  )
}

const latestOfAll = (presses: PanelState['presses']) => latestPress(presses, Object.keys(presses) as FeedbackId[])

function News() {
  const text = useTimed(worstNews)
  return (
    text && (
      <p className="quick-news">
        <Warning />
        {text}
      </p>
    )
  )
}

/** Opens the main window. Without the desktop app, it links to the full panel as a page. */
export function OpenMain({ brief = false }: { brief?: boolean }) {
  const inApp = usePanel(({ state }) => state?.desktop != null)
  const className = `quiet ${brief ? 'square' : ''}`
  // In the brief form the icon is enough: all the width is needed for what is on air.
  const face = (
    <>
      <Outward />
      <span className={brief ? 'hearable' : undefined}>{QUICK_NAMES.open}</span>
    </>
  )
  if (!inApp)
    return (
      <a className={`button ${className}`} href="./" title={QUICK_NAMES.open}>
        {face}
      </a>
    )
  return (
    <CommandButton
      name={QUICK_NAMES.open}
      spot="window"
      className={className}
      about={QUICK_WORDS.open}
      command={{ type: 'showWindow', window: 'main' }}
    >
      {face}
    </CommandButton>
  )
}

/** The page that opens beside the tray: what is on air, the main show controls, and a button for the main window. */
export function QuickPanel() {
  const screen = usePanel(screenOf)
  useTitle()
  useEscape(close)
  return (
    <div className="quick">
      <Tally here={null} acts={screen === 'show' && <OpenMain brief />} />
      <main>{screen === 'show' ? <QuickShow /> : <Instead screen={screen} />}</main>
    </div>
  )
}

/** The desktop app hides the window instead of closing it, so that it can reopen instantly. */
const close = () => window.close()

const WORDS: Record<Exclude<Screen, 'show' | 'ended'>, string> = {
  connecting: LINK_WORDS.connectingMore,
  starting: LINK_WORDS.startingMore,
  neverUp: LINK_WORDS.neverUpMore,
  refused: LINK_WORDS.refusedMore,
  accessEnded: LINK_WORDS.accessEndedMore,
  noKey: QUICK_WORDS.noKey,
  choose: QUICK_WORDS.choose,
}

/** Shown when there is no show to run: the current state, and what to do in the main window. */
function Instead({ screen }: { screen: Exclude<Screen, 'show'> }) {
  if (screen === 'ended') return <EndedScreen />
  return (
    <div className="quick-words">
      <p>{WORDS[screen]}</p>
      {isKnown(screen) && <OpenMain />}
      <Answer spots={['window']} />
    </div>
  )
}
