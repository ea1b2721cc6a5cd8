import type { ProfileEntry } from '../../../shared/state.ts'
import { PRESS_WORDS } from '../../../shared/words/labels.ts'
import { PROFILE_NAMES } from '../../../shared/words/profiles.ts'
import { usePanel } from '../../store/context.tsx'
import { isWaiting, whyNoLink, whyNoSwitch } from '../../store/reasons.ts'
import { CommandButton, PressButton } from '../../ui/PressButton.tsx'
import { UseProfile } from '../../ui/UseProfile.tsx'

/** The sections that a card can unfold beneath its actions, one at a time. */
export type Unfolded = 'change' | 'remove' | 'forget'

export interface Props {
  profile: ProfileEntry
  inUse: boolean
  unfolded: Unfolded | null
  onUnfold(what: Unfolded | null): void
}

/** The actions for a profile. The studio and profiles from the command line are fixed and cannot be changed. */
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

/** A test may take seconds, so the card shows that it is running. */
function Sent({ spot }: { spot: `profile:${string}` }) {
  const sent = usePanel(isWaiting(spot))
  return sent ? (
    <span className="small" aria-hidden="true">
      {PRESS_WORDS.sent}
    </span>
  ) : null
}
