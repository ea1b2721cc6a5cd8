import { useEffect } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { type Box, type Frame, frameOf, within } from '../../../shared/scenes/frame.ts'
import {
  BUILD_NAMES,
  LAYER_ABOUT,
  LAYER_FIELDS,
  POSITION_FIELDS,
  QUIETLY_NAMES,
} from '../../../shared/words/build.ts'
import { useKeptDraft } from '../../store/drafts.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Button, ignoreRepeat } from '../../ui/PressButton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Canvas } from './Canvas.tsx'
import { useCollected } from './collected.ts'
import { useEdit } from './useEdit.ts'
import { VideoFile } from './VideoFile.tsx'
import { VolumeField } from './VolumeField.tsx'

type Layer = Answered<'getLayer'>
/** Empty: nothing follows. */
interface Fields {
  name: string
  hide: boolean
  loop: boolean
  shuffle: boolean
  volume: number
  nextScene: string
  /** Of a single video; empty: none. */
  fileId: string
  /** Null: the service does not say. */
  position: Box | null
}

const NOTHING: Partial<Fields> = {}

interface Props {
  project: Project
  layer: Layer
  /** Where the other layers of its scene stand. */
  others: readonly { id: string; name: string; box: Box }[]
  scenes: readonly { id: string; name: string }[]
}

/** How a layer is called and plays: only what differs is sent, and nothing before somebody saves. */
export function LayerForm({ project, layer, others, scenes }: Props) {
  const spot = `edit:${layer.id}` as const
  const edit = useEdit(project, spot)
  const collects = useCollected(project.id) !== null
  const { draft, keep, forget } = useKeptDraft(`layer ${layer.id}`, NOTHING)
  const before = fieldsOf(layer)
  const fields = { ...before, ...draft }
  const changed = Object.entries(draft).filter(([field, value]) => value !== before[field as keyof Fields])
  useEffect(() => {
    // Saved, or changed to the same elsewhere: from then on another change of it is nobody's draft.
    if (changed.length === 0 && Object.keys(draft).length > 0) forget()
  })
  // A list with a scene after it does not loop: the service refuses both.
  const fill = (change: Partial<Fields>) =>
    keep((now) => ({ ...now, ...change, ...(change.nextScene && { loop: false }) }))
  const onAir = project.autoSync && project.liveStatus === 'LIVE'

  async function save(): Promise<void> {
    if (changed.length === 0) return
    const answer = await edit('updateLayer', { layerId: layer.id, ...bodyOf(Object.fromEntries(changed)) })
    // What was changed while it was being saved stays a draft.
    if (answer?.result === 'done') keep((now) => without(now, changed))
  }
  const given = { fields, fill, spot }
  const { position } = fields
  const frame = frameOf(project.format, [...(position ? [position] : []), ...others.map(({ box }) => box)])
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {position && <Position {...{ frame, position, others, fill }} name={layer.name} />}
      {layer.type === 'video' && <VideoFile fileId={fields.fileId} onChange={(fileId) => fill({ fileId })} />}
      <Field
        name="name"
        label={LAYER_FIELDS.name}
        value={fields.name}
        maxLength={19}
        onChange={({ target }) => fill({ name: target.value })}
      />
      <div className="row">
        <Toggle {...given} field="hide" />
        {layer.type !== 'video' && <Toggle {...given} field="shuffle" />}
        <Toggle {...given} field="loop" reason={fields.nextScene ? LAYER_ABOUT.loopOff : null} />
      </div>
      <div className="fields build-fields">
        <VolumeField value={fields.volume} onChange={(volume) => fill({ volume })} />
        <Select
          label={LAYER_FIELDS.nextScene}
          words={{ '': LAYER_ABOUT.noNext, ...Object.fromEntries(scenes.map(({ id, name }) => [id, name])) }}
          value={fields.nextScene}
          onChoose={(nextScene) => fill({ nextScene })}
        />
      </div>
      <Answer spots={[spot]} />
      {changed.length > 0 && (
        <div className="row build-save">
          <Button onClick={forget}>{BUILD_NAMES.discard}</Button>
          <Button type="submit" className="main" onKeyDown={ignoreRepeat}>
            {collects ? QUIETLY_NAMES.collect : onAir ? BUILD_NAMES.saveOnAir : BUILD_NAMES.save}
          </Button>
        </div>
      )}
    </form>
  )
}

interface PositionProps extends Pick<Props, 'others'> {
  frame: Frame
  name: string
  position: Box
  fill(change: Partial<Fields>): void
}

/** Where it stands: by hand, or in numbers. */
function Position({ frame, name, position, others, fill }: PositionProps) {
  const put = (to: Box) => fill({ position: to })
  return (
    <>
      <Canvas frame={frame} name={name} box={position} others={others} onChange={put} />
      <div className="build-numbers">
        {(['x', 'y', 'width', 'height'] as const).map((side) => (
          <Field
            key={side}
            name={side}
            type="number"
            label={`${POSITION_FIELDS[side]}, ${frame.unit}`}
            value={position[side]}
            onChange={({ target }) => put(within(frame, { ...position, [side]: target.valueAsNumber || 0 }))}
          />
        ))}
      </div>
    </>
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

const fieldsOf = ({ name, hide, position, settings }: Layer): Fields => ({
  ...{ name, hide: hide ?? false, loop: settings.loop ?? false, shuffle: settings.shuffle ?? false },
  ...{ volume: settings.volume ?? 10, nextScene: settings.nextScene ?? '', fileId: settings.fileId ?? '' },
  position: position ?? null,
})

/** The fields that differ still after these were saved as they were. */
const without = (draft: Partial<Fields>, saved: readonly (readonly [string, unknown])[]): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => !saved.some(([f, v]) => f === field && v === value)),
  )

/** What differs, as it is sent: some of it stands among the settings. */
function bodyOf({ name, hide, position, nextScene, ...settings }: Partial<Fields>) {
  const inSettings = { ...settings, ...(nextScene === undefined ? {} : { nextScene: nextScene || null }) }
  return {
    ...(name === undefined ? {} : { name }),
    ...(hide === undefined ? {} : { hide }),
    ...(position ? { position } : {}),
    ...(Object.keys(inSettings).length > 0 ? { settings: inSettings } : {}),
  }
}
