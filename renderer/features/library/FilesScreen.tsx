import { useState } from 'react'
import { FILE_LIST_WORDS, LIBRARY_NAMES } from '../../../shared/words/files/library.ts'
import { numeral } from '../../../shared/words/format.ts'
import { PLACE_NAMES } from '../../../shared/words/panel/places.ts'
import { useWholeList } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { useAddress } from '../../store/useAddress.ts'
import { ServicePage } from '../../ui/button/ServicePage.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { LostEdits } from '../../ui/feedback/LostEdit.tsx'
import { Select } from '../../ui/form/Field.tsx'
import { useFileDrop, usePaths } from '../../ui/form/useFileDrop.ts'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import { Screen } from '../../ui/screen/Screen.tsx'
import { IMPORT_SPOT } from './ChooseFiles.tsx'
import { onStudio } from './EndWork.tsx'
import { FileList } from './FileList.tsx'
import { ImportForm } from './ImportForm.tsx'
import { Queue } from './Queue.tsx'
import './Library.css'

/** A lost response to one of these edits is reported here; one to an import is shown in its queue. */
const WRITTEN = ['renameFiles', 'encodeFiles'] as const

/** The account's files, the imports and the encodes. */
export function FilesScreen() {
  const { address, to, go, adjust } = useAddress('files')
  const { folder } = address
  const [dropped, setDropped] = useState<readonly string[]>([])
  const { take } = usePaths(IMPORT_SPOT, (paths) => {
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
      <div className="stack files-panes">
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

/**
 * The folders: a column, or a select in a narrow window. Folders are created at the service, and a link leads there.
 */
export function Folders({ folder, onOpen }: { folder: string | null; onOpen(id: string | null): void }) {
  const { items, error } = useWholeList('listFolders', {})
  const isLocal = usePanel(onStudio)
  const names = Object.fromEntries(items.map(({ id, name }) => [id, name]))
  return (
    <div className="stack folders">
      <nav aria-label={LIBRARY_NAMES.folders}>
        <h3>{LIBRARY_NAMES.folders}</h3>
        <a className="list-row folder" href={addressOf('files')} aria-current={folder === null ? 'page' : undefined}>
          {LIBRARY_NAMES.allFiles}
        </a>
        {items.map(({ id, name, fileCount }) => (
          <a
            key={id}
            className="list-row folder"
            href={addressOf('files', { folder: id })}
            aria-current={folder === id ? 'page' : undefined}
            title={name}
          >
            <span className="clip">{name}</span>
            {fileCount !== null && <small className="num">{numeral(fileCount)}</small>}
          </a>
        ))}
      </nav>
      <Select
        className="folder-choice"
        label={LIBRARY_NAMES.folders}
        words={{ '': LIBRARY_NAMES.allFiles, ...names }}
        value={folder ?? ''}
        onChoose={(id) => onOpen(id || null)}
      />
      {error && <p className="small">{FILE_LIST_WORDS.foldersFailed}</p>}
      <p className="small">{isLocal ? FILE_LIST_WORDS.onStudio : FILE_LIST_WORDS.elsewhere}</p>
      <ServicePage />
    </div>
  )
}
