import { useState } from 'react'
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

const SPOTS = ['quit'] as const
