import type { Project } from '../../../shared/contract/records.ts'
import { type Box, frameOf, within } from '../../../shared/scenes/frame.ts'
import { BUILD_NAMES, POSITION_FIELDS } from '../../../shared/words/build.ts'
import { Field } from '../../ui/Field.tsx'
import { Canvas } from './Canvas.tsx'
import { LAYER_FORM, type Layer, useLayerDraft } from './layerDraft.ts'

interface Props {
  project: Project
  layer: Layer
  /** The positions of the other layers of the scene. */
  others: readonly { id: string; name: string; box: Box }[]
}

/** Below this width it has no column of its own and starts folded: what plays comes first. */
const ROOMY_PX = 1_100

/** The position of a layer in the frame, by pointer or in numbers. It is saved together with the rest of the layer. */
export function Place({ project, layer, others }: Props) {
  const { fields, fill } = useLayerDraft(layer)
  const { position } = fields
  if (!position) return null
  const frame = frameOf(project.format, [position, ...others.map(({ box }) => box)])
  const put = (to: Box) => fill({ position: to })
  return (
    <details className="build-place" open={innerWidth >= ROOMY_PX}>
      <summary>{BUILD_NAMES.place}</summary>
      <Canvas frame={frame} name={layer.name} box={position} others={others} onChange={put} />
      <div className="build-numbers">
        {(['x', 'y', 'width', 'height'] as const).map((side) => (
          <Field
            key={side}
            name={side}
            type="number"
            form={LAYER_FORM}
            label={`${POSITION_FIELDS[side]}, ${frame.unit}`}
            value={position[side]}
            onChange={({ target }) => put(within(frame, { ...position, [side]: target.valueAsNumber || 0 }))}
          />
        ))}
      </div>
    </details>
  )
}
