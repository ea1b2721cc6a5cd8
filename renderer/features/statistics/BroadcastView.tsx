import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { broadcastFile } from '../../../shared/bridge/broadcastFile.ts'
import { QueryError } from '../../../shared/query/query.ts'
import { beside, inARow, numeral } from '../../../shared/words/format.ts'
import { LIVE_STATUS_WORDS, PROVIDER_WORDS } from '../../../shared/words/projects/destinations.ts'
import * as words from '../../../shared/words/reports/statistics.ts'
import { useProjectName } from '../../data/projects.ts'
import { useList } from '../../data/queries.ts'
import { usePanel } from '../../store/context.tsx'
import { useAddress } from '../../store/useAddress.ts'
import { useAge } from '../../ui/actions/Refresh.tsx'
import { useSaving } from '../../ui/actions/SaveButton.tsx'
import { Button, ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { SIGNS } from '../../ui/feedback/Answer.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Download } from '../../ui/icons/lateIcons.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { Pane } from '../../ui/screen/Screen.tsx'
import { Bars } from './Bars.tsx'
import { type Broadcast, lengthOf, newestFirst, type Statistics, useStatistics } from './broadcast.ts'
import { Compare, CompareWith } from './Compare.tsx'
import { Missing } from './Missing.tsx'
import { PlayedFiles } from './PlayedFiles.tsx'

interface Props {
  projectId: string
  broadcast: Broadcast
  onClose(): void
}

/** One broadcast: its numbers, its days and what played. A part that cannot be read is reported in its own place. */
export function BroadcastView({ projectId, broadcast, onClose }: Props) {
  const project = useProjectName(projectId)
  const { address } = useAddress('reports')
  const { liveId, date, duration, status, destinations } = broadcast
  const of = address.of ?? projectId
  const there = useList('listBroadcasts', { projectId: of })
  const candidates = newestFirst(there.items)
  const other = candidates.find((one) => one.liveId === address.with && one.liveId !== liveId)
  const where = inARow(destinations.map(({ name, provider }) => name ?? PROVIDER_WORDS[provider]))
  return (
    <Pane
      id="report-of"
      className="reports-one"
      heading={words.startOf(date)}
      about={beside([lengthOf(duration), LIVE_STATUS_WORDS[status], where || null])}
      close={words.REPORT_NAMES.close}
      onClose={onClose}
    >
      <Numbers liveId={liveId}>
        <CsvButton what="statisticsCsv" broadcast={broadcast} project={project} />
      </Numbers>
      <CompareWith projectId={projectId} broadcast={broadcast} others={candidates} />
      {there.error && (
        <Missing error={there.error} headline={words.FAILED.broadcasts} onAgain={() => there.refetch()} />
      )}
      {other && <Compare a={broadcast} b={other} />}
      <PlayedFiles liveId={liveId}>
        <CsvButton what="playedCsv" broadcast={broadcast} project={project} />
      </PlayedFiles>
    </Pane>
  )
}

function Numbers({ liveId, children }: { liveId: string; children: ReactNode }) {
  const { address, go } = useAddress('reports')
  const isRehearsal = usePanel(({ state }) => state?.service.rehearsal ?? false)
  const { data, error, refetch } = useStatistics(liveId)
  const age = useAge(data?.readAt ?? null, words.statisticsRead)
  if (error)
    return (
      <Missing error={error} headline={words.FAILED.statistics} onAgain={() => refetch()}>
        <Channels error={error} />
      </Missing>
    )
  if (!data) return <Skeleton text={words.READING.statistics} count={3} />
  const days = data.value.sections?.dailyTrend ?? []
  return (
    <>
      {isRehearsal && <p className="small strong">{words.MADE_UP}</p>}
      <dl className="card report-numbers num">
        {numbersOf(data.value).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="empty">{words.NOT_KNOWN}</span>}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <p className="small num grow">{age}</p>
        {address.channel !== null && (
          <Button onClick={() => go({ channel: null })}>{words.REPORT_NAMES.otherChannel}</Button>
        )}
        {children}
      </div>
      {days.length > 0 && (
        <Card heading={words.HEADINGS_OF.days} level={3}>
          <Bars
            of={words.COLUMN_NAMES.day}
            names={days.map((day) => words.utcDay(day.date))}
            series={[{ name: words.NUMBER_NAMES.views, values: days.map(({ views }) => views) }]}
            format={numeral}
          />
        </Card>
      )}
    </>
  )
}

/** Each number with its name; null: the service does not report it. Revenue is listed only if reported. */
function numbersOf({ overview, livestream, revenue }: Statistics): [string, string | null][] {
  const { views, watchTimeMinutes, averageViewDurationSec: each, likes } = overview
  const of = (value: number | null | undefined) => (value == null ? null : numeral(value))
  const NAMES = words.NUMBER_NAMES
  return [
    [NAMES.views, of(views)],
    [NAMES.watchTime, words.watchTime(watchTimeMinutes)],
    [NAMES.perView, each === null ? null : words.perView(each)],
    [NAMES.peak, of(livestream?.peakConcurrentViewers)],
    [NAMES.average, of(livestream?.averageConcurrentViewers)],
    ...(likes === null ? [] : [[NAMES.likes, of(likes)] as [string, string | null]]),
    ...(revenue === null
      ? []
      : [[NAMES.revenue, words.money(revenue.estimatedRevenue, revenue.currency)] as [string, string]]),
  ]
}

const Given = z.object({
  availableAccounts: z.array(z.object({ id: z.string(), name: z.optional(z.nullable(z.string())) })),
})

/** Lets the user choose among the channels that the service listed in its error; empty for other errors. */
function Channels({ error }: { error: Error }) {
  const { go } = useAddress('reports')
  const given = Given.safeParse(error instanceof QueryError ? error.failure?.given : null)
  if (!given.success) return null
  return given.data.availableAccounts.map(({ id, name }) => (
    <Button key={id} onClick={() => go({ channel: id })}>
      {name ?? id}
    </Button>
  ))
}

interface CsvProps {
  what: 'statisticsCsv' | 'playedCsv'
  broadcast: Broadcast
  project: string | null
}

/** Saves a table of a broadcast: complete, read by the core, named after the project and the date. */
function CsvButton({ what, broadcast: { liveId, date }, project }: CsvProps) {
  const { channel } = useAddress('reports').address
  const { result: told, save } = useSaving()
  const about = broadcastFile(liveId, channel, words.fileName(project, date, what))
  return (
    <div className="row">
      <Button onKeyDown={ignoreRepeat} onClick={() => void save(what, about)}>
        <Download />
        {words.REPORT_NAMES.csv[what]}
      </Button>
      <div className="answer" data-look={told?.look}>
        {told && SIGNS[told.look]}
        <span aria-live="polite">{told?.text}</span>
      </div>
    </div>
  )
}
