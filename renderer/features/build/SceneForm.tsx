import { useEffect, useRef, useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent, TimedFile } from '../../../shared/query/views.ts'
import { nextOf } from '../../../shared/scenes/chains.ts'
import {
  ADD_FILES_WORDS,
  BUILD_NAMES,
  LAYER_FIELDS,
  LIST_WORDS,
  SCENE_WORDS,
} from '../../../shared/words/projects/build.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import { Button, ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form, Select } from '../../ui/form/Field.tsx'
import { idOf, useSubmit } from '../../ui/form/useSubmit.ts'
import { AddFiles } from './AddFiles.tsx'
import { useCollected } from './collected.ts'
import { useEdit } from './useEdit.ts'

interface Props {
  project: Project
  /** The scene to rename; if omitted, a new one is created. */
  scene?: { id: string; name: string }
  /** The scenes that a new one may follow. */
  scenes?: readonly SceneContent[]
  /** @param id of the new scene */
  onDone(id: string | null): void
  onCancel(): void
}

/**
 * The name of a scene, existing or new. A scene that another one should lead to is created in one call together with
 * its video playlist, which needs a file. So is the first scene of a project, if it has files. Another standalone
 * scene is created by a call of its own, because the service always links some scene to one from the combined call;
 * its files follow in a second call.
 */
export function SceneForm({ project, scene, scenes = [], onDone, onCancel }: Props) {
  const [name, setName] = useState(scene?.name ?? '')
  const [after, setAfter] = useState('')
  const [files, setFiles] = useState<readonly TimedFile[]>([])
  const [choosing, setChoosing] = useState(false)
  const spot = `edit:${scene ? `name ${scene.id}` : `scenes ${project.id}`}` as const
  const submission = useSubmit(spot)
  const edit = useEdit(project, spot, submission)
  const addList = useAddList(project)
  const isCollecting = useCollected(project.id) !== null
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit(): Promise<void> {
    const named = files.map((file) => ({ fileId: file.id, name: file.name }))
    const list = { sceneName: name, files: named }
    const atOnce = after ? { ...list, loop: false, previousSceneId: after } : { ...list, loop: true }
    const isWhole = after !== '' || (scenes.length === 0 && files.length > 0)
    const input = scene ? { sceneId: scene.id, name } : isWhole ? atOnce : { name }
    const operation = scene ? 'updateScene' : isWhole ? 'createSceneWithPlaylist' : 'createScene'
    const done = await edit.submit(operation, input, after && files.length === 0 ? ADD_FILES_WORDS.needed : null)
    if (!done) return
    const id = idOf(done)
    onDone(id)
    if (id === null || isWhole || files.length === 0) return
    await addList(id, named)
  }
  // Only a scene that ends on its own can lead to another.
  const leading = scenes.filter(({ layers }) => layers.some(({ type }) => type === 'videoPlaylist'))
  // While changes are collected, a new scene has no id yet, to which a second change could add its files.
  const canHoldFiles = !scene && (after !== '' || !isCollecting)
  const before = scenes.find(({ id }) => id === after)
  const replaced = before && nextOf(before, scenes)
  const form = (
    <Form of={submission} onSubmit={submit} onEscape={onCancel}>
      <Field
        name={after ? 'sceneName' : 'name'}
        label={LAYER_FIELDS.name}
        field={field}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={60}
      />
      {!scene && leading.length > 0 && (
        <>
          <Select
            label={BUILD_NAMES.after}
            words={{ '': SCENE_WORDS.alone, ...namesOf(leading) }}
            value={after}
            onChoose={setAfter}
          />
          {replaced && <p className="small">{SCENE_WORDS.replaces(replaced.name)}</p>}
        </>
      )}
      {canHoldFiles && (
        <div className="row">
          <Button onClick={() => setChoosing(true)}>{BUILD_NAMES.addFiles}</Button>
          <small className="num">{LIST_WORDS.total(files.length, null)}</small>
          {!after && <small>{ADD_FILES_WORDS.optional}</small>}
        </div>
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
  return (
    <>
      {form}
      {choosing && <AddFiles kind="video" onAdd={setFiles} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** Adds a looping playlist to a new scene. What becomes of it is shown at that scene, which is open by then. */
function useAddList(project: Project) {
  const { store, press } = useActions()
  return (sceneId: string, files: readonly { fileId: string; name: string }[]) =>
    press(`edit:${sceneId}`, {
      ...{ type: 'edit', operation: 'addLayer', seen: { liveId: seenLive(store.getState().state, project) } },
      input: { projectId: project.id, sceneId, type: 'videoPlaylist', settings: { files, loop: true } },
    })
}

const namesOf = (scenes: readonly SceneContent[]) => Object.fromEntries(scenes.map(({ id, name }) => [id, name]))
