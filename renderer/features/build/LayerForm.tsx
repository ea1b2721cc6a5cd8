import type { Project } from '../../../shared/contract/records.ts'
import { BUILD_NAMES, LAYER_ABOUT, LAYER_FIELDS } from '../../../shared/words/projects/build.ts'
import { Button, ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { bound, Field, Select } from '../../ui/form/Field.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { type Fields, LAYER_FORM, type Layer, useLayerDraft } from './layerDraft.ts'
import { VideoFile } from './PickFile.tsx'
import { useEdit } from './useEdit.ts'
import { saveName, useReach } from './useReach.ts'
import { VolumeField } from './VolumeField.tsx'

interface Props {
  project: Project
  layer: Layer
  scenes: readonly { id: string; name: string }[]
}

/** Name and playback of a layer: only changed fields are sent, and only when the user saves. */
export function LayerForm({ project, layer, scenes }: Props) {
  const spot = `edit:${layer.id}` as const
  const edit = useEdit(project, spot)
  const reach = useReach(project)
  const { fields, changed, isChanged, fill, saved, forget } = useLayerDraft(layer)

  async function save(): Promise<void> {
    if (!isChanged) return
    const answer = await edit('updateLayer', { layerId: layer.id, ...bodyOf(changed) })
    if (answer?.result === 'done') saved()
  }
  const given = { fields, fill, spot }
  return (
    <form
      id={LAYER_FORM}
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {layer.type === 'video' && <VideoFile fileId={fields.fileId} onChange={(fileId) => fill({ fileId })} />}
      <div className="row">
        <Toggle {...given} field="hide" />
        {layer.type !== 'video' && <Toggle {...given} field="shuffle" />}
        <Toggle {...given} field="loop" reason={fields.nextScene ? LAYER_ABOUT.loopOff : null} />
      </div>
      <div className="fields build-fields">
        <Field {...bound(given, 'name')} label={LAYER_FIELDS.name} maxLength={19} />
        <VolumeField value={fields.volume} onChange={(volume) => fill({ volume })} />
        <Select
          label={LAYER_FIELDS.nextScene}
          words={{ '': LAYER_ABOUT.noNext, ...Object.fromEntries(scenes.map(({ id, name }) => [id, name])) }}
          value={fields.nextScene}
          onChoose={(nextScene) => fill({ nextScene })}
        />
      </div>
      <Answer spots={[spot]} />
      {isChanged && (
        <div className="row ends box save-bar build-save" data-unsaved>
          <small className="grow">{LAYER_ABOUT.unsaved}</small>
          <Button onClick={forget}>{BUILD_NAMES.discard}</Button>
          <Button type="submit" className="main" onKeyDown={ignoreRepeat}>
            {saveName(reach)}
          </Button>
        </div>
      )}
    </form>
  )
}

interface ToggleProps {
  fields: Fields
  fill(change: Partial<Fields>): void
  spot: `edit:${string}`
  field: 'hide' | 'loop' | 'shuffle'
  reason?: string | null
}

function Toggle({ fields, fill, spot, field, reason = null }: ToggleProps) {
  return (
    <Switch
      name={LAYER_FIELDS[field]}
      spot={spot}
      on={fields[field]}
      onSwitch={(on) => fill({ [field]: on })}
      reason={reason}
      about={LAYER_ABOUT[field]}
    />
  )
}

/** The changed fields as a request body: some of them belong in `settings`. */
function bodyOf({ name, hide, position, nextScene, ...settings }: Partial<Fields>) {
  const inSettings = { ...settings, ...(nextScene === undefined ? {} : { nextScene: nextScene || null }) }
  return {
    ...(name === undefined ? {} : { name }),
    ...(hide === undefined ? {} : { hide }),
    ...(position ? { position } : {}),
    ...(Object.keys(inSettings).length > 0 ? { settings: inSettings } : {}),
  }
}
