import { useRef, useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { BUILD_NAMES, LAYER_ABOUT, LAYER_FIELDS, LAYER_NOUNS } from '../../../shared/words/projects/build.ts'
import { changedElsewhere } from '../../../shared/words/projects/projects.ts'
import { useActions } from '../../store/context.tsx'
import { Button, ignoreRepeat, PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { ChangedElsewhere } from '../../ui/form/ChangedElsewhere.tsx'
import { bound, Field, Select } from '../../ui/form/Field.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { isChangedSince } from '../../ui/form/useEditForm.ts'
import { type Fields, fieldsOf, LAYER_FORM, type Layer, useLayerDraft } from './layerDraft.ts'
import { VideoFile } from './PickFile.tsx'
import { useEdit } from './useEdit.ts'
import { useLayerUndo } from './useLayerUndo.ts'
import { saveName, useReach } from './useReach.ts'
import { VolumeField } from './VolumeField.tsx'

interface Props {
  project: Project
  layer: Layer
  scenes: readonly { id: string; name: string }[]
}

/**
 * Name and playback of a layer: only changed fields are sent, and only when the user saves. Fields that another client
 * changed since the user began to edit are shown before they are overwritten.
 */
export function LayerForm({ project, layer, scenes }: Props) {
  const spot = `edit:${layer.id}` as const
  const edit = useEdit(project, spot)
  const reach = useReach(project)
  const { tell } = useActions()
  const { now, isCurrent } = useLatest(project, layer)
  const { fields, changed, isChanged, elsewhere, fill, saved, forget, ...draft } = useLayerDraft(now)
  const looking = useRef(false)
  const send = (to: Partial<Fields>) => edit('updateLayer', { layerId: layer.id, ...bodyOf(to) })
  const undoing = useLayerUndo(project, layer, spot, send)

  async function submit(): Promise<void> {
    if (!isChanged || looking.current) return
    if (elsewhere.length > 0) return tell(spot, { result: 'inert', why: LAYER_ABOUT.chooseFirst })
    looking.current = true
    const isSafe = await isCurrent(changed).finally(() => {
      looking.current = false
    })
    if (isSafe) await save()
  }
  async function save(): Promise<void> {
    const before = fieldsOf(now)
    const answer = await send(changed)
    if (answer?.result !== 'done') return
    saved()
    undoing.saved(before, changed)
  }
  const given = { fields, fill, spot }
  return (
    <form
      id={LAYER_FORM}
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
      <ChangedElsewhere
        lines={elsewhere.map((field) => changedElsewhere(LAYER_NOUNS[field], inWords(now, field, scenes)))}
        onTheirs={draft.takeTheirs}
        onMine={() => {
          draft.keepMine()
          void save()
        }}
      />
      <div className="build-said">
        <Answer spots={[spot]} />
        {undoing.undo && !isChanged && <Undo reach={reach} spot={spot} onPress={undoing.undo.press} />}
      </div>
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

interface UndoProps {
  reach: ReturnType<typeof useReach>
  spot: `edit:${string}`
  onPress(): Promise<void>
}

function Undo({ reach, spot, onPress }: UndoProps) {
  const name = reach === 'atOnce' ? BUILD_NAMES.undoLayerOnAir : BUILD_NAMES.undoLayer
  return <PressButton name={name} spot={spot} onPress={() => void onPress()} />
}

/** The layer as last read, and whether it is still so. */
function useLatest(project: Project, layer: Layer) {
  const { query } = useActions()
  const [latest, setLatest] = useState({ of: layer, is: layer })
  const now = latest.of === layer ? latest.is : layer
  return {
    now,
    /** Reads it again: false if someone else changed one of these fields. If it cannot be read, the save says why. */
    async isCurrent(changed: Partial<Fields>): Promise<boolean> {
      const read = await query('getLayer', { projectId: project.id, layerId: layer.id }).catch(() => null)
      if (!read || !isChangedSince(changed, fieldsOf(now), fieldsOf(read.value))) return true
      setLatest({ of: layer, is: read.value })
      return false
    },
  }
}

/** What another client made of a field, in words; null: it cannot be said in a few. */
function inWords(layer: Layer, field: keyof Fields, scenes: Props['scenes']): string | null {
  const value = fieldsOf(layer)[field]
  if (field === 'nextScene') return scenes.find(({ id }) => id === value)?.name ?? LAYER_ABOUT.noNext
  if (typeof value === 'boolean') return value ? LAYER_ABOUT.on : LAYER_ABOUT.off
  return field === 'fileId' || typeof value === 'object' ? null : String(value)
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
