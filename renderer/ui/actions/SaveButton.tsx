import { useState } from 'react'
import type { Download } from '../../../shared/bridge/bridge.ts'
import { REASONS } from '../../../shared/words/outcomes/reasons.ts'
import { SAVE_WORDS } from '../../../shared/words/panel/setup.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import type { SubmissionLook } from '../../store/submissions.ts'
import { Button, ignoreRepeat } from '../button/PressButton.tsx'
import { SIGNS } from '../feedback/Answer.tsx'

interface SaveResult {
  look: SubmissionLook
  text: string
}

export type Saving = ReturnType<typeof useSaving>

/** Saves files of Cuelight for the user, one at a time, and tracks the result. */
export function useSaving() {
  const { save } = useActions()
  const linked = usePanel(({ link }) => link === 'up')
  const [result, setResult] = useState<SaveResult | null>(null)
  return {
    linked,
    /** The result of the last save; null before the first, or if the user cancelled. */
    result: result,
    /** @param about which one, if there are several */
    async save(download: Download, about?: string) {
      if (result?.look === 'sent') return
      if (!linked) return setResult({ look: 'refused', text: REASONS.noLink })
      setResult({ look: 'sent', text: SAVE_WORDS.saving })
      try {
        const text = await save(download, about)
        setResult(text === null ? null : { look: 'done', text })
      } catch (error) {
        setResult({ look: 'failed', text: error instanceof Error ? error.message : String(error) })
      }
    },
  }
}

/** Saves a file of Cuelight for the user, and shows the result. */
export function SaveButton({ download, name, about }: { download: Download; name: string; about: string }) {
  const { linked, result, save } = useSaving()
  return (
    <div className="stack tight save">
      <p className="small">{about}</p>
      <div className="row">
        <Button
          aria-busy={result?.look === 'sent' || undefined}
          aria-disabled={!linked || undefined}
          onKeyDown={ignoreRepeat}
          onClick={() => void save(download)}
        >
          {name}
        </Button>
        <div className="answer" data-look={result?.look}>
          {result && SIGNS[result.look]}
          <span aria-live="polite">{result?.text}</span>
        </div>
      </div>
    </div>
  )
}
