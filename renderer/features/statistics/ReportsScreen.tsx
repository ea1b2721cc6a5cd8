import { beside } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/reports/statistics.ts'
import { useProjectName, useProjects } from '../../data/projects.ts'
import { useRead } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import { useAddress } from '../../store/useAddress.ts'
import { ReadLine } from '../../ui/actions/Refresh.tsx'
import { useEscape } from '../../ui/button/usePageKey.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Empty } from '../../ui/icons/icons.tsx'
import { ProjectHead } from '../../ui/project/ProjectHead.tsx'
import { BroadcastRows } from './BroadcastRows.tsx'
import { Missing } from './Missing.tsx'
import { Reports } from './Reports.tsx'
import './Statistics.css'

/** Reports on the broadcasts of a project: the show target, unless another one is chosen. */
export function ReportsScreen() {
  const { address, go } = useAddress('reports')
  const target = usePanel(({ state }) => state?.targetId ?? null)
  const isAll = address.all && address.live === null
  const project = isAll ? null : (address.project ?? target)
  const close = () => (address.live === null ? undefined : go({ live: null, with: null, of: null }))
  useEscape(close)
  return (
    <div className="page reports-screen">
      <ProjectHead
        title={words.REPORT_NAMES.title}
        projectId={project}
        name={useProjectName(project)}
        useProjects={useProjects}
        onChoose={(to) => go({ all: false, project: to, live: null, with: null, of: null, channel: null })}
      >
        {!isAll && (
          <a className="button quiet" href={addressOf('reports', { all: true })}>
            {words.REPORT_NAMES.allShows}
          </a>
        )}
        <a className="button quiet" href={hashOf('show')} title={words.REPORT_ABOUT.journal}>
          {words.REPORT_NAMES.journal}
        </a>
      </ProjectHead>
      {isAll ? (
        <AllShows />
      ) : project === null ? (
        <StateCard look="page" icon={<Empty />} words={words.NO_PROJECT} />
      ) : (
        <Reports key={project} projectId={project} onClose={close} />
      )}
    </div>
  )
}

/** The last shows of all projects, newest first. */
function AllShows() {
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
