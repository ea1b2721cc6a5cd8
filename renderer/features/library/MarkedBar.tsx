import { useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import { encodeCost } from '../../../shared/words/files/files.ts'
import * as words from '../../../shared/words/files/library.ts'
import { useTakenAlong } from '../../data/takenAlong.ts'
import { go } from '../../store/address.ts'
import { hashOf } from '../../store/place.ts'
import { Button, CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { RenameDialog } from './RenameDialog.tsx'

/** The most files that one request accepts. */
const MOST_ENCODED = 100
const SPOT = 'file:encode'

/** Actions for the marked files. */
export function MarkedBar({ files, onClear }: { files: readonly TimedFile[]; onClear(): void }) {
  const [renames, setRenames] = useState(false)
  const { take } = useTakenAlong()
  function takeAlong(): void {
    take(files)
    go(hashOf('build'))
  }
  const fileIds = files.map(({ id }) => id)
  // Encoding cost matters only for files that cannot be used as they are.
  const cost = encodeCost(
    files.flatMap(({ encodePlan, issues }) => (issues?.errors?.length ? (encodePlan ?? []) : [])),
  )
  return (
    <>
      {files.length > 0 && (
        <div className="row files-marked">
          <b className="num">{words.marked(files.length)}</b>
          <CommandButton
            className=""
            name={words.LIBRARY_NAMES.encode}
            spot={SPOT}
            command={{ type: 'edit', operation: 'encodeFiles', input: { fileIds } }}
            reason={files.length > MOST_ENCODED ? words.tooManyMarked(MOST_ENCODED) : null}
          />
          <Button className="" onClick={() => setRenames(true)}>
            {words.LIBRARY_NAMES.rename}
          </Button>
          <Button className="" onClick={takeAlong}>
            {words.LIBRARY_NAMES.toList}
          </Button>
          <Button onClick={onClear}>{words.LIBRARY_NAMES.unmark}</Button>
        </div>
      )}
      {cost !== null && <p className="small">{cost}</p>}
      <Answer spots={[SPOT]} />
      {renames && <RenameDialog files={files} onClose={() => setRenames(false)} />}
    </>
  )
}
