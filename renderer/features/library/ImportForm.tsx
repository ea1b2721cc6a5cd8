import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { MOST } from '../../../shared/contract/limits.ts'
import { ImportLink, isLocalPath } from '../../../shared/contract/links.ts'
import * as words from '../../../shared/words/files/library.ts'
import { useRead, useWholeList } from '../../data/queries.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form, Select } from '../../ui/form/Field.tsx'
import { useFileDrop, usePaths } from '../../ui/form/useFileDrop.ts'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { ChooseFiles, IMPORT_SPOT } from './ChooseFiles.tsx'
import { onStudio } from './EndWork.tsx'

const { IMPORT_FORM, LIBRARY_NAMES } = words

interface Props {
  folder: string | null
  /** The paths of files that were dropped before the dialog opened. */
  dropped: readonly string[]
  onClose(): void
}

/** Imports links and local files, one per line. Lines that were not accepted stay in the field. */
export function ImportForm({ folder, dropped, onClose }: Props) {
  const { tell } = useActions()
  const { text, written, write, remove } = useLines(dropped)
  const [type, setType] = useState<keyof typeof words.KIND_NAMES | ''>('')
  const [folderId, setFolderId] = useState(folder ?? '')
  const [inPlace, setInPlace] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const { submit: send, ...submission } = useSubmit(IMPORT_SPOT)
  const folders = useWholeList('listFolders', {}).items
  const queued = useRead('imports', {}).data?.value.imports.length ?? 0
  const isLocal = usePanel(onStudio)
  const paths = usePaths(IMPORT_SPOT, (found) => write([...text.split('\n').filter(Boolean), ...found].join('\n')))
  const { isOver, handlers } = useFileDrop(paths.take)
  const textLater = useDeferredValue(text)
  const { taken, left, bad } = useMemo(
    () => linksIn(textLater, MOST.linksQueued - queued, isLocal),
    [textLater, queued, isLocal],
  )

  async function submit(): Promise<void> {
    if (taken.length === 0) return tell(IMPORT_SPOT, { result: 'inert', why: words.nothingToImport(isLocal) })
    let rest = taken
    while (rest.length > 0) {
      const links = portionOf(rest)
      const input = { links, ...(type && { type }), ...(folderId && { folderId }), ...(inPlace && { inPlace }) }
      if (!(await send({ type: 'edit', operation: 'importFiles', input }))) break
      rest = rest.slice(links.length)
      remove(links)
    }
    if (written.current.trim() === '') dialog.current?.close()
  }
  return (
    <Dialog ref={dialog} className="dialog files-dialog" aria-label={LIBRARY_NAMES.import} onClose={onClose}>
      <Form of={submission} onSubmit={submit}>
        <h2>{LIBRARY_NAMES.import}</h2>
        <div className="stack" data-over={isOver || undefined} {...handlers}>
          <Field
            name="links"
            label={isLocal ? IMPORT_FORM.linksOrFiles : IMPORT_FORM.links}
            rows={8}
            value={text}
            onChange={(event) => write(event.target.value)}
            hint={
              text
                ? words.linesText(
                    { taken: taken.length + left.length, local: isLocal },
                    bad.map(({ nr }) => nr),
                    left.length,
                  )
                : IMPORT_FORM.later
            }
          />
          {isLocal && paths.areTold && <ChooseFiles onFiles={paths.take} />}
        </div>
        {taken.some(isLocalPath) && <InPlace on={inPlace} onChange={setInPlace} />}
        <Select
          label={IMPORT_FORM.kind}
          words={{ '': IMPORT_FORM.anyKind, ...words.KIND_NAMES }}
          value={type}
          onChoose={(kind) => setType(kind as typeof type)}
        />
        <Select
          label={IMPORT_FORM.folder}
          words={{ '': IMPORT_FORM.noFolder, ...Object.fromEntries(folders.map(({ id, name }) => [id, name])) }}
          value={folderId}
          onChoose={setFolderId}
        />
        <Answer spots={[IMPORT_SPOT]} />
        <div className="row">
          <CloseButton />
          <Button type="submit" className="main" aria-disabled={taken.length === 0 || undefined}>
            {words.importCount(taken.length)}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The text of the field. Lines that were sent are removed; lines typed meanwhile stay. */
function useLines(dropped: readonly string[]) {
  const [text, setText] = useState(dropped.join('\n'))
  /** The latest text, readable also by a submit that began before the user typed on. */
  const written = useRef(text)
  function write(next: string): void {
    written.current = next
    setText(next)
  }
  function remove(links: readonly string[]): void {
    const lines = written.current.split('\n')
    write(lines.filter((line) => !links.includes(line.trim())).join('\n'))
  }
  return { text, written, write, remove }
}

function InPlace({ on, onChange }: { on: boolean; onChange(on: boolean): void }) {
  return (
    <label className="row">
      <input type="checkbox" checked={on} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {IMPORT_FORM.inPlace} <small>{IMPORT_FORM.inPlaceHint}</small>
      </span>
    </label>
  )
}

/**
 * Splits pasted or dropped text into `taken`: the links to import, without duplicates; `left`: those the queue has no
 * space for; and `bad`: lines that are no links.
 * @param local also accepts full paths of files on this computer
 */
function linksIn(text: string, room: number = MOST.linksQueued, local = false) {
  const lines = text.split(/\r?\n/).map((line, nr) => ({ nr: nr + 1, text: line.trim() }))
  const written = lines.filter((line) => line.text !== '')
  const isTaken = (line: { text: string }) =>
    (local && isLocalPath(line.text)) || ImportLink.safeParse(line.text).success
  const links = [...new Set(written.filter(isTaken).map((line) => line.text))]
  return {
    taken: links.slice(0, room),
    left: links.slice(room),
    bad: written.filter((line) => !isTaken(line)),
  }
}

/** The space for links in one message to the core, in bytes. */
const MOST_BYTES = 40_000

/** The first links that fit into one message; at least one. */
function portionOf(links: readonly string[]): string[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const end = links.findIndex((link, nr) => {
    bytes += encoder.encode(JSON.stringify(link)).length + 1
    return nr > 0 && (bytes > MOST_BYTES || nr >= MOST.linksAtOnce)
  })
  return links.slice(0, end < 0 ? undefined : end)
}
