import { type DragEvent, useState } from 'react'

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
