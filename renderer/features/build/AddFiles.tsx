import { useDeferredValue, useRef, useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import { ADD_FILES_WORDS, BUILD_NAMES, SCENE_WORDS } from '../../../shared/words/build.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { tellUnread, useList } from '../../data/queries.ts'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The service takes no shorter word. */
const LEAST = 3

interface Props {
  kind: 'video' | 'audio'
  onAdd(files: readonly TimedFile[]): void
  onClose(): void
}

/** Files of the account, to be put at the end of a list. Those that cannot be used are not offered: Files says why. */
export function AddFiles({ kind, onAdd, onClose }: Props) {
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<readonly TimedFile[]>([])
  const dialog = useRef<HTMLDialogElement>(null)
  const sought = useDeferredValue(find.trim())
  const list = useList('filesWithDurations', sought.length >= LEAST ? { search: sought } : {})
  const offered = list.items.filter(({ type, issues }) => type === kind && !issues?.errors?.length)
  const isChosen = (file: TimedFile) => chosen.some(({ id }) => id === file.id)
  const choose = (file: TimedFile, on: boolean) =>
    setChosen(on ? [...chosen, file] : chosen.filter(({ id }) => id !== file.id))
  return (
    <Dialog ref={dialog} className="dialog build-dialog" aria-label={BUILD_NAMES.addFiles} onClose={onClose}>
      <h2>{BUILD_NAMES.addFiles}</h2>
      <SearchField label={BUILD_NAMES.find} value={find} onChange={({ target }) => setFind(target.value)} />
      <ul className="build-offer">
        {offered.map((file) => (
          <li key={file.id} className="build-item num">
            <label>
              <input
                type="checkbox"
                checked={isChosen(file)}
                onChange={({ target }) => choose(file, target.checked)}
              />
              <span className="clip" title={file.name}>
                {file.name}
              </span>
              <small>{file.durationSec ? clockTime(file.durationSec) : null}</small>
            </label>
          </li>
        ))}
      </ul>
      {list.isPending && <Skeleton className="stand-in-rows" text={SCENE_WORDS.loading} count={4} />}
      {list.error && <p className="small">{tellUnread(list.error).what}</p>}
      {!list.isPending && !list.error && offered.length === 0 && <p className="empty">{ADD_FILES_WORDS.none}</p>}
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage()}>
          {ADD_FILES_WORDS.more(list.items.length, list.total ?? 0)}
        </Button>
      )}
      <div className="row build-ends">
        <CloseButton />
        <Button
          className="main"
          onClick={() => {
            onAdd(chosen)
            dialog.current?.close()
          }}
        >
          {ADD_FILES_WORDS.add(chosen.length)}
        </Button>
      </div>
    </Dialog>
  )
}
