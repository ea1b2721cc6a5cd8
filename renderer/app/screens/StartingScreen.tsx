import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { SCREEN_WORDS, STATE_NAMES, studioFailedWords } from '../../../shared/words/panel/states.ts'
import { usePanel } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import { StateScreen } from '../../ui/feedback/StateScreen.tsx'
import { Hourglass, Key, Warning } from '../../ui/icons/icons.tsx'

/** The core runs, but its connection is not ready yet: shows what it waits for, and the reason if that failed. */
export function StartingScreen() {
  const isStudio = usePanel(({ state }) => state?.profileId === STUDIO_PROFILE)
  const failed = usePanel(({ state }) => state?.notices.find(({ kind }) => kind === 'studioFailed')?.about ?? null)
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
