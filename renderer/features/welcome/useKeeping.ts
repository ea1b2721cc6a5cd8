import type { Done } from '../../../shared/outcome.ts'
import { tellDone } from '../../../shared/words/outcomes.ts'
import { tellAnswer } from '../../store/answers.ts'
import { useActions } from '../../store/context.tsx'
import { whyNoSwitch } from '../../store/reasons.ts'
import { whenThere } from '../accounts/testing.ts'

/** Uses a profile that was just made, unless something is on air, and says what became of both. */
export function useKeeping(): (created: Done) => Promise<string> {
  const mirror = useActions()
  return async (created) => {
    const kept = tellDone(created)
    const name = created.what === 'profileCreated' ? created.profileName : ''
    const profileId = await whenThere(mirror, name)
    const why = whyNoSwitch(mirror.store.getState())
    if (profileId === null || why !== null) return `${kept} ${why ?? ''}`.trim()
    const answer = await mirror.press('welcome', { type: 'switchProfile', profileId })
    return answer ? `${kept} ${tellAnswer(answer)}` : kept
  }
}
