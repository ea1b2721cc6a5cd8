import type { ProfileEntry } from '../../../shared/state.ts'
import { PRESS_WORDS } from '../../../shared/words/labels.ts'
import { PROFILE_NAMES } from '../../../shared/words/profiles.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink, whyNoSwitch } from '../../store/reasons.ts'
import { PressButton } from '../../ui/PressButton.tsx'

/** What a card can have open beneath its actions, one at a time. */
export type Unfolded = 'change' | 'remove' | 'forget'

interface Props {
  profile: ProfileEntry
  inUse: boolean
  unfolded: Unfolded | null
  onUnfold(what: Unfolded | null): void
}

/** What can be done with a profile. The studio and what the command line asked for are fixed: neither is changed. */
export function ProfileActions({ profile, inUse, unfolded, onUnfold }: Props) {
  const { press } = useActions()
  const { id: profileId, name, kind, key } = profile
  const spot = `profile:${profileId}` as const
  const noLink = usePanel(whyNoLink)
  const noSwitch = usePanel(whyNoSwitch)
  const actions = { of: name, spot }
  const fold = (what: Unfolded) => onUnfold(unfolded === what ? null : what)
  return (
    <div className="row">
      {!inUse && (
        <Action
          {...actions}
          name={PROFILE_NAMES.use}
          reason={noSwitch}
          onPress={() => void press(spot, { type: 'switchProfile', profileId })}
        />
      )}
      <Action
        {...actions}
        name={PROFILE_NAMES.test}
        reason={noLink}
        onPress={() => void press(spot, { type: 'testProfile', profileId })}
      />
      {kind === 'kept' && <Action {...actions} name={PROFILE_NAMES.change} onPress={() => fold('change')} />}
      {kind === 'kept' && key !== 'none' && (
        <Action {...actions} name={PROFILE_NAMES.forget} reason={noLink} onPress={() => fold('forget')} />
      )}
      {kind === 'kept' && (
        <Action {...actions} name={PROFILE_NAMES.remove} reason={noLink} onPress={() => fold('remove')} />
      )}
      <Sent spot={spot} />
    </div>
  )
}

interface ActionProps {
  name: string
  /** Whose: many cards have a button of the same name. */
  of: string
  spot: `profile:${string}`
  reason?: string | null
  onPress(): void
}

function Action({ name, of, spot, reason, onPress }: ActionProps) {
  return (
    <PressButton name={name} spot={spot} className="quiet" reason={reason} onPress={onPress}>
      {name}
      <span className="hearable"> {of}</span>
    </PressButton>
  )
}

/** A test may take seconds: the card says that it runs. */
function Sent({ spot }: { spot: `profile:${string}` }) {
  const sent = usePanel(({ presses }) => presses[spot]?.phase === 'sent')
  return sent ? (
    <span className="small" aria-hidden="true">
      {PRESS_WORDS.sent}
    </span>
  ) : null
}
