import type { TimedFile } from '../../../shared/query/views.ts'
import { BUILD_NAMES } from '../../../shared/words/build.ts'
import { OfferedFile, useOffer } from './useOffer.tsx'

interface Props {
  /** The id of the current file. */
  current: string | null
  onPick(file: TimedFile): void
}

/** Chooses the single video of a layer among the usable files of the account. */
export function PickFile({ current, onPick }: Props) {
  const { offered, search, rest } = useOffer('video')
  return (
    <fieldset className="stack build-pick">
      <legend>{BUILD_NAMES.video}</legend>
      {search}
      <div className="build-picks">
        {offered.map((file) => (
          <label key={file.id} className="build-picked num">
            <input type="radio" name="fileId" checked={file.id === current} onChange={() => onPick(file)} />
            <OfferedFile file={file} />
          </label>
        ))}
      </div>
      {rest}
    </fieldset>
  )
}
