import { useEffect } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Box } from '../../../shared/scenes/frame.ts'
import { useKeptDraft } from '../../store/drafts.ts'

export type Layer = Answered<'getLayer'>
/** The editable fields of a layer. `nextScene`, `fileId`: empty for none. */
export interface Fields {
  name: string
  hide: boolean
  loop: boolean
  shuffle: boolean
  volume: number
  nextScene: string
  /** Only for a single video. */
  fileId: string
  /** Null: the service does not report it. */
  position: Box | null
}

/** The id of the open layer's form: the position fields are elsewhere in the page but belong to it. */
export const LAYER_FORM = 'build-layer-form'

const NOTHING: Partial<Fields> = {}

/** The unsaved changes of a layer; the form and the frame edit the same draft. */
export function useLayerDraft(layer: Layer) {
  const { draft, keep, forget } = useKeptDraft(`layer ${layer.id}`, NOTHING)
  const before = fieldsOf(layer)
  const changed = Object.entries(draft).filter(([field, value]) => value !== before[field as keyof Fields])
  useEffect(() => {
    // Saved, or changed to the same values elsewhere: the draft is dropped, so that later changes elsewhere show.
    if (changed.length === 0 && Object.keys(draft).length > 0) forget()
  })
  return {
    fields: { ...before, ...draft },
    changed,
    forget,
    /** Choosing a next scene turns looping off: the service refuses both together. */
    fill: (change: Partial<Fields>) =>
      keep((now) => ({ ...now, ...change, ...(change.nextScene && { loop: false }) })),
    /** What was changed during the save stays in the draft. */
    saved: () => keep((now) => without(now, changed)),
  }
}

const fieldsOf = ({ name, hide, position, settings }: Layer): Fields => ({
  ...{ name, hide: hide ?? false, loop: settings.loop ?? false, shuffle: settings.shuffle ?? false },
  ...{ volume: settings.volume ?? 10, nextScene: settings.nextScene ?? '', fileId: settings.fileId ?? '' },
  position: position ?? null,
})

/** The draft without the fields that were saved with these values. */
const without = (draft: Partial<Fields>, saved: readonly (readonly [string, unknown])[]): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => !saved.some(([f, v]) => f === field && v === value)),
  )
