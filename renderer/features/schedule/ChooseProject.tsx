import { useDeferredValue, useState } from 'react'
import { lengthOfRun } from '../../../shared/schedule/runs.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { DATES_NAMES, DATES_WORDS, runsFor } from '../../../shared/words/planning.ts'
import { useWholeList } from '../../data/queries.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useAddress } from './address.ts'
import { Unread } from './Unread.tsx'

/** As many as are looked through at a glance. */
const MOST = 8

/** Finds the project that is to have dates, among all of the account. */
export function ChooseProject() {
  const { to } = useAddress()
  const list = useWholeList('listProjects', {})
  const [find, setFind] = useState('')
  const text = useDeferredValue(find).trim().toLowerCase()
  const found = list.items.filter(({ name }) => name.toLowerCase().includes(text))
  return (
    <>
      <p>{DATES_WORDS.choose}</p>
      <SearchField
        label={DATES_NAMES.findProject}
        placeholder={DATES_NAMES.findProject}
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      {list.error && <Unread error={list.error} headline={DATES_WORDS.projectsFailed} />}
      {list.isPending && !list.error && <Skeleton className="stand-in-rows" text={DATES_WORDS.loading} count={5} />}
      <ul className="ruled">
        {found.slice(0, MOST).map((project) => (
          <li key={project.id}>
            <a className="run plain run-choice" href={to({ project: project.id })}>
              <span className="clip run-name" title={project.name}>
                {project.name || EMPTY.nameless}
              </span>
              <small>{runsFor(lengthOfRun(project))}</small>
            </a>
          </li>
        ))}
      </ul>
      {found.length > MOST && <p className="small">{DATES_WORDS.moreFound(found.length - MOST)}</p>}
      {list.items.length > 0 && found.length === 0 && <p className="small">{DATES_WORDS.noneFound}</p>}
    </>
  )
}
