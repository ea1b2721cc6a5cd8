import { type KeyboardEvent, useCallback, useDeferredValue, useRef } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { EMPTY, PROJECT_FILTER } from '../../../shared/words/labels.ts'
import { SEARCH_KEY } from '../../../shared/words/panel/appearance.ts'
import * as words from '../../../shared/words/projects/projects.ts'
import { notOne } from '../../../shared/words/show/show.ts'
import { useRead, useWholeList } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { useActions } from '../../store/context.tsx'
import { ReadLine } from '../../ui/actions/Refresh.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { usePageKey } from '../../ui/button/usePageKey.ts'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { ReadFailed } from '../../ui/feedback/ReadFailed.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { Empty } from '../../ui/icons/icons.tsx'
import { Search } from '../../ui/icons/lateIcons.tsx'
import { countsOf, found, type Group } from './groups.ts'
import { Rows } from './ProjectRows.tsx'
import './ProjectList.css'

/** The filter of the list. */
export interface Sought {
  find: string
  state: Group
}

interface Props extends Sought {
  onSeek(change: Partial<Sought>): void
  onOpen(id: string): void
  /** The id of the open project, which is highlighted. */
  current: string | null
}

/** With more projects than this, a search field is shown. */
const MANY = 8

/** All projects of the account, to find and open one. It fetches pages automatically until it is complete. */
export function ProjectList({ find, state, onSeek, onOpen, current }: Props) {
  const { tell } = useActions()
  const list = useWholeList('listProjects', {})
  const open = useRead('getProject', { projectId: current ?? '' }, current !== null)
  const top = useRef<HTMLDivElement>(null)
  const soughtLater = useDeferredValue(find)
  const shown = found(list.items, soughtLater, state)
  const field = useCallback(() => top.current?.querySelector('input')?.focus(), [])
  usePageKey(SEARCH_KEY, field)

  /** The open project, too: beside a fresh list, its pane must not show an older status. */
  const refresh = () => Promise.all([list.refetch(), current !== null && open.refetch()])

  /** Enter opens the single match; with several matches it opens none and says so, as the scene search does. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.repeat) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      top.current?.querySelector<HTMLElement>('.project')?.focus()
    }
    if (event.key !== 'Enter' || find.trim() === '') return
    const [only, other] = found(list.items, find, state)
    if (other) tell('projects', { result: 'inert', why: notOne(found(list.items, find, state).length) })
    else if (only) onOpen(only.id)
  }
  return (
    <div className="projects" ref={top}>
      {(list.items.length > MANY || find !== '' || state !== 'all') && (
        <div className="projects-tools">
          <SearchField
            label={PROJECT_FILTER}
            placeholder={words.findLabel(list.total ?? list.items.length)}
            value={find}
            onChange={(event) => onSeek({ find: event.target.value })}
            onKeyDown={onKeyDown}
          />
          <Groups projects={list.items} state={state} onSeek={onSeek} />
        </div>
      )}
      <ReadLine
        readAt={list.readAt}
        about={(ageMs) => words.readSoFar(list.items.length, list.total ?? 0, ageMs)}
        onRefresh={refresh}
      />
      <Answer spots={['projects']} />
      {list.error && (
        <ReadFailed
          error={list.error}
          headline={words.LIST_WORDS[list.items.length ? 'failedFurther' : 'failed']}
          has={list.items.length > 0}
        />
      )}
      {shown.length > 0 ? (
        <Rows shown={shown} what={`${soughtLater} ${state}`} current={current} onOpen={onOpen} />
      ) : (
        !list.error && <None list={list} find={soughtLater} onShowAll={() => onSeek({ find: '', state: 'all' })} />
      )}
    </div>
  )
}

type List = ReturnType<typeof useWholeList<'listProjects'>>

function Groups({ projects, state, onSeek }: Pick<Props, 'state' | 'onSeek'> & { projects: readonly Project[] }) {
  const counts = countsOf(projects)
  const { all, ...others } = words.GROUP_NAMES
  const counted = Object.entries(others).map(([key, name]) => [key, words.withCount(name, counts[key as Group])])
  const options = { all, ...Object.fromEntries(counted) } as Record<Group, string>
  return (
    <Segmented
      name={words.GROUPS_NAME}
      options={options}
      value={state}
      onChoose={(to) => onSeek({ state: to })}
      inLine
    />
  )
}

/** The list is empty: still loading, no match, or no projects at all. */
function None({ list, find, onShowAll }: { list: List; find: string; onShowAll(): void }) {
  if (list.isPending) return <Skeleton text={EMPTY.projectsLoading} count={6} />
  if (list.items.length === 0)
    return (
      <StateCard look="page" icon={<Empty />} words={words.LIST_WORDS.none}>
        <a className="button main" href={addressOf('projects', { create: true })}>
          {words.PROJECT_NAMES.create}
        </a>
      </StateCard>
    )
  return (
    <StateCard look="page" icon={<Search />} words={words.noneFound(find, list.items.length)}>
      <Button className="" onClick={onShowAll}>
        {words.PROJECT_NAMES.showAll}
      </Button>
      {find && (
        <a className="button quiet" href={addressOf('projects', { find, create: true })}>
          {words.PROJECT_NAMES.createCalled}
        </a>
      )}
    </StateCard>
  )
}
