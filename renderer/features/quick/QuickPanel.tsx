import { LINK_WORDS } from '../../../shared/words/labels.ts'
import { QUICK_WORDS } from '../../../shared/words/quick.ts'
import { EndedScreen } from '../../app/EndedScreen.tsx'
import { isKnown, type Screen, screenOf } from '../../app/screen.ts'
import { useTitle } from '../../app/useTitle.ts'
import { useMirror } from '../../store/context.tsx'
import { Answer } from '../../ui/Answer.tsx'
import { useEscape } from '../../ui/useEscape.ts'
import { Tally } from '../show/Tally.tsx'
import { OpenMain } from './OpenMain.tsx'
import { QuickShow } from './QuickShow.tsx'
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
