import type { CommandOf } from '../../../../shared/commands/commands.ts'
import type { Outcome } from '../../../../shared/outcome.ts'
import { isStale, targetOf } from '../../../../shared/state.ts'
import { mayRun } from '../../polling/policy.ts'
import type { Context } from '../context.ts'
import { leavesHalfDone, onAirOf } from '../guard.ts'
import { Refused } from '../ports.ts'
import { finished, stop, takenStop } from './startStop.ts'

/** The delay between the outcome and the end, in ms, so that the caller receives the outcome. */
const LAST_WORDS_MS = 250

/**
 * Quits Cuelight. What is, or may be, on air is left on air only if the user says so: a broadcast continues without
 * Cuelight, and nothing would be there to stop it. With a due arm it is stopped first, by the usual two steps.
 */
export async function quit({ onAir, openWork, armId }: CommandOf<'quit'>, context: Context): Promise<Outcome> {
  const { quit: end } = context.ports
  if (!end) throw new Refused({ reason: 'notHere' })
  // Checked before anything is stopped, so that a user who then stays has lost nothing.
  const left = openWork === 'leave' ? null : leavesHalfDone('quit', context.store.get())
  if (left) throw new Refused(left)
  if (onAir === 'stop') await stopFirst(armId, context)
  const { projectNames, notKnown, ...mayBe } = await everythingOnAir(context)
  if ((projectNames.length > 0 || notKnown) && onAir !== 'leave')
    throw new Refused({ reason: 'onAir', projectNames, ...mayBe, ...(notKnown ? { notKnown } : {}) })
  context.clock.after(LAST_WORDS_MS, end)
  return finished({ what: 'quitting', leftOnAir: projectNames, ...mayBe })
}

/** Rejects if the stop is refused, fails or gets no response: then Cuelight does not quit. */
function stopFirst(armId: string | undefined, context: Context): Promise<Outcome> {
  const { projectId, liveId } = takenStop(armId ?? '', context)
  return stop(projectId, liveId, context)
}

interface OnAir {
  projectNames: string[]
  /** Of some it is not certain. */
  mayBe?: true
  /** It is not certain that this is everything: a source of it did not respond, or is stale. */
  notKnown: boolean
}

/** The projects followed here, and whatever else runs on the local studio, which belongs to Cuelight, too. */
async function everythingOnAir(context: Context): Promise<OnAir> {
  const studio = context.ports.rehearsal?.() ?? null
  const running = studio ? await studio.onAir().catch(() => null) : []
  const state = context.store.get()
  const isFollowed = (projectId: string) => {
    const project = state.projects[projectId]
    return project !== undefined && mayRun(project)
  }
  const others = (running ?? []).filter((one) => !isFollowed(one.projectId)).map((one) => one.projectName)
  // A response of the studio is fresh and complete. Without a studio, our own last reading has to be fresh.
  const notKnown = running === null || (studio === null && targetIsStale(context))
  const { names, ...mayBe } = onAirOf(state)
  return { projectNames: [...names, ...others], ...mayBe, notKnown }
}

function targetIsStale({ store, clock }: Context): boolean {
  const target = targetOf(store.get())
  if (!target) return false
  return target.live === null || isStale(target, clock.now())
}
