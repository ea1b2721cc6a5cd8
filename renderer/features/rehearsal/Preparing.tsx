import { type SubmitEvent, useRef } from 'react'
import { REHEARSAL_HEADINGS, REHEARSAL_NAMES, REHEARSAL_WORDS } from '../../../shared/words/rehearsalScreen.ts'
import { useMirror } from '../../store/context.tsx'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { readNumber } from '../../ui/readNumber.ts'
import { useSubmit } from '../../ui/useSubmit.ts'

/** How long the studio prepares. */
export function Preparing() {
  const form = useRef<HTMLFormElement>(null)
  const { problem, say, isReady, send } = useSubmit(form, 'preparing')
  const ms = useMirror(({ state }) => state?.rehearsal?.preparingMs ?? 0)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const read = readNumber(event.currentTarget, 'preparing', 1_000)
    if (read === 'bad' || read === undefined) {
      say({ field: 'preparing', message: '' })
      return
    }
    const command = { type: 'setPreparing', ms: read } as const
    if (isReady(command)) void send(command)
  }

  return (
    <Card heading={REHEARSAL_HEADINGS.preparing} level={3}>
      <form ref={form} className="form one-line" noValidate onSubmit={submit}>
        <Field
          key={ms}
          name="preparing"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          label={REHEARSAL_WORDS.preparingMs}
          hint={REHEARSAL_WORDS.preparingAbout}
          defaultValue={ms / 1_000}
          problem={problem && { ...problem, field: 'preparing' }}
        />
        <button type="submit" className="button quiet">
          {REHEARSAL_NAMES.setPreparing}
        </button>
      </form>
      <Answer spots={SPOTS} />
    </Card>
  )
}

const SPOTS = ['preparing'] as const
