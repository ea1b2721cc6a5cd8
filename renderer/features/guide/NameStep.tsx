import { useEffect, useState } from 'react'
import type { LostEdit as Lost } from '../../../shared/state.ts'
import { GUIDE_WORDS } from '../../../shared/words/projects/guide.ts'
import { LOST_WORDS } from '../../../shared/words/projects/projects.ts'
import { Button, ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { LostEdit, OF_CREATING, useLostEdits } from '../../ui/feedback/LostEdit.tsx'
import { Form } from '../../ui/form/Field.tsx'
import { useEditForm } from '../../ui/form/useEditForm.ts'
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
  const { fields, fill, forget } = useEditForm<NewProject>('guide', AT_FIRST)
  const { submit: send, ...submission } = useSubmit(SPOT)
  const lost = useLostEdits(OF_CREATING, null)
  const looking = lost.some(({ phase }) => phase === 'looking')
  const sends = useFound(lost, made)

  async function made(id: string): Promise<void> {
    forget()
    await onMade(id)
  }

  async function submit(): Promise<void> {
    if (isMade) return onNext()
    if (!looking) sends()
    const input = { ...fields, duration: { manual: true } }
    const done = await send({ type: 'edit', operation: 'createProject', input }, looking ? LOST_WORDS.wait : null)
    const id = done && idOf(done)
    if (id !== null) await made(id)
  }
  return (
    <Form of={submission} onSubmit={submit}>
      {isMade ? (
        <p>{GUIDE_WORDS.created}</p>
      ) : (
        <>
          {lost.map((edit) => (
            <LostEdit key={edit.id} edit={edit}>
              {edit.foundId && <Take onTake={made} id={edit.foundId} />}
            </LostEdit>
          ))}
          <Fields fields={fields} fill={fill} />
        </>
      )}
      <p className="small">{GUIDE_WORDS.untilStopped}</p>
      <Answer spots={[SPOT]} />
      <div className="row guide-ends">
        <Button className="" onClick={onBack}>
          {GUIDE_WORDS.back}
        </Button>
        <Button
          type="submit"
          className="main"
          aria-disabled={(looking && !isMade) || undefined}
          onKeyDown={ignoreRepeat}
        >
          {isMade ? GUIDE_WORDS.next : GUIDE_WORDS.create}
        </Button>
      </div>
    </Form>
  )
}

/** A project whose response was lost, and that was found while the guide was closed. */
function Take({ id, onTake }: { id: string; onTake(id: string): Promise<void> }) {
  return <Button onClick={() => void onTake(id)}>{GUIDE_WORDS.takeFound}</Button>
}

/**
 * Calls back with the project that was sent from here, if its response was lost and it is found.
 *
 * @returns to be called right before it is sent
 */
function useFound(lost: readonly Lost[], onFound: (id: string) => Promise<void>): () => void {
  /** The lost edits from before it was sent: a new one is ours. Null: nothing was sent from here. */
  const [before, setBefore] = useState<readonly string[] | null>(null)
  const found = before && lost.find(({ id }) => !before.includes(id))?.foundId
  useEffect(() => {
    if (!found) return
    setBefore(null)
    void onFound(found)
  })
  return () => setBefore(lost.map(({ id }) => id))
}
