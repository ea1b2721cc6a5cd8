import { STUDIO_PROFILE } from '../../shared/profileIds.ts'
import { KEYLESS, keyless, PROFILE_NAMES } from '../../shared/words/profiles.ts'
import { keylessHeadline, STATE_NAMES } from '../../shared/words/states.ts'
import { useActions, useMirror } from '../mirror/context.tsx'
import { Answer } from '../parts/Answer.tsx'
import { AskKeychain, keyIsLocked } from '../parts/AskKeychain.tsx'
import { Key, Padlocked } from '../parts/icons.tsx'
import { PressButton } from '../parts/PressButton.tsx'
import { hashOf } from '../view/place.ts'
import { whyNoSwitch } from '../view/reasons.ts'
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
