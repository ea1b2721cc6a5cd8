import { type DragEvent, useState } from 'react'

/** Files dropped on a part of the page. The browser would open what is dropped elsewhere, and the page be gone. */
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
        // A dialog is no part of the page it lies over, though React tells that of it.
        event.stopPropagation()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
