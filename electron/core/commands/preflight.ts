import type { CheckFault } from '../../../shared/outcome.ts'
import type { ProjectState } from '../../../shared/state.ts'

/**
 * The go-live check: known faults only. What has not been read or verified is no fault, and nothing is ever called
 * healthy for want of one.
 *
 * @param unwritable why the journal cannot be written, in words, or null
 */
export function checkFaults(project: ProjectState, unwritable: string | null = null): CheckFault[] {
  const faults: CheckFault[] = unwritable === null ? [] : [{ fault: 'journal', error: unwritable }]
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
