import type { Project } from '../../../shared/contract/records.ts'
import { lengthOfRun, type Run } from '../../../shared/schedule/runs.ts'
import { isRunning } from '../../../shared/state.ts'
import { beside } from '../../../shared/words/format.ts'
import { BLOCKED_NAMES, DATES_WORDS, runsFor, standing } from '../../../shared/words/schedule/planning.ts'
import { useProjects } from '../../data/projects.ts'
import type { Plan } from '../../data/usePlan.ts'
import { useAddress } from '../../store/useAddress.ts'
import { ProjectChoice } from '../../ui/project/ProjectChoice.tsx'

/** Finds a project to schedule among all of the account, showing its existing dates and what prevents new ones. */
export function ChooseProject({ plan }: { plan: Plan }) {
  const { address, go } = useAddress('schedule')
  function about(project: Project): string {
    const dates = plan.runs.filter((run) => run.projectId === project.id && !run.isRunning)
    const count = dates.length || (project.scheduledLivesCount ?? 0)
    const why = blockOf(project, plan.runs)
    return beside([why && BLOCKED_NAMES[why], standing(count, dates[0]?.at ?? null), runsFor(lengthOfRun(project))])
  }
  return (
    <>
      <p>{DATES_WORDS.choose}</p>
      <ProjectChoice
        useProjects={useProjects}
        about={about}
        onChoose={(project) => go({ project, day: address.day })}
      />
    </>
  )
}

/**
 * What prevents a project from being scheduled; null: nothing known. The running broadcasts are polled more often
 * than the project.
 */
export function blockOf(
  project: Pick<Project, 'id' | 'pluginMode' | 'liveStatus' | 'activeLiveId' | 'destinations'>,
  runs: readonly Run[],
) {
  const runsNow = runs.some((run) => run.isRunning && run.projectId === project.id)
  if (project.pluginMode) return 'pluginMode' as const
  if (runsNow || isRunning({ status: project.liveStatus, liveId: project.activeLiveId })) return 'onAir' as const
  // The service refuses such dates only when they are sent.
  return project.destinations.length === 0 ? ('noDestinations' as const) : null
}
