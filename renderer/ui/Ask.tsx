import { useId, useRef } from 'react'
import type { FeedbackId } from '../store/submissions.ts'
import { closeOnEscape, useReturnFocus } from './Dialog.tsx'
import { Button, ignoreRepeat, PressButton } from './PressButton.tsx'

interface Props {
  question: string
  /** What does it, and what leaves everything as it is. The latter has the focus. */
  yes: string
  no: string
  spot: FeedbackId
  onYes(): void
  onNo(): void
}

/** Asks once, where the eye is, before something that cannot be taken back. */
export function Ask({ question, yes, no, spot, onYes, onNo }: Props) {
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  useReturnFocus(stay)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's part; this is a question
    <div className="inline-ask" role="group" aria-labelledby={id} onKeyDown={(event) => closeOnEscape(event, onNo)}>
      <p id={id}>{question}</p>
      <div className="row">
        <Button ref={stay} onKeyDown={ignoreRepeat} onClick={onNo}>
          {no}
        </Button>
        <PressButton name={yes} spot={spot} onPress={onYes} />
      </div>
    </div>
  )
}
