import { useState } from 'react'
import { BUILD_NAMES, FILE_WORDS } from '../../../shared/words/build.ts'
import { describeReadFailure, useRead } from '../../data/queries.ts'
import { Button } from '../../ui/PressButton.tsx'
import { PickFile } from './PickFile.tsx'

interface Props {
  fileId: string
  onChange(fileId: string): void
}

/** The single file of a layer, with a button to replace it. */
export function VideoFile({ fileId, onChange }: Props) {
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
