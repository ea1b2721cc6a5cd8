import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { MOST } from '../../../shared/contract/limits.ts'
import * as words from '../../../shared/words/library.ts'
import { useRead, useWholeList } from '../../data/queries.ts'
import { useActions } from '../../store/context.tsx'
import { Answer } from '../../ui/Answer.tsx'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Select } from '../../ui/Field.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { useSubmit } from '../../ui/useSubmit.ts'
import { linksIn } from './links.ts'

const SPOT = 'file:import'
const { IMPORT_FORM, LIBRARY_NAMES } = words

/** A list of links to import. What is not taken stays in the field. */
export function ImportForm({ folder, onClose }: { folder: string | null; onClose(): void }) {
  const { tell } = useActions()
  const [text, setText] = useState('')
  const [type, setType] = useState<keyof typeof words.KIND_NAMES>('video')
  const [folderId, setFolderId] = useState(folder ?? '')
  const dialog = useRef<HTMLDialogElement>(null)
  const { isReady, send, ...submission } = useSubmit(SPOT)
  const folders = useWholeList('listFolders', {}).items
  const queued = useRead('imports', {}).data?.value.imports.length ?? 0
  const textLater = useDeferredValue(text)
  const { taken, left, bad } = useMemo(() => linksIn(textLater, MOST.linksQueued - queued), [textLater, queued])

  async function submit(): Promise<void> {
    if (taken.length === 0) return tell(SPOT, { result: 'inert', why: IMPORT_FORM.none })
    let rest = taken
    while (rest.length > 0) {
      const links = rest.slice(0, MOST.linksAtOnce)
      const input = { links, type, ...(folderId ? { folderId } : {}) }
      const command: CommandInput = { type: 'edit', operation: 'importFiles', input }
      if (!isReady(command) || (await send(command))?.result !== 'done') break
      rest = rest.slice(links.length)
    }
    const stays = [...rest, ...left, ...bad.map((line) => line.text)]
    setText(stays.join('\n'))
    if (stays.length === 0) dialog.current?.close()
  }
  return (
    <Dialog ref={dialog} className="dialog files-dialog" aria-label={LIBRARY_NAMES.import} onClose={onClose}>
      <Form of={submission} onSubmit={submit}>
        <h2>{LIBRARY_NAMES.import}</h2>
        <Field
          name="links"
          label={IMPORT_FORM.links}
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          hint={
            text
              ? words.linesTold(
                  taken.length + left.length,
                  bad.map(({ nr }) => nr),
                  left.length,
                )
              : IMPORT_FORM.later
          }
        />
        <Select
          label={IMPORT_FORM.kind}
          words={words.KIND_NAMES}
          value={type}
          onChoose={(kind) => setType(kind as typeof type)}
        />
        <Select
          label={IMPORT_FORM.folder}
          words={{ '': IMPORT_FORM.noFolder, ...Object.fromEntries(folders.map(({ id, name }) => [id, name])) }}
          value={folderId}
          onChoose={setFolderId}
        />
        <Answer spots={[SPOT]} />
        <div className="row">
          <CloseButton />
          <Button type="submit" className="main">
            {words.importCount(taken.length)}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
