import { LIBRARY_NAMES } from '../../../shared/words/library.ts'
import { PLACE_NAMES } from '../../../shared/words/places.ts'
import { Plus } from '../../ui/icons.tsx'
import { addressOf, useAddress } from './address.ts'
import { FileList } from './FileList.tsx'
import { Folders } from './Folders.tsx'
import { ImportForm } from './ImportForm.tsx'
import { Queue } from './Queue.tsx'
import './Library.css'

/** The account's files, what is being imported and what is being encoded. */
export function FilesScreen() {
  const { address, go, adjust } = useAddress()
  const { folder } = address
  return (
    <div className="page files-screen">
      <div className="files-head">
        <h2>{PLACE_NAMES.files}</h2>
        <a className="button main" href={addressOf({ ...address, import: true })}>
          <Plus />
          {LIBRARY_NAMES.import}
        </a>
      </div>
      <div className="files-panes">
        <Folders folder={folder} onOpen={(to) => go({ folder: to })} />
        <Queue />
        <FileList key={folder} folder={folder} find={address.find} use={address.use} onSeek={adjust} />
      </div>
      {address.import && <ImportForm folder={folder} onClose={() => adjust({ import: false })} />}
    </div>
  )
}
