import { useRef, useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import * as words from '../../../shared/words/files/library.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { Columns } from '../../ui/list/Columns.tsx'

const SPOT = 'file:rename'
const { RENAME_WORDS, LIBRARY_NAMES } = words

/** Renames the marked files by a pattern, with a preview of each new name and, afterwards, the failures. */
export function RenameDialog({ files: marked, onClose }: { files: readonly TimedFile[]; onClose(): void }) {
  // Captured once: the list is refetched after the edit, but this dialog keeps the files it was opened with.
  const [files] = useState(marked)
  const [pattern, setPattern] = useState('{name}')
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map())
  const dialog = useRef<HTMLDialogElement>(null)
  const { submit: send, ...submission } = useSubmit(SPOT)
  const rows = renamedBy(pattern, files)
  const renames = rows.filter(({ problem }) => problem === null).map(({ id, after }) => ({ id, name: after }))

  async function submit(): Promise<void> {
    if (renames.length === 0) return
    const done = await send({ type: 'edit', operation: 'renameFiles', input: { renames } })
    if (done?.what !== 'edited') return
    const renamed = (done.answer ?? {}) as { failed?: readonly { id: string; message: string }[] }
    setFailed(new Map(renamed.failed?.map(({ id, message }) => [id, message])))
    if (!renamed.failed?.length) dialog.current?.close()
  }
  return (
    <Dialog ref={dialog} className="dialog files-dialog" aria-label={LIBRARY_NAMES.rename} onClose={onClose}>
      <Form of={submission} onSubmit={submit}>
        <h2>{LIBRARY_NAMES.rename}</h2>
        <Field
          name="pattern"
          label={RENAME_WORDS.pattern}
          hint={RENAME_WORDS.hint}
          value={pattern}
          maxLength={200}
          onChange={(event) => setPattern(event.target.value)}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard */}
        <section className="files-preview" tabIndex={0} aria-label={LIBRARY_NAMES.rename}>
          <table className="table">
            <Columns names={[RENAME_WORDS.before, RENAME_WORDS.after]} />
            <tbody>
              {rows.map(({ id, before, after, problem }) => (
                <tr key={id}>
                  <td className="clip" title={before}>
                    {before}
                  </td>
                  <td title={after}>
                    {after}
                    {problem && <small> ({RENAME_WORDS[problem]})</small>}
                    {failed.has(id) && <b className="strong"> {words.notRenamed(failed.get(id) ?? '')}</b>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <Answer spots={[SPOT]} />
        <div className="row">
          <CloseButton />
          <Button type="submit" className="main" aria-disabled={renames.length === 0 || undefined}>
            {words.renameCount(renames.length)}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** One file with its new name, and the reason if it cannot have that name. */
interface Renaming {
  id: string
  before: string
  after: string
  problem: 'same' | 'empty' | 'taken' | null
}

/** Applies a pattern to the names: `{name}` is the current name, `{number}` counts up; the file extension is kept. */
function renamedBy(pattern: string, files: readonly Pick<TimedFile, 'id' | 'name'>[]): Renaming[] {
  const digits = String(files.length).length
  const made = files.map(({ id, name }, nr) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.\s]{1,5})?$/.exec(name) ?? []
    const values: Record<string, string> = { name: stem, number: String(nr + 1).padStart(digits, '0') }
    const body = pattern.replace(/\{(name|number)\}/g, (_, key: string) => values[key] ?? '').trim()
    return { id, before: name, after: body && body + ending }
  })
  const count = new Map<string, number>()
  for (const { after } of made) count.set(after, (count.get(after) ?? 0) + 1)
  return made.map((one) => ({ ...one, problem: problemOf(one, count.get(one.after) ?? 0) }))
}

function problemOf({ before, after }: Pick<Renaming, 'before' | 'after'>, count: number): Renaming['problem'] {
  if (after === '') return 'empty'
  if (after === before) return 'same'
  return count > 1 ? 'taken' : null
}
