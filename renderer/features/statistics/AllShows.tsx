import { LIVE_STATUS_WORDS } from '../../../shared/words/destinations.ts'
import { beside } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import * as words from '../../../shared/words/statistics.ts'
import { useRead } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Empty } from '../../ui/icons.tsx'
import { ReadLine } from '../../ui/Refresh.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { useArrows } from '../../ui/useArrows.ts'
import { lengthOf } from './broadcast.ts'
import { Missing } from './Missing.tsx'

/** The last shows of all projects, newest first, each linked to its report. */
export function AllShows() {
  const { data, error, refetch } = useRead('lastShows', {})
  const readAt = data?.readAt ?? null
  const age = useTimed((_, now) => (readAt === null ? null : words.readAgo(now - readAt)))
  const { last, ...listens } = useArrows('past')
  if (error && !data) return <Missing error={error} headline={words.FAILED.broadcasts} onAgain={refetch} />
  if (!data) return <Skeleton className="stand-in-rows" text={words.READING.broadcasts} count={6} />
  const { broadcasts, projects, progress } = data.value
  const isWhole = progress.read >= progress.of
  if (broadcasts.length === 0 && isWhole) return <StateCard look="page" icon={<Empty />} words={words.NO_SHOWS} />
  const entry = broadcasts.find(({ liveId }) => liveId === last) ?? broadcasts[0]
  return (
    <section className="stack" aria-label={words.REPORT_NAMES.allShows}>
      <ReadLine onRefresh={refetch}>
        {beside([words.looked(progress.read, projects), progress.problem, age])}
      </ReadLine>
      <ul className="ruled" {...listens}>
        {broadcasts.map(({ liveId, projectId, projectName, date, duration, status, peakViewers }) => (
          <li key={liveId}>
            <a
              className="reports-row past"
              data-past={liveId}
              tabIndex={liveId === entry?.liveId ? 0 : -1}
              href={addressOf('reports', { project: projectId, live: liveId })}
            >
              <b className="strong clip">{projectName || EMPTY.nameless}</b>
              <small className="num">
                {beside([words.startOf(date), lengthOf(duration), LIVE_STATUS_WORDS[status]])}
              </small>
              <small className="num reports-peak">{peakViewers !== null && words.peakOf(peakViewers)}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
