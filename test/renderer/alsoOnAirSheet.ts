import type { RunningBroadcast } from '../../shared/query/views.ts'
import { READS } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject } from './states.ts'

export const broadcast = (
  projectId: string,
  projectName: string,
  more: Partial<RunningBroadcast> = {},
): RunningBroadcast => ({
  ...{ projectId, projectName, liveId: `live-${projectId}`, status: 'LIVE', elapsedSeconds: 600 },
  ...{
    remainingSeconds: null,
    duration: { manual: true, planned: null },
    viewers: null,
    unsynced: false,
    destinations: [],
  },
  ...more,
})

/** The show target and two more. */
export const ALSO: RunningBroadcast[] = [
  broadcast('p1', 'Friday Night'),
  broadcast('p7', 'Lofi channel', { elapsedSeconds: 95_469, viewers: 412 }),
  broadcast('p8', 'The harbour at night, from the old lighthouse, with the sound of rain', {
    ...{ elapsedSeconds: 61, remainingSeconds: 5_400, unsynced: true },
  }),
]

/** Reads of the account while these broadcasts run. */
export const alsoReads =
  (broadcasts: RunningBroadcast[]): typeof READS =>
  (name, input) =>
    name === 'runningBroadcasts' ? { broadcasts, total: broadcasts.length } : READS(name, input)

const show = (broadcasts: RunningBroadcast[]): SetUpState => ({
  ...{ hash: '', state: appState(liveProject()), read: alsoReads(broadcasts), shows: '.also h2' },
})

/** Other broadcasts of the account, listed below the show. */
export const ALSO_SHEET: Record<string, SetUpState> = {
  alsoOnAir: show(ALSO),
  alsoStarting: show([broadcast('p9', '', { status: 'PREPARING', elapsedSeconds: null })]),
}
