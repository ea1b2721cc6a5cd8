import { useEffect } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Box } from '../../../shared/scenes/frame.ts'
import { useKeptDraft } from '../../store/drafts.ts'

export type Layer = Answered<'getLayer'>
/** What can be set of a layer. `nextScene`, `fileId`: empty for none. */
export interface Fields {
  name: string
  hide: boolean
  loop: boolean
  shuffle: boolean
  volume: number
  nextScene: string
  /** Of a single video. */
  fileId: string
  /** Null: the service does not say. */
  position: Box | null
}

/** The form of the layer that is open: its place in the frame stands elsewhere, and belongs to it. */
export const LAYER_FORM = 'build-layer-form'

const NOTHING: Partial<Fields> = {}

/** What somebody made of a layer and did not save yet: its form and the frame change the same. */
export function useLayerDraft(layer: Layer) {
  const { draft, keep, forget } = useKeptDraft(`layer ${layer.id}`, NOTHING)
  const before = fieldsOf(layer)
  const changed = Object.entries(draft).filter(([field, value]) => value !== before[field as keyof Fields])
  useEffect(() => {
    // Saved, or changed to the same elsewhere: from then on another change of it is nobody's draft.
    if (changed.length === 0 && Object.keys(draft).length > 0) forget()
  })
  return {
    fields: { ...before, ...draft },
    changed,
    forget,
    /** A list with a scene after it does not loop: the service refuses both. */
    fill: (change: Partial<Fields>) =>
      keep((now) => ({ ...now, ...change, ...(change.nextScene && { loop: false }) })),
    /** What was changed while it was being saved stays a draft. */
    saved: () => keep((now) => without(now, changed)),
  }
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
