import type { CommandOf } from '../../../shared/commands.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { type Context, Refused } from '../context.ts'
import { onAirOf } from '../guard.ts'
import { finished, stop } from './air.ts'
import { takenStop } from './live.ts'

/** Ms between the outcome and the end: whoever asked shall hear it. */
const LAST_WORDS_MS = 250

/**
 * Ends Cuelight. What is on air stays on air only when a person says so: a broadcast runs on without us, and nobody
 * would be there to stop it. With an arm that is due it is stopped first, by the ordinary two steps.
 */
export async function quit({ onAir, armId }: CommandOf<'quit'>, context: Context): Promise<Outcome> {
  const { quit: end } = context.ports
  if (!end) throw new Refused({ reason: 'notHere' })
  if (onAir === 'stop') {
    const stopped = await stopFirst(armId, context)
    if (stopped.result !== 'done') return stopped
  }
  const projectNames = await everythingOnAir(context)
  if (projectNames.length > 0 && onAir !== 'leave') throw new Refused({ reason: 'onAir', projectNames })
  context.clock.after(LAST_WORDS_MS, end)
  return finished({ what: 'quitting', leftOnAir: projectNames })
}

function stopFirst(armId: string | undefined, context: Context): Promise<Outcome> {
  const { projectId, liveId } = takenStop(armId ?? '', context)
  return stop(projectId, liveId, context)
}

/** What we follow, and whatever else runs on the local studio: it is ours too. */
async function everythingOnAir({ store, ports }: Context): Promise<string[]> {
  const followed = onAirOf(store.get())
  const running = await ports
    .rehearsal?.()
    ?.onAir()
    .catch(() => [])
  const others = (running ?? []).map((one) => one.projectName).filter((name) => !followed.includes(name))
  return [...followed, ...others]
}
