import { useEffect, useState } from 'react'
import { QUIT_PLACE } from '../../shared/shellBridge.ts'
import { SETUP_NAMES } from '../../shared/words/setup.ts'
import { useActions, useMirror } from '../mirror/context.tsx'
import { Answer } from '../parts/Answer.tsx'
import { PressButton } from '../parts/PressButton.tsx'
import { whyNoLink } from '../view/reasons.ts'
import { QuitDialog } from './QuitDialog.tsx'

/** Ends Cuelight. With something on air the core refuses and names it; then a person decides what becomes of it. */
export function QuitCuelight() {
  const { press, dismiss } = useActions()
  const [onAir, setOnAir] = useState<readonly string[] | null>(null)
  const reason = useMirror(whyNoLink)
  async function quit(): Promise<void> {
    const answer = await press('quit', { type: 'quit' })
    if (answer?.result !== 'refused' || answer.refusal.reason !== 'onAir') return
    dismiss('quit')
    setOnAir(answer.refusal.projectNames)
  }
  useAskedToQuit(() => void quit())
  return (
    <>
      <PressButton
        name={SETUP_NAMES.quit}
        spot="quit"
        className="quiet"
        reason={reason}
        onPress={() => void quit()}
      />
      {onAir ? <QuitDialog names={onAir} onStay={() => setOnAir(null)} /> : <Answer spots={SPOTS} />}
    </>
  )
}

/** Tray and system ask to quit by leading to a place of its own; it is left at once, so that it can be led to again. */
function useAskedToQuit(quit: () => void): void {
  useEffect(() => {
    const look = () => {
      if (location.hash !== QUIT_PLACE) return
      history.replaceState(null, '', QUIT_PLACE.slice(0, QUIT_PLACE.lastIndexOf('/')))
      quit()
    }
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  })
}

const SPOTS = ['quit'] as const
