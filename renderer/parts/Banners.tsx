import { type Notice, targetOf } from '../../shared/state.ts'
import { HEADINGS, LAST_ERROR_TODO, NAMES } from '../../shared/words/labels.ts'
import { NOTICE_WORDS } from '../../shared/words/notices.ts'
import { KEYCHAIN_WORDS, KEYLESS } from '../../shared/words/profiles.ts'
import { lastErrorAgo } from '../../shared/words/show.ts'
import { LINK_LOST_WORDS } from '../../shared/words/states.ts'
import { useTimed } from '../hooks/useTimed.ts'
import { useActions, useMirror, useTarget } from '../mirror/context.tsx'
import type { Place } from '../view/place.ts'
import { whyNoLink } from '../view/reasons.ts'
import { screenOf } from '../view/screen.ts'
import { Answer } from './Answer.tsx'
import { AskKeychain, keychainLocked, keyIsLocked } from './AskKeychain.tsx'
import { Banner } from './Banner.tsx'
import { Fault, Padlocked, Unplugged } from './icons.tsx'
import { PressButton } from './PressButton.tsx'
import { RehearsedFaults } from './RehearsedFaults.tsx'
import { ProjectFails, ServiceNews } from './ServiceNews.tsx'
import { StateCard } from './StateCard.tsx'

/** Bad news and things done by Cuelight itself: what happened, what is true now, what to do. */
export function Banners({ place }: { place: Place }) {
  return (
    <section className="banners" aria-label={HEADINGS.notices}>
      <LinkLost />
      {place !== 'rehearsal' && <RehearsedFaults />}
      <KeychainLocked place={place} />
      <ServiceNews place={place} />
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
  return <StateCard bad icon={<Unplugged />} words={LINK_LOST_WORDS} />
}

/** Its keys come by themselves as soon as a person unlocks it; asking again is for who does not want to wait. */
function KeychainLocked({ place }: { place: Place }) {
  const locked = useMirror(keychainLocked)
  // Where this is why there is no show to see, the screen itself says so.
  const told = useMirror((mirror) => place === 'show' && screenOf(mirror) === 'noKey' && keyIsLocked(mirror))
  if (!locked || told) return null
  return (
    <StateCard icon={<Padlocked />} words={{ headline: KEYCHAIN_WORDS.locked, now: null, todo: KEYLESS.locked.todo }}>
      <AskKeychain />
    </StateCard>
  )
}

/** How the last broadcast ended, when it ended badly, until somebody puts it away. */
function LastError() {
  const { ask } = useActions()
  const bad = useTarget((target) => target !== null && target.lastError !== null)
  const ago = useTimed(({ state }, now) => {
    const at = state && targetOf(state)?.lastError?.at
    return at ? lastErrorAgo(now - at) : null
  })
  if (!bad) return null
  return (
    <StateCard bad icon={<Fault />} words={{ headline: ago ?? '', now: null, todo: LAST_ERROR_TODO }}>
      <Answer spots={BANNER_SPOTS} />
      <PressButton
        name={NAMES.putAway}
        spot="banner"
        className="quiet"
        onPress={() => void ask('banner', (show) => show.acknowledge())}
      />
    </StateCard>
  )
}

const BANNER_SPOTS = ['banner'] as const
const NO_NOTICES: Notice[] = []

function Notices() {
  const notices = useMirror(({ state }) => state?.notices ?? NO_NOTICES)
  const starting = useMirror((mirror) => screenOf(mirror) === 'starting')
  // While it starts, the screen itself says so.
  const told = notices.filter(({ kind }) => !(starting && kind === 'studioFailed'))
  return told.map((notice) => <OneNotice key={notice.id} notice={notice} />)
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
