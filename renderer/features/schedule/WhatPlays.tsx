import { useState } from 'react'
import type { ForetoldItem } from '../../../shared/query/views.ts'
import { beside, timeOfDay } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { END_WORDS, HOURS_WORDS as WORDS } from '../../../shared/words/planning.ts'
import { useRead } from '../../data/queries.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Columns } from '../../ui/Columns.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Unread } from '../../ui/Unread.tsx'

const HOURS = 24
/** So many are drawn at once. */
const PORTION = 50

/** What plays in the next 24 hours of one project: what is known, what is estimated, and what ends it. */
export function WhatPlays({ projectId }: { projectId: string }) {
  const { data, error, isPlaceholderData } = useRead('whatPlays', { projectId, hours: HOURS })
  const [shown, setShown] = useState(PORTION)
  const ago = useTimed((_, now) => (data ? WORDS.readAgo(now - data.readAt) : null))
  const told = isPlaceholderData ? undefined : data?.value
  if (error && !told) return <Unread error={error} headline={WORDS.playsFailed} />
  if (!told) return <Skeleton className="stand-in-rows" text={WORDS.playsLoading} count={5} />
  const { items, end, isRunning, from, progress } = told
  return (
    <div className="plays ruled-off">
      <h4>{WORDS.plays}</h4>
      <p className="small num">
        {WORDS.about} {ago}
      </p>
      {!isRunning && <p className="small">{WORDS.notRunning(Date.parse(from))}</p>}
      {progress.read < progress.of && (
        <p className="small">{beside([WORDS.unread(progress.read, progress.of), progress.problem])}</p>
      )}
      {items.length === 0 && <p className="empty">{WORDS.playsNone}</p>}
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

function Item({ item: { at, until, name, sceneName, isKnown, isSeam } }: { item: ForetoldItem }) {
  const file = name ?? WORDS.shuffled
  const facts = beside([
    isKnown ? WORDS.known : WORDS.estimated,
    isSeam ? WORDS.seam : null,
    until === null ? WORDS.lengthNotKnown : null,
  ])
  return (
    <tr data-known={isKnown || undefined} data-seam={isSeam || undefined}>
      <td className="num">
        {/* About: the sign of all that is estimated. */}
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
