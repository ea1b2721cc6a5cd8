import { useEffect, useRef, useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import type { TimedFile } from '../../../shared/query/views.ts'
import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import {
  BUILD_NAMES,
  LAYER_FIELDS,
  layerType,
  NEW_LAYER_ABOUT,
  NEW_LAYER_ON_STUDIO,
  NEW_LAYER_WORDS,
} from '../../../shared/words/projects/build.ts'
import { usePanel } from '../../store/context.tsx'
import { Button, ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form, Select } from '../../ui/form/Field.tsx'
import { idOf, useSubmit } from '../../ui/form/useSubmit.ts'
import { PickFile } from './PickFile.tsx'
import { useEdit } from './useEdit.ts'
import { VolumeField } from './VolumeField.tsx'

const TYPES = {
  videoPlaylist: layerType('videoPlaylist'),
  audioPlaylist: layerType('audioPlaylist'),
  video: layerType('video'),
}

interface Props {
  project: Project
  sceneId: string
  /** @param id of the new layer */
  onDone(id: string | null): void
  onCancel(): void
}

/** Adds a looping layer to a scene: a playlist starts empty, a single video with its file. */
export function NewLayer({ project, sceneId, onDone, onCancel }: Props) {
  const [name, setName] = useState('')
  const [type, setType] = useState<keyof typeof TYPES>('videoPlaylist')
  const [volume, setVolume] = useState(10)
  const [file, setFile] = useState<TimedFile | null>(null)
  const spot = `edit:layers ${sceneId}` as const
  const submission = useSubmit(spot)
  const edit = useEdit(project, spot, submission)
  const isLocal = usePanel(({ state }) => state?.profileId === STUDIO_PROFILE)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit(): Promise<void> {
    const content = type === 'video' ? { fileId: file?.id } : { files: [] }
    const input = { sceneId, type, settings: { ...content, loop: true, volume }, ...(name ? { name } : {}) }
    const done = await edit.submit('addLayer', input, type === 'video' && !file ? NEW_LAYER_ABOUT.noFile : null)
    if (done) onDone(idOf(done))
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
        <VolumeField value={volume} onChange={setVolume} />
      </div>
      {type === 'video' && <PickFile current={file?.id ?? null} onPick={setFile} />}
      <p className="small">
        {NEW_LAYER_ABOUT[type]} {isLocal ? NEW_LAYER_ON_STUDIO : NEW_LAYER_WORDS}
      </p>
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
