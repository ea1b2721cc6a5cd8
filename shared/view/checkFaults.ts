import type { CheckFault } from '../outcome.ts'
import type { Opening } from '../settings/settings.ts'
import type { ProjectState } from '../state.ts'

/**
 * The go-live check, shared by the core and by the sheet that previews it: known faults only. What has not been read or
 * verified is no fault, and the absence of faults is never reported as healthy.
 *
 * @param now wall ms
 * @param unwritable why the journal cannot be written, in words, or null
 * @param opening the scene it begins with; null: the active one
 */
export function checkFaults(
  project: ProjectState,
  now: number,
  unwritable: string | null = null,
  opening: Opening | null = null,
): CheckFault[] {
  const faults: CheckFault[] = unwritable === null ? [] : [{ fault: 'journal', error: unwritable }]
  const { scenes, settings } = project
  if (isStopLate(project, now)) faults.push({ fault: 'lateStop' })
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

/** A Stop that had not arrived when readings showed the broadcast running, and would end the next one. */
export const isStopLate = ({ late: { stop } }: Pick<ProjectState, 'late'>, now: number): boolean =>
  stop?.isSeen === true && stop.isOpen && now < stop.until
