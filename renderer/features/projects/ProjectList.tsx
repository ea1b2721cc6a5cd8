import { type KeyboardEvent, memo, useEffect, useId, useState } from 'react'
import type { ProjectListItem } from '../../../shared/state.ts'
import { LIVE_STATUS_WORDS } from '../../../shared/words/destinations.ts'
import { tellFailure } from '../../../shared/words/failures.ts'
import { EMPTY, NAMES, NO_MATCH, PROJECT_FILTER } from '../../../shared/words/labels.ts'
import { notOne } from '../../../shared/words/show.ts'
import { EMPTY_WORDS } from '../../../shared/words/states.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Empty } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ServicePage } from '../../ui/ServicePage.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { useInPortions } from '../../ui/useInPortions.ts'
import './Projects.css'

/** From here on a field helps to find a project. */
const MANY = 8
const NONE: ProjectListItem[] = []

/** The account's projects, read the first time somebody looks. */
export function ProjectList({ onChosen = () => {} }: { onChosen?: () => void }) {
  const { press, tell } = useActions()
  const [sought, setSought] = useState('')
  const items = usePanel(({ state }) => state?.projectList.items ?? NONE)
  const reason = usePanel(whyNoLink)
  useReadOnce()
  const found = items.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()))
  const ready = useInPortions(found.length, sought)
  const choose = useChoose(onChosen)
  /** Enter takes the one that is left; of several it takes none, and says so, as the search for a scene does. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.repeat || sought.trim() === '') return
    const [only, other] = found
    if (other) tell('projects', { result: 'inert', why: notOne(found.length) })
    else if (only) void choose(only.id)
  }
  return (
    <div className="projects">
      {items.length > MANY && (
        <SearchField
          label={PROJECT_FILTER}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <ListState found={found.length} sought={sought !== ''} />
      <ul>
        {found.slice(0, ready).map(({ id, name, liveStatus }) => (
          <Choice key={id} id={id} name={name} liveStatus={liveStatus} onChosen={onChosen} />
        ))}
      </ul>
      <div className="row">
        <PressButton
          name={NAMES.listProjects}
          spot="projects"
          className="quiet"
          reason={reason}
          onPress={() => void press('projects', { type: 'loadProjects' })}
        />
        <Answer spots={SPOTS} />
      </div>
    </div>
  )
}

const SPOTS = ['projects', 'target'] as const

/** Asks for the list when it was never read: it is loaded lazily, to spare the request budget. */
function useReadOnce(): void {
  const { press } = useActions()
  const unread = usePanel(
    ({ state, link }) =>
      link === 'up' &&
      state?.service.keyPresent === true &&
      state.projectList.readAt === null &&
      state.projectList.failure === null &&
      !state.projectList.loading,
  )
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (!unread || asked) return
    setAsked(true)
    void press('projects', { type: 'loadProjects' })
  }, [unread, asked, press])
}

/** What is true of the list, where there is nothing to choose from. */
function ListState({ found, sought }: { found: number; sought: boolean }) {
  const loading = usePanel(({ state }) => state?.projectList.loading ?? false)
  const read = usePanel(({ state }) => state?.projectList.readAt != null)
  const failure = usePanel(({ state }) => state?.projectList.failure ?? null)
  const toldAbove = usePanel(({ state }) => state?.service.failure?.kind === state?.projectList.failure?.kind)
  if (failure && !toldAbove) {
    const { what, todo } = tellFailure(failure)
    return (
      <p className="empty">
        {what} {todo}
      </p>
    )
  }
  if (found > 0) return null
  if (sought) return <p className="empty">{NO_MATCH}</p>
  if (loading) return <Skeleton className="stand-in-rows" text={EMPTY.projectsLoading} count={3} />
  if (!read) return <p className="empty">{EMPTY.projectsUnread}</p>
  return (
    <StateCard look="part" icon={<Empty />} words={EMPTY_WORDS.noProjects}>
      <ServicePage />
    </StateCard>
  )
}

/** Takes a project as the show target; what keeps it from that is answered beneath the list. */
function useChoose(onChosen: () => void) {
  const { press } = useActions()
  return async (projectId: string): Promise<void> => {
    const answer = await press('target', { type: 'chooseTarget', projectId })
    if (answer?.result === 'done') onChosen()
  }
}

const Choice = memo(function Choice({ id, name, liveStatus, onChosen }: ProjectListItem & { onChosen(): void }) {
  const choose = useChoose(onChosen)
  const about = useId()
  const current = usePanel(({ state }) => state?.targetId === id)
  return (
    <li>
      <button
        type="button"
        className="project"
        aria-describedby={about}
        aria-current={current || undefined}
        onClick={() => void choose(id)}
      >
        <span className="clip">{name || EMPTY.nameless}</span>
        <small id={about} aria-hidden="true">
          {LIVE_STATUS_WORDS[liveStatus]}
        </small>
      </button>
    </li>
  )
})
