import { useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { clockTime, shortDayOf, timeOfDay } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { LIVE_STATUS_WORDS } from '../../../shared/words/projects/destinations.ts'
import * as words from '../../../shared/words/projects/projects.ts'
import { ONE_WORDS, PROJECT_NAMES } from '../../../shared/words/projects/projects.ts'
import { describeReadFailure, useList, useRead } from '../../data/queries.ts'
import { addressOf, reportOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { whyNoTargetChange } from '../../store/reasons.ts'
import { Button, CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { useLostEdits } from '../../ui/feedback/LostEdit.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ProjectReadFailed, projectHeading } from '../../ui/project/ProjectReadFailed.tsx'
import { Pane } from '../../ui/screen/Screen.tsx'
import { EditProject } from './EditProject.tsx'
import { LostEdits } from './LostEdits.tsx'
import { Tags } from './ProjectRows.tsx'

/** One project: its facts, its editable settings and its past broadcasts. */
export function ProjectView({ id, onClose }: { id: string; onClose(): void }) {
  const { data, error, isPlaceholderData, refetch } = useRead('getProject', { projectId: id })
  // While another project loads, the data of the previous one is still there as a placeholder.
  const project = isPlaceholderData ? undefined : data?.value
  const lost = useLostEdits(null, id)
  return (
    <Pane id="project-name" className="project-view" heading={projectHeading(project, error)} onClose={onClose}>
      <LostEdits edits={lost} />
      {error && (
        <ProjectReadFailed {...{ error, onBack: onClose }} back={words.ONE_WORDS.toAll} has={data !== undefined} />
      )}
      {project && (
        <>
          <MakeTarget project={project} />
          <nav className="row" aria-label={project.name || EMPTY.nameless}>
            <a className="button" href={addressOf('build', { project: id })}>
              {words.PROJECT_NAMES.build}
            </a>
            <a className="button" href={addressOf('schedule', { project: id })}>
              {words.PROJECT_NAMES.dates}
            </a>
            <a className="button" href={addressOf('reports', { project: id })}>
              {words.PROJECT_NAMES.reports}
            </a>
          </nav>
          <EditProject project={project} onLook={async () => (await refetch()).data?.value ?? null} />
          <Broadcasts projectId={id} />
        </>
      )}
      {!project && !error && <Skeleton text={words.ONE_WORDS.loading} count={5} />}
    </Pane>
  )
}

/**
 * Makes a project the show target of tray, hotkeys and Go live. This is always a separate decision: opening a project
 * never does it.
 */
function MakeTarget({ project }: { project: Project }) {
  const isTarget = usePanel(({ state }) => state?.targetId === project.id)
  const reason = usePanel(whyNoTargetChange)
  return (
    <div className="row">
      <Tags project={project} />
      {!isTarget && (
        <CommandButton
          name={words.PROJECT_NAMES.makeTarget}
          spot="target"
          reason={reason}
          command={{ type: 'chooseTarget', projectId: project.id }}
        />
      )}
      {!isTarget && reason && <p className="small">{reason}</p>}
      <Answer spots={['target']} />
    </div>
  )
}

/** How many are shown initially. */
const FIRST = 5

/** The past broadcasts of a project, newest first. */
export function Broadcasts({ projectId }: { projectId: string }) {
  const { items, total, error, isPending } = useList('listBroadcasts', { projectId })
  const [all, setAll] = useState(false)
  return (
    <div className="ruled-off stack tight">
      <h4>{ONE_WORDS.broadcasts}</h4>
      {error && <p className="small">{describeReadFailure(error).what}</p>}
      {isPending && !error && <Skeleton text={ONE_WORDS.broadcastsLoading} count={3} />}
      {total === 0 && <p className="empty">{ONE_WORDS.noBroadcasts}</p>}
      <ul>
        {(all ? items : items.slice(0, FIRST)).map(({ liveId, date, duration, status, peakViewers }) => (
          <li key={liveId}>
            <a className="list-row broadcast num" href={reportOf(projectId, liveId)}>
              <b>{date && startOf(date)}</b>
              <small>{[duration && clockTime(duration), LIVE_STATUS_WORDS[status]].filter(Boolean).join(', ')}</small>
              <small>{peakViewers !== null && ONE_WORDS.peak(peakViewers)}</small>
            </a>
          </li>
        ))}
      </ul>
      {!all && items.length > FIRST && (
        <Button onClick={() => setAll(true)}>{PROJECT_NAMES.allBroadcasts(items.length)}</Button>
      )}
    </div>
  )
}

function startOf(date: string): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : `${shortDayOf(at)}, ${timeOfDay(at, false)}`
}
