import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { type Box, type Frame, frameOf, within } from '../../../shared/scenes/frame.ts'
import { BUILD_NAMES, CANVAS_WORDS, POSITION_FIELDS } from '../../../shared/words/projects/build.ts'
import { Field } from '../../ui/form/Field.tsx'
import { LAYER_FORM, type Layer, useLayerDraft } from './layerDraft.ts'

interface Props {
  frame: Frame
  name: string
  box: Box
  /** The boxes of the other layers, with their names. */
  others: readonly { id: string; name: string; box: Box }[]
  onChange(box: Box): void
}

/** The direction of each arrow key. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
}

/**
 * The frame with its layers, without pictures: the service provides none. The open layer is moved and resized with
 * the pointer or the arrow keys; nothing is sent until the user saves.
 */
export function Canvas({ frame, name, box, others, onChange }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const held = useRef<{ x: number; y: number; box: Box; resizes: boolean } | null>(null)

  function onPointerDown(event: PointerEvent): void {
    const resizes = (event.target as Element).classList.contains('canvas-corner')
    held.current = { x: event.clientX, y: event.clientY, box, resizes }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function onPointerMove(event: PointerEvent): void {
    const from = held.current
    const seen = stage.current?.getBoundingClientRect()
    if (!from || !seen) return
    const x = ((event.clientX - from.x) / seen.width) * frame.width
    const y = ((event.clientY - from.y) / seen.height) * frame.height
    onChange(within(frame, changed(from.box, x, y, from.resizes)))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (event.key === 'Escape' && held.current) {
      onChange(held.current.box)
      held.current = null
    }
    if (!step) return
    event.preventDefault()
    const share = event.shiftKey ? 0.1 : 0.01
    onChange(within(frame, changed(box, step[0] * share * frame.width, step[1] * share * frame.height, event.altKey)))
  }
  const place = ({ x, y, width, height }: Box) => ({
    insetInlineStart: `${(x / frame.width) * 100}%`,
    insetBlockStart: `${(y / frame.height) * 100}%`,
    inlineSize: `${(width / frame.width) * 100}%`,
    blockSize: `${(height / frame.height) * 100}%`,
  })
  return (
    <div
      className="canvas"
      dir="ltr"
      style={{ aspectRatio: frame.ratio, maxInlineSize: `${frame.ratio * 22}rem` }}
      ref={stage}
    >
      {others.map((one) => (
        <span key={one.id} className="canvas-box" style={place(one.box)} aria-hidden="true">
          {one.name}
        </span>
      ))}
      <button
        type="button"
        className="canvas-box canvas-own"
        style={place(box)}
        aria-label={CANVAS_WORDS.told(name, box, frame.unit)}
        title={CANVAS_WORDS.howTo}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          held.current = null
        }}
        onPointerCancel={() => {
          held.current = null
        }}
        onKeyDown={onKeyDown}
      >
        <span>{name}</span>
        <span className="canvas-corner" />
      </button>
    </div>
  )
}

const changed = ({ x, y, width, height }: Box, right: number, down: number, resizes: boolean): Box =>
  resizes ? { x, y, width: width + right, height: height + down } : { x: x + right, y: y + down, width, height }

interface PlaceProps {
  project: Project
  layer: Layer
  /** The positions of the other layers of the scene. */
  others: readonly { id: string; name: string; box: Box }[]
}

/** Below this width it has no column of its own and starts folded: what plays comes first. */
const ROOMY_PX = 1_100

/** The position of a layer in the frame, by pointer or in numbers. It is saved together with the rest of the layer. */
export function Place({ project, layer, others }: PlaceProps) {
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
