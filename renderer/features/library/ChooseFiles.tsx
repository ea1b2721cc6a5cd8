import { useRef } from 'react'
import { IMPORT_FORM } from '../../../shared/words/library.ts'
import { Button } from '../../ui/PressButton.tsx'

/** The system's own dialog for files of this computer. */
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
