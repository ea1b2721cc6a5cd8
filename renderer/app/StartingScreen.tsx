import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import { SCREEN_WORDS, STATE_NAMES, studioFailedWords } from '../../shared/words/states.ts'
import { useMirror } from '../store/context.tsx'
import { Hourglass, Key, Warning } from '../ui/icons.tsx'
import { hashOf } from './place.ts'
import { StateScreen } from './StateScreen.tsx'

/** The core is there, and what it works with is not yet: what is being waited for, and when it does not come, why. */
export function StartingScreen() {
  const isStudio = useMirror(({ state }) => state?.profileId === STUDIO_PROFILE)
  const failed = useMirror(({ state }) => state?.notices.find(({ kind }) => kind === 'studioFailed')?.about ?? null)
  if (!isStudio) return <StateScreen icon={<Key />} words={SCREEN_WORDS.startingKey} />
  if (failed === null) return <StateScreen icon={<Hourglass />} words={SCREEN_WORDS.startingStudio} />
  return (
    <StateScreen bad icon={<Warning />} words={studioFailedWords(failed)}>
      <a className="button" href={hashOf('accounts')}>
        {STATE_NAMES.accounts}
      </a>
    </StateScreen>
  )
}
