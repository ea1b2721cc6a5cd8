import { useEffect, useRef, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { BUILD_NAMES, LAYER_FIELDS } from '../../../shared/words/build.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Field, Form } from '../../ui/Field.tsx'
import { Button, ignoreRepeat } from '../../ui/PressButton.tsx'
import { useSubmit } from '../../ui/useSubmit.ts'

interface Props {
  project: Project
  /** The one to be renamed; left out: a new one. */
  scene?: { id: string; name: string }
  /** @param id of the scene that was made */
  onDone(id: string | null): void
  onCancel(): void
}

/** A scene's name: of a new one, or another one. */
export function SceneForm({ project, scene, onDone, onCancel }: Props) {
  const { store } = useActions()
  const [name, setName] = useState(scene?.name ?? '')
  const spot = `edit:${scene ? `name ${scene.id}` : `scenes ${project.id}`}` as const
  const { isReady, send, ...submission } = useSubmit(spot)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit(): Promise<void> {
    const operation = scene ? 'updateScene' : 'createScene'
    const input = { projectId: project.id, name, ...(scene ? { sceneId: scene.id } : {}) }
    const seen = { liveId: seenLive(store.getState().state, project) }
    const command: CommandInput = { type: 'edit', operation, input, seen }
    if (!isReady(command)) return
    const answer = await send(command)
    if (answer?.result === 'done') onDone(answer.done.what === 'edited' ? answer.done.id : null)
  }
  return (
    <Form of={submission} onSubmit={submit} onEscape={onCancel}>
      <Field
        name="name"
        label={LAYER_FIELDS.name}
        field={field}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={60}
      />
      <Answer spots={[spot]} />
      <div className="row">
        <Button onClick={onCancel}>{BUILD_NAMES.cancel}</Button>
        <Button type="submit" className="main" onKeyDown={ignoreRepeat}>
          {scene ? BUILD_NAMES.rename : BUILD_NAMES.create}
        </Button>
      </div>
    </Form>
  )
}
