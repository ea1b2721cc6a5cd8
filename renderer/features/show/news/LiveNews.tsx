import { useState } from 'react'
import { targetOf } from '../../../../shared/state.ts'
import { broadcastHealth } from '../../../../shared/view/broadcastHealth.ts'
import { END_WARNINGS_MS, endOf } from '../../../../shared/view/clock.ts'
import { NAMES } from '../../../../shared/words/labels.ts'
import { ENDING_WORDS as WORDS } from '../../../../shared/words/show/ending.ts'
import { failingSentence } from '../../../../shared/words/show/show.ts'
import { addressOf } from '../../../store/address.ts'
import { usePanel, useTarget } from '../../../store/context.tsx'
import { useTimed } from '../../../store/useTimed.ts'
import { Button } from '../../../ui/button/PressButton.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'

/** News of the running broadcast. */
export function LiveNews() {
  return (
    <>
      <EndNear />
      <FailingDestinations />
      <BroadcastHealth />
    </>
  )
}

/** Destinations that report a fault. After a dismissal, another combination of faults is shown again. */
function FailingDestinations() {
  const [seen, setSeen] = useState('')
  const target = useTarget((one) => one)
  const text = failingSentence((target?.live?.destinations ?? []).filter(({ error }) => error))
  if (text === '' || text === seen) return null
  return (
    <Banner look="bad">
      <p>{text}</p>
      <Button onClick={() => setSeen(text)}>{NAMES.putAway}</Button>
    </Banner>
  )
}

/** More at once would cover the clock. */
const MOST_HEALTH = 2
const NONE: readonly string[] = []

/** The gravest of what goes wrong in a broadcast of the local studio. Dismissed, one returns once it was over. */
function BroadcastHealth() {
  const [away, setAway] = useState(NONE)
  const state = usePanel((panel) => panel.state)
  const lines = state ? broadcastHealth(state) : []
  const kept = away.filter((key) => lines.some((line) => line.key === key))
  if (kept.length < away.length) setAway(kept)
  return lines
    .filter(({ key }) => !kept.includes(key))
    .slice(0, MOST_HEALTH)
    .map(({ key, what, todo }) => (
      <Banner key={key} look="bad">
        <p>
          {what} {todo}
        </p>
        <Button onClick={() => setAway([...kept, key])}>{NAMES.putAway}</Button>
      </Banner>
    ))
}

/**
 * The broadcast will soon end automatically: when, why, and what can still be done. Dismissed, it returns with the
 * next warning.
 */
function EndNear() {
  const [away, setAway] = useState('')
  const target = useTarget((one) => one)
  const minutes = useTimed(({ state }, now) => {
    const end = endOf(state && targetOf(state), now)
    return end && Math.max(0, Math.ceil(end.leftMs / 60_000))
  })
  const end = endOf(target, 0)
  if (!target || !end || minutes === null) return null
  const warning = END_WARNINGS_MS.find((ms) => minutes * 60_000 <= ms)
  const key = `${target.live?.liveId} ${warning}`
  if (warning === undefined || key === away) return null
  return (
    <Banner look="bad">
      <p>
        <b>{WORDS.headline(target.name, minutes * 60_000)}</b> {WORDS.why[end.by](end.leftMs)}
      </p>
      {end.by === 'schedule' && (
        <a className="button quiet" href={addressOf('schedule', { project: target.id })}>
          {WORDS.move}
        </a>
      )}
      <Button onClick={() => setAway(key)}>{NAMES.putAway}</Button>
    </Banner>
  )
}
