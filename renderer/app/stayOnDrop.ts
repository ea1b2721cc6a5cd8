/**
 * Keeps the browser from leaving the page for a file that is dropped where no part of the page takes it, and shows
 * at the pointer that nothing would happen.
 *
 * @returns a function that ends it
 */
export function stayOnDrop(page: Window): () => void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  page.addEventListener('dragover', refuse)
  page.addEventListener('drop', refuse)
  return () => {
    page.removeEventListener('dragover', refuse)
    page.removeEventListener('drop', refuse)
  }
}
