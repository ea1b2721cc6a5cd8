import { memo, useCallback, useId, useRef } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import * as words from '../../../shared/words/projects/projects.ts'
import { usePanel } from '../../store/context.tsx'
import { useRows } from '../../ui/list/useArrows.ts'
import { whereTo } from './groups.ts'

interface RowsProps {
  shown: readonly Project[]
  /** A change of this value identifies another list, whose rows render from the start again. */
  what: string
  current: string | null
  onOpen(id: string): void
}

/** The rows of the list. Arrow keys move between rows. */
export function Rows({ shown, what, current, onOpen }: RowsProps) {
  const rows = useRows({ all: shown, idOf: ({ id }) => id, row: 'project', current, what })
  // A stable callback, so that the memoized rows are not rendered again.
  const open = useRef(onOpen)
  open.current = onOpen
  const openLatest = useCallback((id: string) => open.current(id), [])
  return (
    <ul {...rows.listens}>
      {rows.shown.map((project) => (
        <Row
          key={project.id}
          project={project}
          isCurrent={project.id === current}
          isEntry={project === rows.entry}
          onOpen={openLatest}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  project: Project
  isCurrent: boolean
  /** Whether Tab leads to this row. */
  isEntry: boolean
  onOpen(id: string): void
}

const Row = memo(function Row({ project, isCurrent, isEntry, onOpen }: RowProps) {
  const about = useId()
  const { id, viewers, scheduledLivesCount: dates, createdAt } = project
  const name = project.name || EMPTY.nameless
  const made = createdAt && words.made(createdAt)
  return (
    <li>
      <button
        type="button"
        className="plain list-row project"
        data-project={id}
        tabIndex={isEntry ? 0 : -1}
        aria-current={isCurrent || undefined}
        aria-describedby={about}
        title={name}
        onClick={() => onOpen(id)}
      >
        <span className="project-name">
          <b className="clip strong">{name}</b>
          <small className="clip" aria-hidden="true">
            {whereTo(project)}
          </small>
        </span>
        <span className="project-facts num" id={about} aria-hidden="true">
          <Tags project={project} />
          <small className="project-numbers">
            {viewers !== null && <span data-fact="viewers">{words.watching(viewers)} </span>}
            {!!dates && <span data-fact="dates">{words.dates(dates)} </span>}
            {made && <span data-fact="made">{made}</span>}
          </small>
        </span>
      </button>
    </li>
  )
})

/** The state of a project as a word and a shape, and whether it is the show target of tray, hotkeys and Go live. */
export function Tags({ project: { id, liveStatus } }: { project: Pick<Project, 'id' | 'liveStatus'> }) {
  const isTarget = usePanel(({ state }) => state?.targetId === id)
  return (
    <span className="tags">
      <span className="tag" data-state={liveStatus} data-air={liveStatus === 'LIVE' || undefined}>
        {words.STATE_TAGS[liveStatus]}
      </span>{' '}
      {isTarget && (
        <span className="tag" data-state="target">
          {words.TARGET_TAG}
        </span>
      )}
    </span>
  )
}
