import { useRef } from 'react'
import { IMPORT_FORM } from '../../../shared/words/library.ts'
import { Button } from '../../ui/PressButton.tsx'

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
