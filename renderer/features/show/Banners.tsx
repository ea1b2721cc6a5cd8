import { useState } from 'react'
import { isRunning, type Notice, targetOf } from '../../../shared/state.ts'
import { NOTICE_WORDS } from '../../../shared/words/failures.ts'
import { HEADINGS, LAST_END_TODO, LAST_ERROR_TODO, NAMES } from '../../../shared/words/labels.ts'
import { KEYCHAIN_WORDS, KEYLESS } from '../../../shared/words/profiles.ts'
import { failingSentence, lastEndAgo, lastErrorAgo } from '../../../shared/words/show.ts'
import { LINK_LOST_WORDS } from '../../../shared/words/states.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import type { Place } from '../../store/place.ts'
import { screenOf } from '../../store/screen.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Answer } from '../../ui/Answer.tsx'
import { AskKeychain, keychainLocked, keyIsLocked } from '../../ui/AskKeychain.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Fault, Padlocked, Unplugged } from '../../ui/icons.tsx'
import { late } from '../../ui/late.tsx'
import { Button, CommandButton, PressButton } from '../../ui/PressButton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { ProjectFails, ServiceNews } from './ServiceNews.tsx'

/** Bad news and things done by Cuelight itself: what happened, what is true now, what to do. */
export function Banners({ place }: { place: Place }) {
  return (
    <section className="banners" aria-label={HEADINGS.notices}>
      <LinkLost />
      {place !== 'rehearsal' && <Rehearsed />}
      <KeychainLocked place={place} />
      <ServiceNews place={place} />
      <ProjectFails />
      <LastEnd />
      <FailingDestinations />
      <Notices />
    </section>
  )
}

/** Comes with the first fault of a rehearsal: most shows never have one. */
const RehearsedFaults = late(async () => (await import('./RehearsedFaults.tsx')).RehearsedFaults, null)

function Rehearsed() {
  const any = usePanel(({ state }) => Boolean(state?.rehearsal?.scenario || state?.rehearsal?.faults.length))
  return any && <RehearsedFaults />
}

function LinkLost() {
  const link = usePanel((panel) => panel.link)
  const known = usePanel(({ state }) => state !== null)
  if (link !== 'lost' || !known) return null
  return <StateCard bad icon={<Unplugged />} words={LINK_LOST_WORDS} />
}

/** Its keys come by themselves as soon as a person unlocks it; asking again is for who does not want to wait. */
function KeychainLocked({ place }: { place: Place }) {
  const locked = usePanel(keychainLocked)
  // Where this is why there is no show to see, the screen itself says so.
  const told = usePanel((panel) => place === 'show' && screenOf(panel) === 'noKey' && keyIsLocked(panel))
  if (!locked || told) return null
  return (
    <StateCard icon={<Padlocked />} words={{ headline: KEYCHAIN_WORDS.locked, now: null, todo: KEYLESS.locked.todo }}>
      <AskKeychain />
    </StateCard>
  )
}

/** How the last broadcast ended, when it was not ended from here, until somebody puts it away. */
function LastEnd() {
  const { ask } = useActions()
  const isError = useTarget((target) => target?.lastError != null)
  const by = useTarget((target) => target?.lastEnd?.by ?? null)
  const ago = useTimed(({ state }, now) => {
    const target = state && targetOf(state)
    if (target?.lastError) return lastErrorAgo(now - target.lastError.at)
    return target?.lastEnd ? lastEndAgo(target.lastEnd, target.name, now - target.lastEnd.at) : null
  })
  if (ago === null) return null
  const todo = isError ? LAST_ERROR_TODO : by && LAST_END_TODO[by]
  return (
    <StateCard bad={isError || by === 'elsewhere'} icon={<Fault />} words={{ headline: ago, now: null, todo }}>
      <Answer spots={['banner']} />
      <PressButton
        name={NAMES.putAway}
        spot="banner"
        onPress={() => void ask('banner', (show) => show.acknowledge())}
      />
    </StateCard>
  )
}

/** Destinations of what runs that report a fault; another one is told anew, whatever was put away. */
function FailingDestinations() {
  const [seen, setSeen] = useState('')
  const target = useTarget((one) => one)
  const failing = isRunning(target?.live ?? null)
    ? (target?.live?.destinations ?? []).filter(({ error }) => error)
    : []
  const text = failingSentence(failing)
  if (text === '' || text === seen) return null
  return (
    <Banner look="bad">
      <p>{text}</p>
      <Button onClick={() => setSeen(text)}>{NAMES.putAway}</Button>
    </Banner>
  )
}

const NO_NOTICES: Notice[] = []

function Notices() {
  const notices = usePanel(({ state }) => state?.notices ?? NO_NOTICES)
  const starting = usePanel((panel) => screenOf(panel) === 'starting')
  // While it starts, the screen itself says so.
  const told = notices.filter(({ kind }) => !(starting && kind === 'studioFailed'))
  return told.map((notice) => <OneNotice key={notice.id} notice={notice} />)
}

function OneNotice({ notice: { id, kind, about } }: { notice: Notice }) {
  const spot = `notice:${id}` as const
  return (
    <Banner>
      <p>{NOTICE_WORDS[kind](about)}</p>
      <Answer spots={[spot]} />
      <CommandButton name={NAMES.putAway} spot={spot} command={{ type: 'putAwayNotice', noticeId: id }} />
    </Banner>
  )
}
