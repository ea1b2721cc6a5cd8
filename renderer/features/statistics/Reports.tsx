import { zoneHere } from '../../../shared/report/times.ts'
import { LIVE_STATUS_WORDS } from '../../../shared/words/destinations.ts'
import { beside, numeral } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/statistics.ts'
import { useList } from '../../data/queries.ts'
import { addressOf, useAddress } from '../../store/address.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Card } from '../../ui/Card.tsx'
import { Empty } from '../../ui/icons.tsx'
import { Search } from '../../ui/lateIcons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { ReadFurther } from '../../ui/ReadFurther.tsx'
import { ReadLine } from '../../ui/Refresh.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { useArrows } from '../../ui/useArrows.ts'
import { useInPortions } from '../../ui/useInPortions.ts'
import { Bars } from './Bars.tsx'
import { BroadcastView } from './BroadcastView.tsx'
import { type Broadcast, lengthOf, newestFirst } from './broadcast.ts'
import { Missing } from './Missing.tsx'

/** The broadcasts of a project, newest first, and the open one. */
export function Reports({ projectId, onClose }: { projectId: string; onClose(): void }) {
  const { address } = useAddress('reports')
  const list = useList('listBroadcasts', { projectId })
  const { items, error, isPending } = list
  const all = newestFirst(items)
  const open = all.find(({ liveId }) => liveId === address.live)
  if (isPending && !error) return <Skeleton className="stand-in-rows" text={words.READING.broadcasts} count={6} />
  if (items.length === 0)
    return error ? (
      <Missing error={error} headline={words.FAILED.broadcasts} onAgain={() => list.refetch()} />
    ) : (
      <StateCard look="page" icon={<Empty />} words={words.NO_BROADCASTS} />
    )
  return (
    <div className="reports-panes" data-one={address.live !== null || undefined}>
      <section className="stack reports-list" aria-label={words.REPORT_NAMES.broadcasts}>
        <Read list={list} />
        <Rows projectId={projectId} all={all} />
        {error && <Missing error={error} headline={words.FAILED.broadcasts} onAgain={() => list.refetch()} />}
        <ReadFurther list={list}>{words.REPORT_NAMES.further}</ReadFurther>
      </section>
      {address.live === null ? (
        <Peaks all={all} />
      ) : open ? (
        <BroadcastView key={open.liveId} projectId={projectId} broadcast={open} onClose={onClose} />
      ) : (
        <StateCard icon={<Search />} words={words.GONE}>
          <Button onClick={onClose}>{words.REPORT_NAMES.close}</Button>
        </StateCard>
      )}
    </div>
  )
}

/** How much was read, how old it is, and the time zone of the times. */
function Read({ list }: { list: ReturnType<typeof useList<'listBroadcasts'>> }) {
  const { items, total, readAt } = list
  const age = useTimed((_, now) => (readAt === null ? null : words.readAgo(now - readAt)))
  return (
    <ReadLine onRefresh={() => list.refetch()}>
      {beside([words.readSoFar(items.length, total ?? items.length, 'broadcast'), age])}
      <br />
      {words.zoneText(zoneHere())}
    </ReadLine>
  )
}

/** The rows of the list. Arrow keys move between rows. */
function Rows({ projectId, all }: { projectId: string; all: readonly Broadcast[] }) {
  const { address } = useAddress('reports')
  const ready = useInPortions(all.length, projectId)
  const { last, ...listens } = useArrows('past')
  const entry = all.find(({ liveId }) => liveId === (last ?? address.live)) ?? all[0]
  return (
    <ul className="ruled" {...listens}>
      {all.slice(0, ready).map(({ liveId, date, duration, status, peakViewers }) => (
        <li key={liveId}>
          <a
            className="reports-row past"
            data-past={liveId}
            tabIndex={liveId === entry?.liveId ? 0 : -1}
            href={addressOf('reports', { ...address, project: projectId, live: liveId, with: null })}
            aria-current={liveId === address.live || undefined}
          >
            <b className="strong num">{words.startOf(date)}</b>
            <small className="num">{beside([lengthOf(duration), LIVE_STATUS_WORDS[status]])}</small>
            <small className="num reports-peak">{peakViewers !== null && words.peakOf(peakViewers)}</small>
          </a>
        </li>
      ))}
    </ul>
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
