import { useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import { BUILD_NAMES, FILE_WORDS } from '../../../shared/words/projects/build.ts'
import { describeReadFailure, useRead } from '../../data/queries.ts'
import { Button } from '../../ui/button/PressButton.tsx'
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
          <label key={file.id} className="pick num">
            <input
              className="tick"
              type="radio"
              name="fileId"
              checked={file.id === current}
              onChange={() => onPick(file)}
            />
            <OfferedFile file={file} />
          </label>
        ))}
      </div>
      {rest}
    </fieldset>
  )
}

interface VideoProps {
  fileId: string
  onChange(fileId: string): void
}

/** The single file of a layer, with a button to replace it. */
export function VideoFile({ fileId, onChange }: VideoProps) {
  const [picking, setPicking] = useState(false)
  const { data, error } = useRead('getFile', { fileId }, fileId !== '')
  const file = data?.value.id === fileId ? data.value : null
  const text = error
    ? `${FILE_WORDS.failed}. ${describeReadFailure(error).what}`
    : file
      ? FILE_WORDS.plays(file.name, file.metadata?.durationSec ?? null)
      : FILE_WORDS.loading
  return (
    <>
      <div className="row">
        <p>{fileId === '' ? FILE_WORDS.none : text}</p>
        <Button aria-expanded={picking} onClick={() => setPicking(!picking)}>
          {BUILD_NAMES.changeVideo}
        </Button>
      </div>
      {picking && <PickFile current={fileId} onPick={({ id }) => onChange(id)} />}
    </>
  )
}
