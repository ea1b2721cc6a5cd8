import type { CommandOf } from '../../../../shared/commands/commands.ts'
import type { Outcome } from '../../../../shared/outcome.ts'
import { isStale, targetOf } from '../../../../shared/state.ts'
import type { Context } from '../context.ts'
import { leavesHalfDone, mayBeOnAir, onAirOf } from '../guard.ts'
import { Refused } from '../ports.ts'
import { finished, stop, takenStop } from './startStop.ts'

/** Ms between the outcome and the end: whoever asked shall hear it. */
const LAST_WORDS_MS = 250

/**
 * Ends Cuelight. What is, or may be, on air stays on air only when a person says so: a broadcast runs on without us, and
 * nobody would be there to stop it. With an arm that is due it is stopped first, by the ordinary two steps.
 */
export async function quit({ onAir, openWork, armId }: CommandOf<'quit'>, context: Context): Promise<Outcome> {
  const { quit: end } = context.ports
  if (!end) throw new Refused({ reason: 'notHere' })
  // Asked before anything is stopped: who stays then has lost nothing.
  const left = openWork === 'leave' ? null : leavesHalfDone('quit', context.store.get())
  if (left) throw new Refused(left)
  if (onAir === 'stop') await stopFirst(armId, context)
  const { projectNames, notKnown } = await everythingOnAir(context)
  if ((projectNames.length > 0 || notKnown) && onAir !== 'leave')
    throw new Refused({ reason: 'onAir', projectNames, ...(notKnown ? { notKnown } : {}) })
  context.clock.after(LAST_WORDS_MS, end)
  return finished({ what: 'quitting', leftOnAir: projectNames })
}

/** Rejects where the stop was refused, failed or got no answer: then nothing ends. */
function stopFirst(armId: string | undefined, context: Context): Promise<Outcome> {
  const { projectId, liveId } = takenStop(armId ?? '', context)
  return stop(projectId, liveId, context)
}

interface OnAir {
  projectNames: string[]
  /** Somebody who would have to say what is on air did not. */
  notKnown: boolean
}

/** What we follow, and whatever else runs on the local studio: it is ours too. */
async function everythingOnAir(context: Context): Promise<OnAir> {
  const studio = context.ports.rehearsal?.() ?? null
  const running = studio ? await studio.onAir().catch(() => null) : []
  const state = context.store.get()
  const isFollowed = (projectId: string) => {
    const project = state.projects[projectId]
    return project !== undefined && mayBeOnAir(project)
  }
  const others = (running ?? []).filter((one) => !isFollowed(one.projectId)).map((one) => one.projectName)
  // What the studio tells is fresher, and all there is; without it our own last reading must be fresh.
  const notKnown = running === null || (studio === null && targetIsStale(context))
  return { projectNames: [...onAirOf(state), ...others], notKnown }
}

function targetIsStale({ store, clock }: Context): boolean {
  const target = targetOf(store.get())
  if (!target) return false
  return target.live === null || isStale(target, clock.now())
}
