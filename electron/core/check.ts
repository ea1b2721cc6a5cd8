import type { CheckFault } from '../../shared/outcome.ts'
import type { ProjectState } from '../../shared/state.ts'

/**
 * The go-live check: known faults only. What has not been read or verified is no fault, and nothing is ever called
 * healthy for want of one.
 */
export function checkFaults(project: ProjectState): CheckFault[] {
  const faults: CheckFault[] = []
  if (project.scenes && !project.scenes.some((scene) => scene.isActive)) faults.push({ fault: 'noActiveScene' })
  const { settings } = project
  if (!settings) return faults
  if (settings.destinations.length === 0 && !settings.destinationIds?.length) faults.push({ fault: 'noDestinations' })
  for (const { id, name, error } of settings.destinations) {
    const checked = id === null ? undefined : project.check?.results[id]
    if (checked?.valid === false) faults.push({ fault: 'destination', name, error: checked.error })
    else if (!checked && error === 'AUTH_ERROR') faults.push({ fault: 'destination', name, error })
  }
  return faults
}
