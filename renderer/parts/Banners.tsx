import type { FailureKind } from '../../shared/failures.ts'
import { type Notice, targetOf } from '../../shared/state.ts'
import { tellFailure } from '../../shared/words/failures.ts'
import { HEADINGS, LAST_ERROR_TODO, LINK_WORDS, NAMES } from '../../shared/words/labels.ts'
import { NOTICE_WORDS } from '../../shared/words/notices.ts'
import { KEYCHAIN_WORDS, PROFILE_NAMES } from '../../shared/words/profiles.ts'
import { failingSince, lastErrorAgo, projectFailing } from '../../shared/words/show.ts'
import { useTimed } from '../hooks/useTimed.ts'
import { useActions, useMirror, useTarget } from '../mirror/context.tsx'
import { hashOf, type Place } from '../view/place.ts'
import { whyNoLink } from '../view/reasons.ts'
import { Answer } from './Answer.tsx'
import { Banner } from './Banner.tsx'
import { PressButton } from './PressButton.tsx'
import { RehearsedFaults } from './RehearsedFaults.tsx'

/** Bad news and things done by Cuelight itself: what happened, what is true now, what to do. */
export function Banners({ place }: { place: Place }) {
  return (
    <section className="banners" aria-label={HEADINGS.notices}>
      <LinkLost />
      {place !== 'rehearsal' && <RehearsedFaults />}
      <KeychainLocked />
      <ServiceFails place={place} />
      <ProjectFails />
      <LastError />
      <Notices />
    </section>
  )
}

function LinkLost() {
  const link = useMirror((mirror) => mirror.link)
  const known = useMirror(({ state }) => state !== null)
  if (link !== 'lost' || !known) return null
  return (
    <Banner look="bad">
      <p>{LINK_WORDS.lostMore}</p>
    </Banner>
  )
}

/** Its keys come by themselves as soon as a person unlocks it; asking again is for who does not want to wait. */
function KeychainLocked() {
  const { press } = useActions()
  const locked = useMirror(({ state, link }) => link === 'up' && state?.keychain.state === 'locked')
  if (!locked) return null
  return (
    <Banner>
      <p>
        <b>{KEYCHAIN_WORDS.locked}</b> {KEYCHAIN_WORDS.unlock}
      </p>
      <Answer spots={KEYCHAIN_SPOTS} />
      <PressButton
        name={PROFILE_NAMES.askAgain}
        spot="keychain"
        className="quiet"
        onPress={() => void press('keychain', { type: 'retryKeychain' })}
      />
    </Banner>
  )
}

const KEYCHAIN_SPOTS = ['keychain'] as const
/** What another key would mend. */
const OF_THE_KEY: readonly FailureKind[] = ['unauthorised', 'revoked']

function ServiceFails({ place }: { place: Place }) {
  const failure = useMirror(({ state, link }) =>
    link === 'up' && state?.service.keyPresent ? state.service.failure : null,
  )
  const since = useTimed(({ state }, now) => state && failingSince(state.service, now))
  if (!failure) return null
  const { what, todo } = tellFailure(failure)
  return (
    <Banner look="bad">
      <p>
        <b>{what}</b> {todo} <span className="num">{since}</span>
      </p>
      {place !== 'accounts' && OF_THE_KEY.includes(failure.kind) && (
        <a className="button quiet" href={hashOf('accounts')}>
          {PROFILE_NAMES.giveKey}
        </a>
      )}
    </Banner>
  )
}

/** The project cannot be read, though the service answers. */
function ProjectFails() {
  const failure = useMirror(({ state, link }) => {
    if (link !== 'up' || !state || state.service.failure) return null
    return targetOf(state)?.failure ?? null
  })
  const name = useTarget((target) => target?.name ?? '')
  if (!failure) return null
  const { what, todo } = tellFailure(failure)
  return (
    <Banner look="bad">
      <p>
        <b>{projectFailing(name)}</b> {what} {todo}
      </p>
    </Banner>
  )
}

/** How the last broadcast ended, when it ended badly, until somebody puts it away. */
function LastError() {
  const { press } = useActions()
  const bad = useTarget((target) => target !== null && target.lastError !== null)
  const ago = useTimed(({ state }, now) => {
    const at = state && targetOf(state)?.lastError?.at
    return at ? lastErrorAgo(now - at) : null
  })
  if (!bad) return null
  return (
    <Banner look="bad">
      <p>
        <b className="num">{ago}</b> {LAST_ERROR_TODO}
      </p>
      <Answer spots={BANNER_SPOTS} />
      <PressButton
        name={NAMES.putAway}
        spot="banner"
        className="quiet"
        onPress={() => void press('banner', { type: 'acknowledge' })}
      />
    </Banner>
  )
}

const BANNER_SPOTS = ['banner'] as const
const NO_NOTICES: Notice[] = []

function Notices() {
  const notices = useMirror(({ state }) => state?.notices ?? NO_NOTICES)
  return notices.map((notice) => <OneNotice key={notice.id} notice={notice} />)
}

function OneNotice({ notice: { id, kind, about } }: { notice: Notice }) {
  const { press } = useActions()
  const reason = useMirror(whyNoLink)
  const spot = `notice:${id}` as const
  return (
    <Banner>
      <p>{NOTICE_WORDS[kind](about)}</p>
      <Answer spots={[spot]} />
      <PressButton
        name={NAMES.putAway}
        spot={spot}
        className="quiet"
        reason={reason}
        onPress={() => void press(spot, { type: 'putAwayNotice', noticeId: id })}
      />
    </Banner>
  )
}
