import { useState } from 'react'
import { LIBRARY_NAMES } from '../../../shared/words/library.ts'
import { PLACE_NAMES } from '../../../shared/words/places.ts'
import { useAddress } from '../../store/address.ts'
import { Answer } from '../../ui/Answer.tsx'
import { LostEdits } from '../../ui/LostEdit.tsx'
import { Plus } from '../../ui/lateIcons.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { FileList } from './FileList.tsx'
import { Folders } from './Folders.tsx'
import { ImportForm } from './ImportForm.tsx'
import { Queue } from './Queue.tsx'
import { useFileDrop } from './useFileDrop.ts'
import { IMPORT_SPOT, usePaths } from './usePaths.ts'
import './Library.css'

/** A lost response to one of these edits is reported here; one to an import is shown in its queue. */
const WRITTEN = ['renameFiles', 'encodeFiles'] as const

/** The account's files, the imports and the encodes. */
export function FilesScreen() {
  const { address, to, go, adjust } = useAddress('files')
  const { folder } = address
  const [dropped, setDropped] = useState<readonly string[]>([])
  const { take } = usePaths((paths) => {
    setDropped(paths)
    adjust({ import: true })
  })
  const { isOver, handlers } = useFileDrop(take)
  function closeImport(): void {
    setDropped([])
    adjust({ import: false })
  }
  return (
    <Screen
      place="files"
      title={PLACE_NAMES.files}
      tools={
        <a className="button main" href={to({ import: true })}>
          <Plus />
          {LIBRARY_NAMES.import}
        </a>
      }
      data-over={isOver || undefined}
      {...handlers}
    >
      <LostEdits of={WRITTEN} projectId={null} />
      <div className="files-panes">
        <Folders folder={folder} onOpen={(to) => go({ folder: to })} />
        <Queue />
        <FileList key={folder} folder={folder} find={address.find} use={address.use} onSeek={adjust} />
      </div>
      {address.import ? (
        <ImportForm folder={folder} dropped={dropped} onClose={closeImport} />
      ) : (
        <Answer spots={[IMPORT_SPOT]} />
      )}
    </Screen>
  )
}
