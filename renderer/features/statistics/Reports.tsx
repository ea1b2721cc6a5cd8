import { zoneHere } from '../../../shared/report/times.ts'
import { beside, numeral } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/reports/statistics.ts'
import { useList } from '../../data/queries.ts'
import { useAddress } from '../../store/useAddress.ts'
import { ReadLine } from '../../ui/actions/Refresh.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Empty } from '../../ui/icons/icons.tsx'
import { Search } from '../../ui/icons/lateIcons.tsx'
import { ReadFurther } from '../../ui/list/ReadFurther.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { Panes } from '../../ui/screen/Screen.tsx'
import { Bars } from './Bars.tsx'
import { BroadcastRows } from './BroadcastRows.tsx'
import { BroadcastView } from './BroadcastView.tsx'
import { type Broadcast, newestFirst } from './broadcast.ts'
import { Missing } from './Missing.tsx'

/** The broadcasts of a project, newest first, and the open one. */
export function Reports({ projectId, onClose }: { projectId: string; onClose(): void }) {
  const { address, to } = useAddress('reports')
  const list = useList('listBroadcasts', { projectId })
  const { items, error, isPending } = list
  const all = newestFirst(items)
  const open = all.find(({ liveId }) => liveId === address.live)
  if (isPending && !error) return <Skeleton text={words.READING.broadcasts} count={6} />
  if (items.length === 0)
    return error ? (
      <Missing error={error} headline={words.FAILED.broadcasts} onAgain={() => list.refetch()} />
    ) : (
      <StateCard look="page" icon={<Empty />} words={words.NO_BROADCASTS} />
    )
  const pane =
    address.live === null ? (
      <Peaks all={all} />
    ) : open ? (
      <BroadcastView projectId={projectId} broadcast={open} onClose={onClose} />
    ) : (
      <StateCard icon={<Search />} words={words.GONE}>
        <Button onClick={onClose}>{words.REPORT_NAMES.close}</Button>
      </StateCard>
    )
  return (
    <Panes className="reports-panes" isWide open={address.live} row="data-past" pane={pane}>
      <section className="stack reports-list" aria-label={words.REPORT_NAMES.broadcasts}>
        <ReadLine
          readAt={list.readAt}
          about={(ageMs) =>
            beside([words.readSoFar(items.length, list.total ?? items.length, 'broadcast'), words.readAgo(ageMs)])
          }
          onRefresh={list.refetch}
        >
          {words.zoneText(zoneHere())}
        </ReadLine>
        <BroadcastRows
          all={all}
          what={projectId}
          current={address.live}
          to={({ liveId }) => to({ project: projectId, live: liveId, with: null })}
        />
        {error && <Missing error={error} headline={words.FAILED.broadcasts} onAgain={() => list.refetch()} />}
        <ReadFurther list={list}>{words.REPORT_NAMES.further}</ReadFurther>
      </section>
    </Panes>
  )
}

/** The peaks of all broadcasts, from the list itself: no extra requests. */
function Peaks({ all }: { all: readonly Broadcast[] }) {
  const inTime = all.toReversed()
  return (
    <Card heading={words.REPORT_NAMES.peaks} level={3}>
      <Bars
        of={words.COLUMN_NAMES.broadcast}
        names={inTime.map(({ date }) => words.startOf(date))}
        series={[{ name: words.NUMBER_NAMES.peak, values: inTime.map(({ peakViewers }) => peakViewers) }]}
        format={numeral}
      />
    </Card>
  )
}
