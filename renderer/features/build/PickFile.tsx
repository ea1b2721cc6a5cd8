import type { TimedFile } from '../../../shared/query/views.ts'
import { BUILD_NAMES } from '../../../shared/words/build.ts'
import { OfferedFile, useOffer } from './useOffer.tsx'

interface Props {
  /** Its id. */
  current: string | null
  onPick(file: TimedFile): void
}

/** The one video of a layer, of those of the account that can be used. */
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
