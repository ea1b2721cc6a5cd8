import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useKeptDraft } from '../../store/drafts.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { Button } from '../button/PressButton.tsx'
import { Answer } from '../feedback/Answer.tsx'
import { Card } from '../screen/Card.tsx'

/** The unsaved input of the form, and what it calls with it. */
export interface AddProps<Draft> {
  draft: Draft
  onType(typed: Draft): void
  onDone(): void
}

interface Props<Draft> {
  /** What is added: its draft is kept under this name. */
  of: string
  name: string
  heading: string
  spots: readonly FeedbackId[]
  children(form: AddProps<Draft>): ReactNode
}

/** A button that opens a form for a new one in a card, and has the focus again once that is closed. */
export function AddInCard<Draft extends object>({ of, name, heading, spots, children }: Props<Partial<Draft>>) {
  const { draft, keep, forget } = useKeptDraft<Partial<Draft> | null>(of, null)
  const button = useRef<HTMLButtonElement>(null)
  function onDone(): void {
    // Rendered synchronously, so that the button exists again and can take the focus.
    flushSync(forget)
    button.current?.focus()
  }
  return (
    <>
      <div className="row">
        {draft === null && (
          <Button ref={button} className="main" onClick={() => keep(() => ({}))}>
            {name}
          </Button>
        )}
        <Answer spots={spots} />
      </div>
      {draft !== null && (
        <Card heading={heading} level={3}>
          {children({ draft, onType: (typed) => keep(() => typed), onDone })}
        </Card>
      )}
    </>
  )
}
