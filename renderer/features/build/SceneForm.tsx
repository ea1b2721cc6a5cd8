import { useEffect, useRef, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import { nextOf } from '../../../shared/scenes/chains.ts'
import { BUILD_NAMES, LAYER_FIELDS, SCENE_WORDS } from '../../../shared/words/build.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Field, Form, Select } from '../../ui/Field.tsx'
import { Button, ignoreRepeat } from '../../ui/PressButton.tsx'
import { useSubmit } from '../../ui/useSubmit.ts'

interface Props {
  project: Project
  /** The one to be renamed; left out: a new one. */
  scene?: { id: string; name: string }
  /** Those that a new one may follow. */
  scenes?: readonly SceneContent[]
  /** @param id of the scene that was made */
  onDone(id: string | null): void
  onCancel(): void
}

/**
 * A scene's name: another one, or that of a new one. One that another scene shall lead to comes by one call with an empty
 * video playlist: the service leads some scene to whatever that call makes, so that one on its own is made without.
 */
export function SceneForm({ project, scene, scenes = [], onDone, onCancel }: Props) {
  const { store } = useActions()
  const [name, setName] = useState(scene?.name ?? '')
  const [after, setAfter] = useState('')
  const spot = `edit:${scene ? `name ${scene.id}` : `scenes ${project.id}`}` as const
  const { isReady, send, ...submission } = useSubmit(spot)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit(): Promise<void> {
    const made = after ? { sceneName: name, files: [], loop: false, previousSceneId: after } : { name }
    const input = { projectId: project.id, ...(scene ? { sceneId: scene.id, name } : made) }
    const seen = { liveId: seenLive(store.getState().state, project) }
    const operation = scene ? 'updateScene' : after ? 'createSceneWithPlaylist' : 'createScene'
    const command: CommandInput = { type: 'edit', operation, input, seen }
    if (!isReady(command)) return
    const answer = await send(command)
    if (answer?.result === 'done') onDone(answer.done.what === 'edited' ? answer.done.id : null)
  }
  const before = scenes.find(({ id }) => id === after)
  const replaced = before && nextOf(before, scenes)
  return (
    <Form of={submission} onSubmit={submit} onEscape={onCancel}>
      <Field
        name={after ? 'sceneName' : 'name'}
        label={LAYER_FIELDS.name}
        field={field}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={60}
      />
      {!scene && scenes.length > 0 && (
        <>
          <Select
            label={BUILD_NAMES.after}
            words={{ '': SCENE_WORDS.alone, ...named(scenes) }}
            value={after}
            onChoose={setAfter}
          />
          {replaced && <p className="small">{SCENE_WORDS.replaces(replaced.name)}</p>}
        </>
      )}
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

const named = (scenes: readonly SceneContent[]) => Object.fromEntries(scenes.map(({ id, name }) => [id, name]))
