import type { CheckFault } from '../outcome.ts'
import type { Opening } from '../settings/settings.ts'
import type { ProjectState } from '../state.ts'

/**
 * The go-live check, as the core does it and as the sheet before it foretells it: known faults only. What has not been read or verified is no fault, and nothing is ever called
 * healthy for want of one.
 *
 * @param unwritable why the journal cannot be written, in words, or null
 * @param opening the scene it is to begin with; null: the active one
 */
export function checkFaults(
  project: ProjectState,
  unwritable: string | null = null,
  opening: Opening | null = null,
): CheckFault[] {
  const faults: CheckFault[] = unwritable === null ? [] : [{ fault: 'journal', error: unwritable }]
  const { scenes, settings } = project
  if (opening && scenes && !scenes.some(({ id }) => id === opening.id))
    faults.push({ fault: 'openingGone', name: opening.name })
  else if (!opening && scenes && !scenes.some((scene) => scene.isActive)) faults.push({ fault: 'noActiveScene' })
  if (!settings) return faults
  if (settings.destinations.length === 0 && !settings.destinationIds?.length) faults.push({ fault: 'noDestinations' })
  for (const { id, name, error } of settings.destinations) {
    const checked = id === null ? undefined : project.check?.results[id]
    if (checked?.valid === false) faults.push({ fault: 'destination', name, error: checked.error })
    else if (!checked && error === 'AUTH_ERROR') faults.push({ fault: 'destination', name, error })
  }
  return faults
}
