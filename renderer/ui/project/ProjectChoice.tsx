import { useDeferredValue, useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { isRunning } from '../../../shared/state.ts'
import { EMPTY, PROJECT_FILTER } from '../../../shared/words/labels.ts'
import { SWITCHER_NAMES, SWITCHER_WORDS } from '../../../shared/words/projects/switcher.ts'
import { lately } from '../../store/lately.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { SearchField } from '../form/SearchField.tsx'
import { useInPortions } from '../list/useInPortions.ts'
import './ProjectChoice.css'

export interface ChoiceProps {
  /** A hook that reads all projects. It runs only while they are shown. */
  useProjects(): { items: readonly Project[]; isPending: boolean; failed: string | null }
  current?: string | null
  /** The line beneath a name. */
  about?(project: Project): string | null
  onChoose(id: string): void
}

type Group = 'onAir' | 'lately' | 'others'

/** All projects to choose from: those on air, those opened recently, then the others. */
export function ProjectChoice({ useProjects, current = null, about, onChoose }: ChoiceProps) {
  const [find, setFind] = useState('')
  const { items, isPending, failed } = useProjects()
  const text = useDeferredValue(find).trim().toLowerCase()
  const [seen] = useState(lately)
  const found = items.filter(({ name }) => name.toLowerCase().includes(text))
  const groups = Map.groupBy(found, (project) => groupOf(project, seen))
  groups.get('lately')?.sort((one, other) => seen.indexOf(one.id) - seen.indexOf(other.id))
  const others = groups.get('others') ?? []
  const ready = useInPortions(others.length, text)
  const shown = { onAir: groups.get('onAir'), lately: groups.get('lately'), others: others.slice(0, ready) }
  return (
    <>
      <SearchField label={PROJECT_FILTER} value={find} onChange={({ target }) => setFind(target.value)} />
      {failed && <p className="small">{`${SWITCHER_WORDS.failed}. ${failed}`}</p>}
      {isPending && !failed && <Skeleton text={SWITCHER_WORDS.loading} count={5} />}
      {!isPending && !failed && found.length === 0 && <p className="empty">{SWITCHER_WORDS.none}</p>}
      {(['onAir', 'lately', 'others'] as const).map(
        (group) =>
          !!shown[group]?.length && (
            <section key={group} className="project-choices" aria-label={SWITCHER_NAMES[group]}>
              {groups.size > 1 && <h3 className="small">{SWITCHER_NAMES[group]}</h3>}
              <ul className="ruled">
                {shown[group].map((project) => (
                  <Row key={project.id} {...{ project, about, onChoose }} isCurrent={project.id === current} />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  )
}

function groupOf({ id, liveStatus, activeLiveId }: Project, seen: readonly string[]): Group {
  if (isRunning({ status: liveStatus, liveId: activeLiveId })) return 'onAir'
  return seen.includes(id) ? 'lately' : 'others'
}

interface RowProps extends Pick<ChoiceProps, 'about' | 'onChoose'> {
  project: Project
  isCurrent: boolean
}

function Row({ project, about, onChoose, isCurrent }: RowProps) {
  const name = project.name || EMPTY.nameless
  return (
    <li>
      <button
        type="button"
        className="plain list-row project-choice"
        aria-current={isCurrent || undefined}
        title={name}
        onClick={(event) => {
          event.currentTarget.closest('dialog')?.close()
          onChoose(project.id)
        }}
      >
        <span className="clip strong">{name}</span>
        {about && <small>{about(project)}</small>}
      </button>
    </li>
  )
}
