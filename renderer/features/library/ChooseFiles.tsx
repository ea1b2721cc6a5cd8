import { type DragEvent, useRef, useState } from 'react'
import { IMPORT_FORM } from '../../../shared/words/files/library.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { Button } from '../../ui/button/PressButton.tsx'

/** Opens the system's file dialog. */
export function ChooseFiles({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{IMPORT_FORM.choose}</Button>
    </>
  )
}

/** Handles files dropped on a part of the page. Without it, the browser would leave the page and open the file. */
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

/** The spot for outcomes of an import, and for the reason why files cannot be imported. */
export const IMPORT_SPOT = 'file:import'

/**
 * Passes on the paths of dropped files. Only for the local studio, and only if this page can learn them; otherwise
 * shows why not.
 */
export function usePaths(onPaths: (paths: readonly string[]) => void) {
  const { tell, pathOf } = useActions()
  const isLocal = usePanel(({ state }) => state !== null && state.rehearsal !== null)
  return {
    areTold: pathOf !== null,
    take(files: readonly File[]): void {
      const paths = files.map((file) => pathOf?.(file) ?? '').filter(Boolean)
      const why = !isLocal ? IMPORT_FORM.linksOnly : paths.length === 0 ? IMPORT_FORM.notTold : null
      if (why !== null) tell(IMPORT_SPOT, { result: 'inert', why })
      else onPaths(paths)
    },
  }
}
