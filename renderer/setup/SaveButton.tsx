import { useState } from 'react'
import type { Handout } from '../../shared/bridge.ts'
import { REASONS } from '../../shared/words/reasons.ts'
import { SAVE_WORDS } from '../../shared/words/setup.ts'
import { useActions, useMirror } from '../mirror/context.tsx'
import type { Look } from '../mirror/presses.ts'
import { SIGNS } from '../parts/Answer.tsx'
import { ignoreRepeat } from '../parts/PressButton.tsx'

interface Told {
  look: Look
  text: string
}

/** Hands a file of Cuelight's to the person, and says how it went. */
export function SaveButton({ handout, name, about }: { handout: Handout; name: string; about: string }) {
  const { save } = useActions()
  const linked = useMirror(({ link }) => link === 'up')
  const [told, setTold] = useState<Told | null>(null)
  async function onClick(): Promise<void> {
    if (told?.look === 'sent') return
    if (!linked) return setTold({ look: 'refused', text: REASONS.noLink })
    setTold({ look: 'sent', text: SAVE_WORDS.saving })
    try {
      const text = await save(handout)
      setTold(text === null ? null : { look: 'done', text })
    } catch (error) {
      setTold({ look: 'failed', text: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <div className="save">
      <p className="small">{about}</p>
      <div className="row">
        <button
          type="button"
          className="button quiet"
          aria-disabled={!linked || undefined}
          onKeyDown={ignoreRepeat}
          onClick={() => void onClick()}
        >
          {name}
        </button>
        <div className="answer" data-look={told?.look}>
          {told && SIGNS[told.look]}
          <span aria-live="polite">{told?.text}</span>
        </div>
      </div>
    </div>
  )
}
