import { ServiceError } from '../../../../shared/failures.ts'
import type { Opening } from '../../../../shared/settings/settings.ts'
import { passOver } from '../../../service/calls.ts'
import { applyActivated, applyActivationLost } from '../../state/reducers.ts'
import { changeProject } from '../../state/store.ts'
import { type Context, projectNow } from '../context.ts'
import { Refused } from '../ports.ts'
import { isLost, queueWrite, sceneSequence, sendActivate, trackChange } from './edits.ts'

/** The scene with which broadcasts of a project begin, if one was chosen. */
export function openingOf(projectId: string, { store }: Pick<Context, 'store'>): Opening | null {
  const { openings } = store.get()
  return Object.hasOwn(openings, projectId) ? (openings[projectId] ?? null) : null
}

/** A reading older than this, in ms, does not show which scene is active: another client may have switched since. */
const YOUNG_MS = 5_000
const LOOK_MS = 3_000

/**
 * Makes the opening scene of a project active before anything is started. If the response is lost, the scenes are read:
 * unless they show it active, nothing is started.
 *
 * @param holds checked again right before the bytes go out; throws if nothing may be sent any more
 * @param despiteFaults allows that the scene is gone: the broadcast then begins with the active scene
 * @returns the name of the opening scene; null if the broadcast begins with the active scene
 * @throws Refused if the scene is gone or could not be made active
 */
export async function makeOpening(
  projectId: string,
  context: Context,
  holds: () => null,
  despiteFaults: boolean,
): Promise<string | null> {
  const opening = openingOf(projectId, context)
  if (!opening || isSwitched(projectId, context)) return null
  if (isActive(opening.id, projectId, context)) return opening.name
  const { clock, store, poller } = context
  const input = { params: { projectId, sceneId: opening.id } }
  try {
    const isOurs = await queueWrite(context, projectId, async () => {
      if (isSwitched(projectId, context)) return false
      const answer = await trackChange(context, projectId, 'edit', () =>
        sendActivate(context, input, { recheck: holds }),
      )
      changeProject(store, projectId, (draft) => applyActivated(draft, answer, clock.now()))
      return true
    })
    return isOurs ? opening.name : null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.failure.kind === 'notFound') return gone(opening, despiteFaults)
    if (isLost(error)) {
      changeProject(store, projectId, applyActivationLost)
      await poller.read(projectId, ['scenes'], { lane: 'show', timeoutMs: LOOK_MS }).catch(passOver)
      if (isActive(opening.id, projectId, context)) return opening.name
    }
    throw new Refused({ reason: 'opening', sceneName: opening.name })
  }
}

/** Another scene was requested after the Go live: the broadcast begins with that one. */
const isSwitched = (projectId: string, context: Context): boolean =>
  context.sequence.isSuperseded(sceneSequence(projectId, context), context.invocation.number)

function gone({ name }: Opening, despiteFaults: boolean): null {
  if (despiteFaults) return null
  throw new Refused({ reason: 'faults', faults: [{ fault: 'openingGone', name }] })
}

/** Does a recent reading show this scene as the active one? */
function isActive(sceneId: string, projectId: string, context: Context): boolean {
  const { scenes, scenesReadAt } = projectNow(projectId, context)
  const age = Math.abs(context.clock.now() - (scenesReadAt ?? Number.NEGATIVE_INFINITY))
  return age < YOUNG_MS && scenes?.find(({ id }) => id === sceneId)?.isActive === true
}
