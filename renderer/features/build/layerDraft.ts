import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Box } from '../../../shared/scenes/frame.ts'
import { useEditForm } from '../../ui/form/useEditForm.ts'

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

/** The unsaved changes of a layer; the form and the frame edit the same draft. */
export function useLayerDraft(layer: Layer) {
  const form = useEditForm(`layer ${layer.id}`, fieldsOf(layer))
  return {
    ...form,
    /** Choosing a next scene turns looping off: the service refuses both together. */
    fill: (change: Partial<Fields>) => form.fill({ ...change, ...(change.nextScene && { loop: false }) }),
  }
}

/** The editable fields of a layer as it was read. */
export const fieldsOf = ({ name, hide, position, settings }: Layer): Fields => ({
  ...{ name, hide: hide ?? false, loop: settings.loop ?? false, shuffle: settings.shuffle ?? false },
  ...{ volume: settings.volume ?? 10, nextScene: settings.nextScene ?? '', fileId: settings.fileId ?? '' },
  position: position ?? null,
})
