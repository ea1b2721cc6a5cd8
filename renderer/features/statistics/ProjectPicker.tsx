import { useState } from 'react'
import { EMPTY } from '../../../shared/words/labels.ts'
import * as words from '../../../shared/words/statistics.ts'
import { tellUnread, useRead, useWholeList } from '../../data/queries.ts'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import { ChevronDown } from '../../ui/icons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  current: string | null
  onChoose(id: string): void
}

/** So many are listed; the search finds the others. */
const MOST = 50

/** Whose broadcasts are looked at: says it, and leads to another project. */
export function ProjectPicker({ current, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const name = useProjectName(current)
  return (
    <>
      <Button
        className="reports-project"
        aria-haspopup="dialog"
        title={name ?? undefined}
        onClick={() => setOpen(true)}
      >
        <span className="hearable">{words.REPORT_NAMES.chooseProject}: </span>
        <span className="clip">{name ?? words.REPORT_NAMES.chooseProject}</span>
        <ChevronDown />
      </Button>
      {open && <Choice current={current} onChoose={onChoose} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What a project is called; null: not read, or none is meant. */
export function useProjectName(projectId: string | null): string | null {
  const { data, isPlaceholderData } = useRead('getProject', { projectId: projectId ?? '' }, projectId !== null)
  return data && !isPlaceholderData ? data.value.name || EMPTY.nameless : null
}

/** All projects of the account, by a search. */
function Choice({ current, onChoose, onClose }: Props & { onClose(): void }) {
  const [find, setFind] = useState('')
  const list = useWholeList('listProjects', {})
  const text = find.trim().toLowerCase()
  const found = list.items.filter(({ name }) => name.toLowerCase().includes(text))
  const more = found.length - MOST
  return (
    <Dialog className="dialog reports-choice" aria-label={words.REPORT_NAMES.chooseProject} onClose={onClose}>
      <div className="card-head">
        <h2>{words.REPORT_NAMES.chooseProject}</h2>
        <CloseButton />
      </div>
      <SearchField
        label={words.REPORT_NAMES.findProject}
        value={find}
        onChange={(event) => setFind(event.target.value)}
      />
      {list.error && <p className="small">{`${words.FAILED.projects}. ${tellUnread(list.error).what}`}</p>}
      {list.isPending && <Skeleton className="stand-in-rows" text={words.READING.projects} count={5} />}
      {!list.isPending && !list.error && found.length === 0 && <p className="empty">{words.NO_PROJECT_FOUND}</p>}
      <ul className="ruled">
        {found.slice(0, MOST).map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className="plain strong reports-row"
              aria-current={id === current || undefined}
              onClick={(event) => {
                event.currentTarget.closest('dialog')?.close()
                onChoose(id)
              }}
            >
              <span className="clip">{name || EMPTY.nameless}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="small">{words.moreProjects(more)}</p>}
    </Dialog>
  )
}
