import { useRef, useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import { ADD_FILES_WORDS, BUILD_NAMES } from '../../../shared/words/build.ts'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { type Kind, OfferedFile, useOffer } from './useOffer.tsx'

interface Props {
  kind: Kind
  onAdd(files: readonly TimedFile[]): void
  onClose(): void
}

/** Chooses files of the account to append to a list. Unusable files are not offered; the Files screen explains why. */
export function AddFiles({ kind, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly TimedFile[]>([])
  const dialog = useRef<HTMLDialogElement>(null)
  const { offered, search, rest } = useOffer(kind)
  const isChosen = (file: TimedFile) => chosen.some(({ id }) => id === file.id)
  const choose = (file: TimedFile, on: boolean) =>
    setChosen(on ? [...chosen, file] : chosen.filter(({ id }) => id !== file.id))
  return (
    <Dialog ref={dialog} className="dialog build-dialog" aria-label={BUILD_NAMES.addFiles} onClose={onClose}>
      <h2>{BUILD_NAMES.addFiles}</h2>
      {search}
      <ul className="build-offer">
        {offered.map((file) => (
          <li key={file.id} className="build-item num">
            <label>
              <input
                type="checkbox"
                checked={isChosen(file)}
                onChange={({ target }) => choose(file, target.checked)}
              />
              <OfferedFile file={file} />
            </label>
          </li>
        ))}
      </ul>
      {rest}
      <div className="row build-ends">
        <CloseButton />
        <Button
          className="main"
          onClick={() => {
            onAdd(chosen)
            dialog.current?.close()
          }}
        >
          {ADD_FILES_WORDS.add(chosen.length)}
        </Button>
      </div>
    </Dialog>
  )
}
