import { useRef } from 'react'
import { ONE_WORDS } from '../../../shared/words/projects/projects.ts'
import { calendarDay, HOURS_WORDS, PLAN_NAMES } from '../../../shared/words/schedule/planning.ts'
import { useRead } from '../../data/queries.ts'
import type { Plan } from '../../data/usePlan.ts'
import { useAddress } from '../../store/useAddress.ts'
import { useReturnFocus } from '../../ui/dialog/Dialog.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ProjectReadFailed, projectHeading } from '../../ui/project/ProjectReadFailed.tsx'
import { Pane } from '../../ui/screen/Screen.tsx'
import { useFocusKept } from '../../ui/screen/useFocusKept.ts'
import { ChooseProject } from './ChooseProject.tsx'
import type { Typed } from './DatesForm.tsx'
import { ProjectDates } from './ProjectDates.tsx'
import { WhatPlays } from './WhatPlays.tsx'

interface Props {
  /** Null: a project is being chosen. */
  projectId: string | null
  plan: Plan
  now: number
  zone: string
  /** Shows what plays instead of the dates. */
  plays: boolean
  /** Reports the unsent dates, which are drawn in the month. */
  onTyped(typed: Typed): void
  onClose(): void
}

/** The dates of one project: schedule, move and cancel them. */
export function ProjectPane({ projectId, onClose, plays, ...rest }: Props) {
  const { address, to } = useAddress('schedule')
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPlaceholderData } = useRead('getProject', { projectId: projectId ?? '' }, projectId !== null)
  const project = projectId === null || isPlaceholderData ? undefined : data?.value
  const add = address.day === null ? PLAN_NAMES.add : PLAN_NAMES.addOn(calendarDay(address.day))
  useReturnFocus(heading)
  const focus = useFocusKept(heading)
  return (
    <Pane
      id="schedule-of"
      className="schedule-pane"
      heading={projectId === null ? add : projectHeading(project, error)}
      headingRef={heading}
      onClose={onClose}
      {...focus}
    >
      {projectId === null && <ChooseProject plan={rest.plan} />}
      {projectId !== null && error && (
        <ProjectReadFailed {...{ error, onBack: onClose }} back={PLAN_NAMES.toAll} has={false} />
      )}
      {projectId !== null && !project && !error && <Skeleton text={ONE_WORDS.loading} count={5} />}
      {project && (plays ? <WhatPlays projectId={project.id} /> : <ProjectDates project={project} {...rest} />)}
      {project && plays && (
        <a className="button quiet" href={to({ view: 'month', project: project.id })}>
          {HOURS_WORDS.dates}
        </a>
      )}
    </Pane>
  )
}
