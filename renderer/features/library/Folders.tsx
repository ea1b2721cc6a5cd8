import { numeral } from '../../../shared/words/format.ts'
import { FILE_LIST_WORDS, LIBRARY_NAMES } from '../../../shared/words/library.ts'
import { useWholeList } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { Select } from '../../ui/Field.tsx'
import { ServicePage } from '../../ui/ServicePage.tsx'

/**
 * The folders: a column, or a select in a narrow window. Folders are created at the service, and a link leads there.
 */
export function Folders({ folder, onOpen }: { folder: string | null; onOpen(id: string | null): void }) {
  const { items, error } = useWholeList('listFolders', {})
  const names = Object.fromEntries(items.map(({ id, name }) => [id, name]))
  return (
    <div className="folders">
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
      <p className="small">{FILE_LIST_WORDS.elsewhere}</p>
      <ServicePage />
    </div>
  )
}
