import { type ReactNode, useRef } from 'react'
import type { RunningBroadcast } from '../../../shared/query/views.ts'
import { inARow } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { ALSO_WORDS as WORDS } from '../../../shared/words/show/alsoOnAir.ts'
import { useRead } from '../../data/queries.ts'
import { addressOf, reportOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { useNow } from '../../store/useTimed.ts'
import { Card } from '../../ui/screen/Card.tsx'
import './AlsoOnAir.css'

/** How often the list of running broadcasts is refetched while the show screen is visible, in ms. */
const EVERY_MS = 60_000
/** Data older than this is no longer shown as current. */
const OLD_MS = 3 * EVERY_MS

/**
 * The other running broadcasts of the account, so that none is forgotten. One that ends stays in the list, marked as
 * ended, until the screen is left: someone may have counted on it. It can be stopped here; all other commands apply to
 * the show target.
 */
export function AlsoOnAir({ stop }: { stop: Stop }) {
  const profileId = usePanel(({ state }) => state?.profileId ?? null)
  return <OfAccount key={profileId} stop={stop} />
}

/** Draws the control that stops a project. */
type Stop = (projectId: string, name: string) => ReactNode

function OfAccount({ stop }: { stop: Stop }) {
  const { data } = useRead('runningBroadcasts', {}, true, EVERY_MS)
  const targetId = usePanel(({ state }) => state?.targetId ?? null)
  const seen = useRef(new Map<string, RunningBroadcast>())
  const now = useNow(1_000)
  const running = (data?.value.broadcasts ?? []).filter(({ projectId }) => projectId !== targetId)
  for (const one of running) seen.current.set(one.projectId, one)
  const shown = [...seen.current.values()].filter(({ projectId }) => projectId !== targetId)
  if (!data || shown.length === 0) return null
  const sinceRead = Math.max(0, now - data.readAt)
  return (
    <Card className="also" heading={WORDS.heading} aside={WORDS.readAgo(sinceRead)}>
      <ul className="ruled">
        {shown.map((one) => (
          <Row key={one.projectId} {...{ broadcast: one, isRunning: running.includes(one), sinceRead, stop }} />
        ))}
      </ul>
    </Card>
  )
}

interface Props {
  broadcast: RunningBroadcast
  isRunning: boolean
  /** Ms since the broadcast was read: our clock advances its times. */
  sinceRead: number
  stop: Stop
}

function Row({ broadcast, isRunning, sinceRead, stop }: Props) {
  const { projectId, liveId, status } = broadcast
  const name = broadcast.projectName || EMPTY.nameless
  const href =
    isRunning || liveId === null ? addressOf('projects', { project: projectId }) : reportOf(projectId, liveId)
  return (
    <li>
      <a
        className="also-row"
        href={href}
        title={name}
        data-running={isRunning && sinceRead < OLD_MS ? status : undefined}
      >
        <span className="clip">{name}</span>
        <small className="num">{isRunning ? inARow(factsOf(broadcast, sinceRead)) : WORDS.ended}</small>
      </a>
      {isRunning && stop(projectId, name)}
    </li>
  )
}

function factsOf(
  { status, elapsedSeconds, remainingSeconds, viewers, unsynced }: RunningBroadcast,
  sinceRead: number,
) {
  if (sinceRead >= OLD_MS) return [WORDS.notKnown]
  if (status !== 'LIVE') return [WORDS.preparing]
  return [
    elapsedSeconds === null ? WORDS.onAir : WORDS.onAirFor(elapsedSeconds * 1000 + sinceRead),
    ...(viewers === null ? [] : [WORDS.watching(viewers)]),
    ...(remainingSeconds === null ? [] : [WORDS.endsIn(Math.max(0, remainingSeconds * 1000 - sinceRead))]),
    ...(unsynced === true ? [WORDS.unsynced] : []),
  ]
}
