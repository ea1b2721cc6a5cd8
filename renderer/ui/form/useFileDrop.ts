import { type DragEvent, useState } from 'react'
import { IMPORT_FORM } from '../../../shared/words/files/library.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import type { FeedbackId } from '../../store/submissions.ts'

/** Handles files dropped on a part of the page. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent): void {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop(event: DragEvent): void {
        if (!hasFiles(event)) return
        event.preventDefault()
        // React bubbles drops on a dialog to the page beneath it.
        event.stopPropagation()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

/**
 * Passes on the paths of dropped files. Only for the local studio, and only if this page can learn them; otherwise
 * the spot shows why not.
 */
export function usePaths(spot: FeedbackId, onPaths: (paths: readonly string[]) => void) {
  const { tell, pathOf } = useActions()
  const isLocal = usePanel(({ state }) => state !== null && state.rehearsal !== null)
  return {
    areTold: pathOf !== null,
    take(files: readonly File[]): void {
      const paths = files.map((file) => pathOf?.(file) ?? '').filter(Boolean)
      const why = !isLocal ? IMPORT_FORM.linksOnly : paths.length === 0 ? IMPORT_FORM.notTold : null
      if (why !== null) tell(spot, { result: 'inert', why })
      else onPaths(paths)
    },
  }
}
