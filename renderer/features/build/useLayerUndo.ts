import { useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { LAYER_ABOUT } from '../../../shared/words/projects/build.ts'
import { useActions } from '../../store/context.tsx'
import type { Answer, FeedbackId } from '../../store/submissions.ts'
import { isChangedSince } from '../../ui/form/useEditForm.ts'
import { type Fields, fieldsOf, type Layer } from './layerDraft.ts'

interface Saved {
  layerId: string
  before: Partial<Fields>
  after: Partial<Fields>
}

/**
 * The last save of a layer, to be undone by a save of the values before it, as long as the layer is open. What was
 * changed since then, here or elsewhere, is not overwritten.
 */
export function useLayerUndo(
  project: Project,
  layer: Layer,
  spot: FeedbackId,
  send: (fields: Partial<Fields>) => Promise<Answer | null>,
) {
  const { query, tell } = useActions()
  const [last, setLast] = useState<Saved | null>(null)
  const saved = last?.layerId === layer.id ? last : null
  return {
    saved(before: Fields, after: Partial<Fields>): void {
      const names = Object.keys(after) as (keyof Fields)[]
      setLast({ layerId: layer.id, before: Object.fromEntries(names.map((name) => [name, before[name]])), after })
    },
    undo: saved && {
      async press(): Promise<void> {
        const read = await query('getLayer', { projectId: project.id, layerId: layer.id }).catch(() => null)
        const { before, after } = saved
        if (read && isChangedSince(after, { ...fieldsOf(read.value), ...after }, fieldsOf(read.value)))
          return tell(spot, { result: 'inert', why: LAYER_ABOUT.changedSince })
        const answer = await send(before)
        if (answer?.result === 'done') setLast(null)
      },
    },
  }
}
