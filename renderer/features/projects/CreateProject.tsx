import { useEffect, useRef } from 'react'
import * as words from '../../../shared/words/projects/projects.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { OF_CREATING, useLostEdits } from '../../ui/feedback/LostEdit.tsx'
import { Form } from '../../ui/form/Field.tsx'
import { useEditForm } from '../../ui/form/useEditForm.ts'
import { idOf, useSubmit } from '../../ui/form/useSubmit.ts'
import { type Fields, NEW_PROJECT } from './fields.ts'
import { LostEdits } from './LostEdits.tsx'
import { AutoSyncField, DestinationsField, DurationField, FormatField, NameField } from './ProjectFields.tsx'

interface Props {
  /** The initial name: the text of the search that found nothing. */
  name: string
  /** @param id of the new project; null: it was found by reconciling, without its id */
  onCreated(id: string | null): void
  onCancel(): void
}

/** Creates a project: its main settings, and what each choice rules out later. */
export function CreateProject({ name, onCreated, onCancel }: Props) {
  const { submit: send, ...submission } = useSubmit(SPOT)
  const { fields, fill, forget } = useEditForm<Fields>('project create', { ...NEW_PROJECT, name })
  const lost = useLostEdits(OF_CREATING, null)
  const looking = lost.some(({ phase }) => phase === 'looking')
  useWhenFound(
    looking,
    lost.some(({ phase }) => phase === 'notKnown'),
    () => {
      forget()
      onCreated(null)
    },
  )

  async function submit(): Promise<void> {
    const why = looking ? words.LOST_WORDS.wait : null
    const done = await send({ type: 'edit', operation: 'createProject', input: fields }, why)
    if (!done) return
    forget()
    onCreated(idOf(done))
  }
  const given = { fields, fill }
  return (
    <Form of={submission} className="project-create" onSubmit={submit}>
      <LostEdits edits={lost.filter(({ phase }) => phase !== 'found')} inForm />
      <div className="project-columns">
        <div className="form">
          <NameField {...given} />
          <DurationField {...given} />
          <FormatField {...given} />
        </div>
        <div className="form">
          <DestinationsField {...given} />
          <AutoSyncField {...given} spot={SPOT} />
        </div>
      </div>
      <div className="row ruled-off ends">
        <p className="small grow">{words.FIELD_ABOUT.later}</p>
        <Answer spots={[SPOT]} />
        <Button className="" onClick={onCancel}>
          {words.PROJECT_NAMES.cancel}
        </Button>
        <Button type="submit" className="main" aria-disabled={looking || undefined}>
          {words.PROJECT_NAMES.createThis}
        </Button>
      </div>
    </Form>
  )
}

const SPOT = 'createProject'

/** Calls back when reconciling ends and the outcome is not unknown: the project was found. */
function useWhenFound(looking: boolean, notKnown: boolean, onFound: () => void): void {
  const before = useRef(looking)
  useEffect(() => {
    const found = before.current && !looking && !notKnown
    before.current = looking
    if (found) onFound()
  })
}
