import type { TimedFile } from '../../../shared/query/views.ts'
import { ADD_FILES_WORDS, BUILD_NAMES } from '../../../shared/words/build.ts'
import { useTakenAlong } from '../../data/takenAlong.ts'
import { Button } from '../../ui/PressButton.tsx'
import { canBeListed, type Kind } from './useOffer.tsx'

/** Files carried over from the Files screen: add them to the end of this list, or discard them. */
export function TakenAlong({ kind, onAdd }: { kind: Kind; onAdd(files: readonly TimedFile[]): void }) {
  const { files, take } = useTakenAlong()
  const fitting = files.filter((file) => canBeListed(file, kind))
  if (files.length === 0) return null
  return (
    <div className="row build-marked">
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
