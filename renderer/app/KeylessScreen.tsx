import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import { KEYLESS, keyless, PROFILE_NAMES } from '../../shared/words/profiles.ts'
import { keylessHeadline, STATE_NAMES } from '../../shared/words/states.ts'
import { AskKeychain, keyIsLocked } from '../features/show/AskKeychain.tsx'
import { useActions, useMirror } from '../store/context.tsx'
import { whyNoSwitch } from '../store/reasons.ts'
import { Answer } from '../ui/Answer.tsx'
import { Key, Padlocked } from '../ui/icons.tsx'
import { PressButton } from '../ui/PressButton.tsx'
import { hashOf } from './place.ts'
import { StateScreen } from './StateScreen.tsx'

/** The profile in use has no key to ask with: the way to give it one, and the way to do without. */
export function KeylessScreen() {
  const { todo } = useMirror(({ state }) => (state ? keyless(state) : KEYLESS.none))
  const headline = useMirror(({ state }) => (state ? keylessHeadline(state.service) : ''))
  const locked = useMirror(keyIsLocked)
  const isStudio = useMirror(({ state }) => state?.profileId === STUDIO_PROFILE)
  return (
    <StateScreen icon={locked ? <Padlocked /> : <Key />} words={{ headline, now: null, todo }}>
      {locked && <AskKeychain main />}
      <a className={locked ? 'button quiet' : 'button main'} href={hashOf('accounts')}>
        {PROFILE_NAMES.giveKey}
      </a>
      {!isStudio && <UseStudio />}
    </StateScreen>
  )
}

function UseStudio() {
  const { press } = useActions()
  const reason = useMirror(whyNoSwitch)
  return (
    <>
      <PressButton
        name={STATE_NAMES.useStudio}
        spot="useStudio"
        className="quiet"
        reason={reason}
        onPress={() => void press('useStudio', { type: 'switchProfile', profileId: STUDIO_PROFILE })}
      />
      <Answer spots={SPOTS} />
    </>
  )
}

const SPOTS = ['useStudio'] as const
