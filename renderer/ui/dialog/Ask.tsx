import { useId, useRef } from 'react'
import type { FeedbackId } from '../../store/submissions.ts'
import { Button, ignoreRepeat, PressButton } from '../button/PressButton.tsx'
import { closeOnEscape, useReturnFocus } from './Dialog.tsx'

interface Props {
  question: string
  /** The labels of the confirming and the declining button. The declining one gets the focus. */
  yes: string
  no: string
  spot: FeedbackId
  /** Why the confirming button does nothing. */
  reason?: string | null
  onYes(): void
  onNo(): void
}

/** Asks for confirmation in place, before something that cannot be undone. */
export function Ask({ question, yes, no, spot, reason, onYes, onNo }: Props) {
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  useReturnFocus(stay)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is announced as part of a form; this is a question
    <div className="inline-ask" role="group" aria-labelledby={id} onKeyDown={(event) => closeOnEscape(event, onNo)}>
      <p id={id}>{question}</p>
      <div className="row">
        <Button ref={stay} onKeyDown={ignoreRepeat} onClick={onNo}>
          {no}
        </Button>
        <PressButton name={yes} spot={spot} reason={reason} onPress={onYes} />
      </div>
    </div>
  )
}
