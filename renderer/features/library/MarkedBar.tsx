import { useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import * as words from '../../../shared/words/library.ts'
import { useRead } from '../../data/queries.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Button, CommandButton } from '../../ui/PressButton.tsx'
import { RenameDialog } from './RenameDialog.tsx'

/** As many as one request takes. */
const MOST_ENCODED = 100
const SPOT = 'file:encode'

/** How loud the one that is marked is, where the service knows: read for this one only. */
function Loudness({ fileId }: { fileId: string }) {
  const { data, isPlaceholderData } = useRead('getFile', { fileId })
  const lufs = isPlaceholderData ? null : data?.value.metadata?.loudnessLufs
  return typeof lufs === 'number' ? <small className="num">{words.loudness(lufs)}</small> : null
}

/** What can be done with the files that are marked. */
export function MarkedBar({ files, onClear }: { files: readonly TimedFile[]; onClear(): void }) {
  const [renames, setRenames] = useState(false)
  const fileIds = files.map(({ id }) => id)
  return (
    <>
      {files.length > 0 && (
        <div className="row files-marked">
          <b className="num">{words.marked(files.length)}</b>
          {fileIds.length === 1 && fileIds[0] && <Loudness fileId={fileIds[0]} />}
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
          <Button onClick={onClear}>{words.LIBRARY_NAMES.unmark}</Button>
        </div>
      )}
      <Answer spots={[SPOT]} />
      {renames && <RenameDialog files={files} onClose={() => setRenames(false)} />}
    </>
  )
}
