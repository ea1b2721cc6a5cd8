import { useEffect, useState } from 'react'
import { QUIT_PLACE } from '../../../shared/bridge/shellBridge.ts'
import { SETUP_NAMES } from '../../../shared/words/setup.ts'
import { useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { QUIT_SPOTS, QuitDialog } from './QuitDialog.tsx'

/** The way to end Cuelight, for every window and every browser at once: never without a question first. */
export function QuitCuelight() {
  const [asking, setAsking] = useState(false)
  const reason = useMirror(whyNoLink)
  useAskedToQuit(() => setAsking(true))
  return (
    <>
      <PressButton
        name={SETUP_NAMES.quit}
        spot="quit"
        className="quiet"
        reason={reason}
        onPress={() => setAsking(true)}
      />
      {asking ? <QuitDialog onStay={() => setAsking(false)} /> : <Answer spots={QUIT_SPOTS} />}
    </>
  )
}

/** Tray and system ask to quit by leading to a place of its own; it is left at once, so that it can be led to again. */
function useAskedToQuit(ask: () => void): void {
  useEffect(() => {
    const look = () => {
      if (location.hash !== QUIT_PLACE) return
      history.replaceState(null, '', QUIT_PLACE.slice(0, QUIT_PLACE.lastIndexOf('/')))
      ask()
    }
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  })
}
