import { useState } from 'react'
import type { ForecastItem } from '../../../shared/query/views.ts'
import { beside, timeOfDay } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { END_WORDS, HOURS_WORDS as WORDS } from '../../../shared/words/schedule/planning.ts'
import { useAge } from '../../ui/actions/Refresh.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { ReadFailed } from '../../ui/feedback/ReadFailed.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Columns } from '../../ui/list/Columns.tsx'
import { useGuide } from './useGuide.ts'

/** How many rows are shown at once. */
const PORTION = 50

/** What plays in the next 24 hours of one project: known and estimated items, and what ends it. */
export function WhatPlays({ projectId }: { projectId: string }) {
  const { forecast, error, readAt, items: all, from: chosen, at, lookAt } = useGuide(projectId)
  const [shown, setShown] = useState(PORTION)
  const ago = useAge(readAt, WORDS.readAgo)
  if (error && !forecast) return <ReadFailed error={error} headline={WORDS.playsFailed} />
  if (!forecast) return <Skeleton text={WORDS.playsLoading} count={5} />
  const { end, isRunning, from, progress } = forecast
  const items = chosen === null ? all : all.filter((item) => isThen(item, chosen))
  return (
    <div className="stack tight plays ruled-off">
      <h4>{WORDS.plays}</h4>
      <p className="small num">
        {WORDS.about} {ago}
      </p>
      <div className="plays-at">
        <Field
          name="at"
          type="time"
          label={WORDS.showAt}
          value={at ?? ''}
          onChange={({ target }) => lookAt(target.value || null)}
        />
      </div>
      {!isRunning && <p className="small">{WORDS.notRunning(Date.parse(from))}</p>}
      {progress.read < progress.of && (
        <p className="small">{beside([WORDS.unread(progress.read, progress.of), progress.problem])}</p>
      )}
      {items.length === 0 && <p className="empty">{all.length === 0 ? WORDS.playsNone : WORDS.playsNotThen}</p>}
      {items.length > 0 && (
        <table className="table small">
          <Columns names={WORDS.columnsOfPlays} />
          <tbody>
            {items.slice(0, shown).map((item) => (
              <Item key={`${item.at} ${item.layerId}`} item={item} />
            ))}
          </tbody>
        </table>
      )}
      {items.length > shown && (
        <Button onClick={() => setShown(shown + PORTION)}>
          {WORDS.more(Math.min(PORTION, items.length - shown))}
        </Button>
      )}
      {end && (
        <p className="plays-end" data-why={end.why}>
          {END_WORDS[end.why](Date.parse(end.at))}
        </p>
      )}
    </div>
  )
}

/** Whether an item plays at this time or later. An item without a known end counts by its start alone. */
const isThen = ({ at, until }: ForecastItem, chosen: number) =>
  Date.parse(at) >= chosen || (until !== null && Date.parse(until) > chosen)

function Item({ item: { at, until, name, sceneName, layerName, isKnown, isSeam } }: { item: ForecastItem }) {
  const file = name ?? WORDS.shuffled
  const facts = beside([
    layerName,
    isKnown ? WORDS.known : WORDS.estimated,
    isSeam ? WORDS.seam : null,
    until === null ? WORDS.lengthNotKnown : null,
  ])
  return (
    <tr data-known={isKnown || undefined} data-seam={isSeam || undefined}>
      <td className="num">
        {/* The sign for all estimated times. */}
        {!isKnown && '≈ '}
        {timeOfDay(Date.parse(at), false)}
      </td>
      <td>
        <span className="clip" title={file}>
          {file}
        </span>
        <small>{facts}</small>
      </td>
      <td className="clip" title={sceneName ?? undefined}>
        {sceneName ?? EMPTY.nameless}
      </td>
    </tr>
  )
}
