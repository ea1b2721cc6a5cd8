import { type ReactNode, useId, useState } from 'react'
import type { ProfileEntry, ProfileTest } from '../../../shared/state.ts'
import {
  changing,
  describeTest,
  forgetAsk,
  KEY_WORDS,
  PROFILE_WORDS,
  removeAsk,
  STUDIO_KEY,
  testedAt,
} from '../../../shared/words/accounts/accounts.ts'
import { hostOf, PROFILE_NAMES } from '../../../shared/words/accounts/profiles.ts'
import { PRESS_WORDS, REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { isWaiting, whyNoLink, whyNoSwitch } from '../../store/reasons.ts'
import { UseProfile } from '../../ui/actions/UseProfile.tsx'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Warning } from '../../ui/icons/icons.tsx'
import { GoodTick } from '../../ui/icons/lateIcons.tsx'
import { ChangeForm } from './ProfileForm.tsx'

/** The server of a profile, where its key is stored, and the result of its last test. */
export function ProfileFacts({ profile }: { profile: ProfileEntry }) {
  const { kind, baseUrl, account, key, test } = profile
  const kindWords = kind === 'studio' ? PROFILE_WORDS.fixed : kind === 'run' ? PROFILE_WORDS.run : null
  const keyIsGone = key === 'missing' || key === 'locked'
  return (
    <dl className="facts profile-facts">
      <Fact term={PROFILE_WORDS.place}>
        <span title={baseUrl}>{hostOf(baseUrl)}</span>
        {kindWords && <small> {kindWords}</small>}
      </Fact>
      {kind !== 'studio' && <Fact term={PROFILE_WORDS.account}>{account}</Fact>}
      <Fact term={PROFILE_WORDS.key} bad={keyIsGone}>
        {kind === 'studio' ? STUDIO_KEY : KEY_WORDS[key]}
      </Fact>
      <Fact term={PROFILE_WORDS.lastTest} bad={test?.failure != null} good={test?.projects != null}>
        {test ? <Test test={test} /> : PROFILE_WORDS.neverTested}
      </Fact>
    </dl>
  )
}

function Test({ test }: { test: ProfileTest }) {
  const { what, todo } = describeTest(test)
  return (
    <>
      <b className="strong">{what}</b> {todo} <small>{testedAt(test)}</small>
    </>
  )
}

function Fact({ term, bad, good, children }: { term: string; bad?: boolean; good?: boolean; children: ReactNode }) {
  return (
    <div data-bad={bad || undefined} data-good={good || undefined}>
      <dt>{term}</dt>
      <dd className="noted num">
        {bad && <Warning />}
        {good && <GoodTick />}
        <span>{children}</span>
      </dd>
    </div>
  )
}

/** One profile: its facts, its actions, and the form or question that is open. */
export function ProfileCard({ profile }: { profile: ProfileEntry }) {
  const id = useId()
  const [unfolded, setUnfolded] = useState<Unfolded | null>(null)
  const inUse = usePanel(({ state }) => state?.profileId === profile.id)
  // The studio rehearses until the show target is one that it really broadcasts.
  const rehearses = usePanel(({ state }) => !inUse || (state?.service.rehearsal ?? true))
  const spot = `profile:${profile.id}` as const
  return (
    <li className="profile card" data-in-use={inUse || undefined} aria-labelledby={id}>
      <div className="row profile-head">
        <h3 id={id}>{profile.name}</h3>
        {inUse && <span className="tag">{PROFILE_WORDS.inUse}</span>}
        {profile.kind === 'studio' && rehearses && <span className="rehearsal-tag">{REHEARSAL_MARK}</span>}
      </div>
      <ProfileFacts profile={profile} />
      <ProfileActions profile={profile} inUse={inUse} unfolded={unfolded} onUnfold={setUnfolded} />
      <Folded profile={profile} unfolded={unfolded} onFold={() => setUnfolded(null)} />
      <Answer spots={[spot, `change:${profile.id}`]} />
    </li>
  )
}

const ASKS = { remove: [removeAsk, 'removeProfile'], forget: [forgetAsk, 'forgetKey'] } as const

/** The form or question that Change, Forget key or Remove unfolds. */
function Folded({ profile, unfolded, onFold }: Pick<Props, 'profile' | 'unfolded'> & { onFold(): void }) {
  const { press } = useActions()
  const { id: profileId, name } = profile
  const spot = `profile:${profileId}` as const
  if (unfolded === null) return null
  if (unfolded === 'change')
    return (
      <section className="ruled-off profile-form" aria-label={changing(name)}>
        <ChangeForm profile={profile} onDone={onFold} />
      </section>
    )
  const [question, type] = ASKS[unfolded]
  function carryOut(): void {
    onFold()
    void press(spot, { type, profileId })
  }
  const yes = PROFILE_NAMES[unfolded]
  return (
    <Ask
      {...{ spot, yes, no: PROFILE_NAMES.keep }}
      question={question(name, profile.key)}
      onYes={carryOut}
      onNo={onFold}
    />
  )
}

/** The sections that a card can unfold beneath its actions, one at a time. */
type Unfolded = 'change' | 'remove' | 'forget'

export interface Props {
  profile: ProfileEntry
  inUse: boolean
  unfolded: Unfolded | null
  onUnfold(what: Unfolded | null): void
}

/** The actions for a profile. The studio and profiles from the command line are fixed and cannot be changed. */
function ProfileActions({ profile, inUse, unfolded, onUnfold }: Props) {
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
