import { useRef, useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import { ADD_FILES_WORDS, BUILD_NAMES } from '../../../shared/words/projects/build.ts'
import { useTakenAlong } from '../../data/takenAlong.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import { canBeListed, type Kind, OfferedFile, useOffer } from './useOffer.tsx'

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
            <label className="pick">
              <input
                className="tick"
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
      <div className="row ends">
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

/** Files carried over from the Files screen: add them to the end of this list, or discard them. */
export function TakenAlong({ kind, onAdd }: { kind: Kind; onAdd(files: readonly TimedFile[]): void }) {
  const { files, take } = useTakenAlong()
  const fitting = files.filter((file) => canBeListed(file, kind))
  if (files.length === 0) return null
  return (
    <div className="row box build-marked" data-unsaved>
      <b className="num">{ADD_FILES_WORDS.brought(fitting.length, files.length)}</b>
      {fitting.length > 0 && (
        <Button
          className="main"
          onClick={() => {
            onAdd(fitting)
            take([])
          }}
        >
          {BUILD_NAMES.addHere}
        </Button>
      )}
      <Button onClick={() => take([])}>{BUILD_NAMES.cancel}</Button>
    </div>
  )
}
