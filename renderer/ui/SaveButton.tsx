import { useState } from 'react'
import type { Download } from '../../shared/bridge/bridge.ts'
import { REASONS } from '../../shared/words/reasons.ts'
import { SAVE_WORDS } from '../../shared/words/setup.ts'
import { useActions, usePanel } from '../store/context.tsx'
import type { SubmissionLook } from '../store/submissions.ts'
import { SIGNS } from './Answer.tsx'
import { Button, ignoreRepeat } from './PressButton.tsx'

interface Told {
  look: SubmissionLook
  text: string
}

export type Saving = ReturnType<typeof useSaving>

/** Hands files of Cuelight's to the person, one at a time, and knows how it went. */
export function useSaving() {
  const { save } = useActions()
  const linked = usePanel(({ link }) => link === 'up')
  const [told, setTold] = useState<Told | null>(null)
  return {
    linked,
    /** How the last saving went; null before, and where the person changed their mind. */
    told,
    /** @param about which one, where there are several */
    async save(download: Download, about?: string) {
      if (told?.look === 'sent') return
      if (!linked) return setTold({ look: 'refused', text: REASONS.noLink })
      setTold({ look: 'sent', text: SAVE_WORDS.saving })
      try {
        const text = await save(download, about)
        setTold(text === null ? null : { look: 'done', text })
      } catch (error) {
        setTold({ look: 'failed', text: error instanceof Error ? error.message : String(error) })
      }
    },
  }
}

/** Hands a file of Cuelight's to the person, and says how it went. */
export function SaveButton({ download, name, about }: { download: Download; name: string; about: string }) {
  const { linked, told, save } = useSaving()
  return (
    <div className="save">
      <p className="small">{about}</p>
      <div className="row">
        <Button
          aria-busy={told?.look === 'sent' || undefined}
          aria-disabled={!linked || undefined}
          onKeyDown={ignoreRepeat}
          onClick={() => void save(download)}
        >
          {name}
        </Button>
        <div className="answer" data-look={told?.look}>
          {told && SIGNS[told.look]}
          <span aria-live="polite">{told?.text}</span>
        </div>
      </div>
    </div>
  )
}
