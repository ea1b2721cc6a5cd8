import { useEffect, useRef, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { BUILD_NAMES, LAYER_FIELDS, layerType, NEW_LAYER_WORDS } from '../../../shared/words/build.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Field, Form, Select } from '../../ui/Field.tsx'
import { Button, ignoreRepeat } from '../../ui/PressButton.tsx'
import { useSubmit } from '../../ui/useSubmit.ts'

/** A single video needs its file at once: it is made where files are chosen. */
const TYPES = { videoPlaylist: layerType('videoPlaylist'), audioPlaylist: layerType('audioPlaylist') }

interface Props {
  project: Project
  sceneId: string
  /** @param id of the layer that was made */
  onDone(id: string | null): void
  onCancel(): void
}

/** A new playlist in a scene: empty, and looping. */
export function NewLayer({ project, sceneId, onDone, onCancel }: Props) {
  const { store } = useActions()
  const [name, setName] = useState('')
  const [type, setType] = useState<keyof typeof TYPES>('videoPlaylist')
  const spot = `edit:layers ${sceneId}` as const
  const { isReady, send, ...submission } = useSubmit(spot)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit(): Promise<void> {
    const settings = { files: [], loop: true }
    const input = { projectId: project.id, sceneId, type, settings, ...(name ? { name } : {}) }
    const seen = { liveId: seenLive(store.getState().state, project) }
    const command: CommandInput = { type: 'edit', operation: 'addLayer', input, seen }
    if (!isReady(command)) return
    const answer = await send(command)
    if (answer?.result === 'done') onDone(answer.done.what === 'edited' ? answer.done.id : null)
  }
  return (
    <Form of={submission} onSubmit={submit} onEscape={onCancel}>
      <div className="fields">
        <Select<keyof typeof TYPES> label={BUILD_NAMES.kind} words={TYPES} value={type} onChoose={setType} />
        <Field
          name="name"
          label={LAYER_FIELDS.name}
          field={field}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={19}
        />
      </div>
      <p className="small">{NEW_LAYER_WORDS}</p>
      <Answer spots={[spot]} />
      <div className="row">
        <Button onClick={onCancel}>{BUILD_NAMES.cancel}</Button>
        <Button type="submit" className="main" onKeyDown={ignoreRepeat}>
          {BUILD_NAMES.addLayer}
        </Button>
      </div>
    </Form>
  )
}
