import { useState } from 'react'
import { LIVE_STATUS_WORDS } from '../../../shared/words/destinations.ts'
import { clockTime, shortDayOf, timeOfDay } from '../../../shared/words/format.ts'
import { ONE_WORDS, PROJECT_NAMES } from '../../../shared/words/projects.ts'
import { describeReadFailure, useList } from '../../data/queries.ts'
import { Button } from '../../ui/PressButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** How many are shown initially. */
const FIRST = 5

/** The past broadcasts of a project, newest first. */
export function Broadcasts({ projectId }: { projectId: string }) {
  const { items, total, error, isPending } = useList('listBroadcasts', { projectId })
  const [all, setAll] = useState(false)
  return (
    <div className="ruled-off project-past">
      <h4>{ONE_WORDS.broadcasts}</h4>
      {error && <p className="small">{describeReadFailure(error).what}</p>}
      {isPending && !error && <Skeleton text={ONE_WORDS.broadcastsLoading} count={3} />}
      {total === 0 && <p className="empty">{ONE_WORDS.noBroadcasts}</p>}
      <ul>
        {(all ? items : items.slice(0, FIRST)).map(({ liveId, date, duration, status, peakViewers }) => (
          <li key={liveId} className="broadcast num">
            <b>{date && startOf(date)}</b>
            <small>{[duration && clockTime(duration), LIVE_STATUS_WORDS[status]].filter(Boolean).join(', ')}</small>
            <small>{peakViewers !== null && ONE_WORDS.peak(peakViewers)}</small>
          </li>
        ))}
      </ul>
      {!all && items.length > FIRST && (
        <Button onClick={() => setAll(true)}>{PROJECT_NAMES.allBroadcasts(items.length)}</Button>
      )}
    </div>
  )
}

function startOf(date: string): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : `${shortDayOf(at)}, ${timeOfDay(at, false)}`
}
