import { useState } from 'react'
import { GUIDE_WORDS } from '../../../shared/words/projects/guide.ts'
import { Button, ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Form } from '../../ui/form/Field.tsx'
import { idOf, useSubmit } from '../../ui/form/useSubmit.ts'
import type { NewProject, Slots } from './slots.ts'

const SPOT = 'edit:guide'
const AT_FIRST: NewProject = { name: '', format: '16:9_720p', destinationIds: [], autoSync: false }

interface Props {
  slots: Slots
  /** The project exists: the fields are no longer shown. */
  isMade: boolean
  onMade(projectId: string): Promise<void>
  onBack(): void
  onNext(): void
}

/** The project: its name and destinations. The guide does not ask for a duration, since it runs until stopped. */
export function NameStep({ slots: { Fields }, isMade, onMade, onBack, onNext }: Props) {
  const [fields, setFields] = useState(AT_FIRST)
  const { submit: send, ...submission } = useSubmit(SPOT)

  async function submit(): Promise<void> {
    if (isMade) return onNext()
    const input = { ...fields, duration: { manual: true } }
    const done = await send({ type: 'edit', operation: 'createProject', input })
    const id = done && idOf(done)
    if (id !== null) await onMade(id)
  }
  return (
    <Form of={submission} onSubmit={submit}>
      {isMade ? (
        <p>{GUIDE_WORDS.created}</p>
      ) : (
        <Fields fields={fields} fill={(change) => setFields({ ...fields, ...change })} />
      )}
      <p className="small">{GUIDE_WORDS.untilStopped}</p>
      <Answer spots={[SPOT]} />
      <div className="row guide-ends">
        <Button className="" onClick={onBack}>
          {GUIDE_WORDS.back}
        </Button>
        <Button type="submit" className="main" onKeyDown={ignoreRepeat}>
          {isMade ? GUIDE_WORDS.next : GUIDE_WORDS.create}
        </Button>
      </div>
    </Form>
  )
}
