import { beside } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/statistics.ts'
import { useRead } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { Empty } from '../../ui/icons.tsx'
import { ReadLine } from '../../ui/Refresh.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { BroadcastRows } from './BroadcastRows.tsx'
import { Missing } from './Missing.tsx'

/** The last shows of all projects, newest first. */
export function AllShows() {
  const { data, error, refetch } = useRead('lastShows', {})
  if (error && !data) return <Missing error={error} headline={words.FAILED.broadcasts} onAgain={refetch} />
  if (!data) return <Skeleton text={words.READING.broadcasts} count={6} />
  const { broadcasts, projects, progress } = data.value
  const isWhole = progress.read >= progress.of
  if (broadcasts.length === 0 && isWhole) return <StateCard look="page" icon={<Empty />} words={words.NO_SHOWS} />
  return (
    <section className="stack" aria-label={words.REPORT_NAMES.allShows}>
      <ReadLine
        readAt={data.readAt}
        about={(ageMs) => beside([words.looked(progress.read, projects), progress.problem, words.readAgo(ageMs)])}
        onRefresh={refetch}
      />
      <BroadcastRows
        all={broadcasts}
        what="all"
        to={({ projectId, liveId }) => addressOf('reports', { project: projectId, live: liveId })}
      />
    </section>
  )
}
