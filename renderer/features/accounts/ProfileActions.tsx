import type { ProfileEntry } from '../../../shared/state.ts'
import { PRESS_WORDS } from '../../../shared/words/labels.ts'
import { PROFILE_NAMES } from '../../../shared/words/profiles.ts'
import { usePanel } from '../../store/context.tsx'
import { isWaiting, whyNoLink, whyNoSwitch } from '../../store/reasons.ts'
import { CommandButton, PressButton } from '../../ui/PressButton.tsx'
import { UseProfile } from '../../ui/UseProfile.tsx'

/** What a card can have open beneath its actions, one at a time. */
export type Unfolded = 'change' | 'remove' | 'forget'

export interface Props {
  profile: ProfileEntry
  inUse: boolean
  unfolded: Unfolded | null
  onUnfold(what: Unfolded | null): void
}

/** What can be done with a profile. The studio and what the command line asked for are fixed: neither is changed. */
export function ProfileActions({ profile, inUse, unfolded, onUnfold }: Props) {
  const { id: profileId, name: of, kind, key } = profile
  const spot = `profile:${profileId}` as const
  const noLink = usePanel(whyNoLink)
  const noSwitch = usePanel(whyNoSwitch)
  const fold = (what: Unfolded) => ({ spot, of, onPress: () => onUnfold(unfolded === what ? null : what) })
  return (
    <div className="row">
      {!inUse && <UseProfile name={PROFILE_NAMES.use} {...{ spot, of, reason: noSwitch }} profileId={profileId} />}
      <CommandButton name={PROFILE_NAMES.test} {...{ spot, of }} command={{ type: 'testProfile', profileId }} />
      {kind === 'kept' && <PressButton name={PROFILE_NAMES.change} {...fold('change')} />}
      {kind === 'kept' && key !== 'none' && (
        <PressButton name={PROFILE_NAMES.forget} reason={noLink} {...fold('forget')} />
      )}
      {kind === 'kept' && <PressButton name={PROFILE_NAMES.remove} reason={noLink} {...fold('remove')} />}
      <Sent spot={spot} />
    </div>
  )
}

/** A test may take seconds: the card says that it runs. */
function Sent({ spot }: { spot: `profile:${string}` }) {
  const sent = usePanel(isWaiting(spot))
  return sent ? (
    <span className="small" aria-hidden="true">
      {PRESS_WORDS.sent}
    </span>
  ) : null
}
