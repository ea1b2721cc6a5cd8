import { LINK_WORDS } from '../../shared/words/labels.ts'
import { QUICK_WORDS } from '../../shared/words/quick.ts'
import { useEscape } from '../hooks/useEscape.ts'
import { useTitle } from '../hooks/useTitle.ts'
import { useMirror } from '../mirror/context.tsx'
import { Answer } from '../parts/Answer.tsx'
import { OpenMain } from '../parts/OpenMain.tsx'
import { QuickShow } from '../parts/QuickShow.tsx'
import { Tally } from '../parts/Tally.tsx'
import { isKnown, type Screen, screenOf } from '../view/screen.ts'
import { EndedScreen } from './EndedScreen.tsx'
import './Quick.css'

/** The page that opens beside the tray: what is on air, the few acts of a show, and the way to the main window. */
export function QuickPanel() {
  const screen = useMirror(screenOf)
  useTitle()
  useEscape(close)
  return (
    <div className="quick">
      <Tally entry={null}>{screen === 'show' && <OpenMain className="open-main square" />}</Tally>
      <main>{screen === 'show' ? <QuickShow /> : <Instead screen={screen} />}</main>
    </div>
  )
}

/** The desktop app hides the window rather than close it: it is there again at once. */
const close = () => window.close()

const WORDS: Record<Exclude<Screen, 'show' | 'ended'>, string> = {
  connecting: LINK_WORDS.connectingMore,
  starting: LINK_WORDS.startingMore,
  neverUp: LINK_WORDS.neverUpMore,
  refused: LINK_WORDS.refusedMore,
  noKey: QUICK_WORDS.noKey,
  choose: QUICK_WORDS.choose,
}

/** There is no show to run: what is true, and what to do elsewhere. */
function Instead({ screen }: { screen: Exclude<Screen, 'show'> }) {
  if (screen === 'ended') return <EndedScreen />
  return (
    <div className="quick-words">
      <p>{WORDS[screen]}</p>
      {isKnown(screen) && <OpenMain />}
      <Answer spots={SPOTS} />
    </div>
  )
}

const SPOTS = ['window'] as const
