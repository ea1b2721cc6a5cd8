import { type ReactNode, useState } from 'react'
import { HOUR_MS } from '../../../shared/util/clock.ts'
import { beside, numeral, timeOfDay } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/reports/statistics.ts'
import { useList } from '../../data/queries.ts'
import { useAge } from '../../ui/actions/Refresh.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons/icons.tsx'
import { Columns } from '../../ui/list/Columns.tsx'
import { ReadFurther } from '../../ui/list/ReadFurther.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import type { PlayedRow } from './broadcast.ts'
import { Missing } from './Missing.tsx'
import { beginOf, type Known, knownIn, lanesIn, type Play, playsOf } from './plays.ts'
import { Scrolled } from './Scrolled.tsx'

/** What played: one hour of it as a timeline by scene, and everything read as a table. */
export function PlayedFiles({ liveId, children }: { liveId: string; children: ReactNode }) {
  const list = useList('getPlayedFiles', { liveId })
  const { items, total, error, isPending, readAt } = list
  const age = useAge(readAt, words.readAgo)
  const missing = error && <Missing error={error} headline={words.FAILED.played} onAgain={() => list.refetch()} />
  if (isPending && !error) return <Skeleton text={words.READING.played} count={3} />
  if (items.length === 0 && error) return missing
  return (
    <Card
      heading={words.HEADINGS_OF.played}
      level={3}
      aside={beside([words.readSoFar(items.length, total ?? items.length, 'entry'), age])}
    >
      {items.length === 0 && <p className="empty">{words.NOTHING_PLAYED}</p>}
      <Timeline rows={items} isAll={total === null || items.length >= total} />
      <Table rows={items} />
      {missing}
      <div className="row">
        <ReadFurther list={list}>{words.REPORT_NAMES.further}</ReadFurther>
        {items.length > 0 && children}
      </div>
    </Card>
  )
}

/** One hour by scene, with a lane for each file that played at the same time. Screen readers use the table. */
function Timeline({ rows, isAll }: { rows: readonly PlayedRow[]; isAll: boolean }) {
  const known = knownIn(rows, isAll)
  const plays = playsOf(rows, known)
  const begin = beginOf(plays)
  const [hour, setHour] = useState(0)
  const from = begin + hour * HOUR_MS
  const most = Math.floor(((plays.at(-1)?.from ?? 0) - begin) / HOUR_MS)
  if (plays.length === 0) return null
  return (
    <>
      <div className="row">
        <p className="small num grow">
          {beside([words.hourOf(from, from + HOUR_MS), words.notRead(known, from, from + HOUR_MS)])}
        </p>
        <Step to={hour - 1} most={most} name={words.REPORT_NAMES.earlier} onStep={setHour} />
        <Step to={hour + 1} most={most} name={words.REPORT_NAMES.later} onStep={setHour} />
      </div>
      <div aria-hidden="true">
        {lanesIn(plays, from).map(({ scene, isFirst, plays: those }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes of one scene differ only in their order
          <div key={`${scene} ${nth}`} className="played-lane" data-further={!isFirst || undefined}>
            <small className="clip" title={scene ?? undefined}>
              {isFirst && (scene ?? words.NO_SCENE)}
            </small>
            <div className="played-line">
              <PlaysReadFailed known={known} from={from} />
              {those.map((play) => (
                <Block key={play.from + play.name} play={play} from={from} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  )
}

function Step({ to, most, name, onStep }: { to: number; most: number; name: string; onStep(to: number): void }) {
  const off = to < 0 || to > most
  return (
    <Button
      className="quiet square"
      aria-label={name}
      aria-disabled={off || undefined}
      onClick={() => !off && onStep(to)}
    >
      {name === words.REPORT_NAMES.later ? <ChevronRight /> : <ChevronLeft />}
    </Button>
  )
}

/** Marks the unread parts of the hour, so that they do not look as if nothing had played. */
function PlaysReadFailed({ known, from }: { known: Known; from: number }) {
  const parts = [
    { start: from, end: Math.min(known.from, from + HOUR_MS) },
    { start: Math.max(known.until, from), end: from + HOUR_MS },
  ]
  return parts
    .filter(({ start, end }) => end > start)
    .map(({ start, end }) => (
      <span
        key={start}
        className="played-unread"
        style={{ insetInlineStart: share(start - from), inlineSize: share(end - start) }}
      />
    ))
}

const share = (ms: number) => `${(ms / HOUR_MS) * 100}%`

/** A file within its hour. With an unknown end it only marks its start; no length is invented. */
function Block({ play: { name, from: began, until, isCut }, from }: { play: Play; from: number }) {
  const start = Math.max(0, began - from)
  const end = Math.min(HOUR_MS, (until ?? began) - from)
  return (
    <span
      className="played-block"
      data-open={until === null || undefined}
      data-cut={isCut || undefined}
      style={{ insetInlineStart: share(start), inlineSize: share(end - start) }}
      title={beside([name, isCut ? null : timeOfDay(began), until === null ? null : timeOfDay(until)])}
    >
      <span className="played-name clip">{name}</span>
    </span>
  )
}

function Table({ rows }: { rows: readonly PlayedRow[] }) {
  const NAMES = words.COLUMN_NAMES
  return (
    <details className="bars-table">
      <summary>{words.REPORT_NAMES.table}</summary>
      <Scrolled name={words.HEADINGS_OF.played}>
        <table className="table num played-table">
          <Columns names={[NAMES.hour, NAMES.file, NAMES.scene, NAMES.action, NAMES.viewers]} />
          <tbody>
            {rows.map((row, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a log may be equal, and are never moved
              <tr key={nth}>
                <td>{words.momentOf(row.timestamp)}</td>
                <td>{row.fileName}</td>
                <td>{row.sceneName ?? words.NO_SCENE}</td>
                <td>{words.PLAYED_ACTIONS[row.action] ?? row.action}</td>
                <td>{row.concurrentLiveViews === null ? words.NOT_KNOWN : numeral(row.concurrentLiveViews)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </details>
  )
}
