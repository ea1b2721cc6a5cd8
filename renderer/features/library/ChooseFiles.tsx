import { useRef } from 'react'
import { IMPORT_FORM } from '../../../shared/words/files/library.ts'
import { Button } from '../../ui/button/PressButton.tsx'

/** The spot for outcomes of an import, and for the reason why files cannot be imported. */
export const IMPORT_SPOT = 'file:import'

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
