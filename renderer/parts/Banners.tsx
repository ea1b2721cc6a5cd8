import { type ReactNode, useState } from 'react'
import { type Notice, targetOf } from '../../shared/state.ts'
import { tellFailure } from '../../shared/words/failures.ts'
import { HEADINGS, LAST_ERROR_TODO, LINK_WORDS, NAMES } from '../../shared/words/labels.ts'
import { NOTICE_WORDS } from '../../shared/words/notices.ts'
import { failingSince, lastErrorAgo, projectFailing } from '../../shared/words/show.ts'
import { useTimed } from '../hooks/useTimed.ts'
import { useActions, useMirror, useTarget } from '../mirror/context.tsx'
import { Answer } from './Answer.tsx'
import { Warning } from './icons.tsx'
import { PressButton } from './PressButton.tsx'
import './Banners.css'

/** Bad news and things done by Cuelight itself: what happened, what is true now, what to do. */
export function Banners() {
  return (
    <section className="banners" aria-label={HEADINGS.notices}>
      <LinkLost />
      <ServiceFails />
      <ProjectFails />
      <LastError />
      <Notices />
    </section>
  )
}

function Banner({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <div className="banner" data-bad={bad || undefined}>
      {bad && <Warning />}
      <div className="banner-words">{children}</div>
    </div>
  )
}

function LinkLost() {
  const link = useMirror((mirror) => mirror.link)
  const known = useMirror(({ state }) => state !== null)
  if (link !== 'lost' || !known) return null
  return (
    <Banner bad>
      <p>{LINK_WORDS.lostMore}</p>
    </Banner>
  )
}

function ServiceFails() {
  const failure = useMirror(({ state, link }) =>
    link === 'up' && state?.service.keyPresent ? state.service.failure : null,
  )
  const since = useTimed(({ state }, now) => state && failingSince(state.service, now))
  if (!failure) return null
  const { what, todo } = tellFailure(failure)
  return (
    <Banner bad>
      <p>
        <b>{what}</b> {todo} <span className="num">{since}</span>
      </p>
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
    <Banner bad>
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
    <Banner bad>
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
  const [away, setAway] = useState<readonly string[]>([])
  return notices
    .filter(({ id }) => !away.includes(id))
    .map(({ id, kind, about }) => (
      <Banner key={id}>
        <p>{NOTICE_WORDS[kind](about)}</p>
        <button type="button" className="button quiet" onClick={() => setAway([...away, id])}>
          {NAMES.putAway}
        </button>
      </Banner>
    ))
}
