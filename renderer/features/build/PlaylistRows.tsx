import { memo, useRef } from 'react'
import { clockTime, timeOfDay } from '../../../shared/words/format.ts'
import { LIST_WORDS } from '../../../shared/words/projects/build.ts'
import { PLAYING_WORDS } from '../../../shared/words/show/playing.ts'
import { usePanel } from '../../store/context.tsx'
import { isOnStudio } from '../../store/place.ts'
import { Grip } from '../../ui/icons/lateIcons.tsx'
import { useInPortions } from '../../ui/list/useInPortions.ts'
import type { Item } from './usePlaylist.ts'

/** When an item plays: in seconds from the start of the list, or by the clock if the list is known to be playing. */
export type Begin = { readonly after: number } | { readonly at: number; readonly isKnown: boolean } | null

interface Props {
  items: readonly Item[]
  layerId: string
  begins: readonly Begin[]
  marked: ReadonlySet<string>
  /** The items being dragged. */
  dragged: ReadonlySet<string>
  unusable: ReadonlySet<string>
  onMark(id: string, on: boolean): void
}

/** The rows of a list, each with its start time. */
export function PlaylistRows({ items, layerId, begins, marked, dragged, unusable, onMark }: Props) {
  const ready = useInPortions(items.length, layerId)
  const latest = useRef(onMark)
  latest.current = onMark
  const mark = useRef((id: string, on: boolean) => latest.current(id, on)).current
  return items.slice(0, ready).map((item, nth) => {
    const begin = begins[nth] ?? null
    return (
      <Row
        key={item.playlistItemId}
        item={item}
        place={nth + 1}
        begin={begin && ('at' in begin ? begin.at : begin.after)}
        by={begin && ('at' in begin ? (begin.isKnown ? 'known' : 'estimated') : 'list')}
        isMarked={marked.has(item.playlistItemId)}
        isDragged={dragged.has(item.playlistItemId)}
        isUnusable={unusable.has(item.fileId)}
        onMark={mark}
      />
    )
  })
}

const WHEN = {
  list: LIST_WORDS.at,
  known: (at: number) => LIST_WORDS.since(timeOfDay(at, false)),
  estimated: (at: number) => LIST_WORDS.about(timeOfDay(at, false)),
} as const

interface RowProps extends Pick<Props, 'onMark'> {
  item: Item
  place: number
  /** Wall-clock ms, or, with `by` `list`, seconds from the start of the list. */
  begin: number | null
  by: keyof typeof WHEN | null
  isMarked: boolean
  isDragged: boolean
  isUnusable: boolean
}

const Row = memo(function Row({ item, place, begin, by, isMarked, isDragged, isUnusable, onMark }: RowProps) {
  const { playlistItemId: id, fileId, duration, adPoints = [] } = item
  const name = item.name ?? fileId
  return (
    <li
      className="build-item num"
      data-item={id}
      data-marked={isMarked || undefined}
      data-dragged={isDragged || undefined}
      data-by={by ?? undefined}
    >
      <label>
        <input
          className="tick"
          type="checkbox"
          aria-label={LIST_WORDS.mark(name)}
          checked={isMarked}
          onChange={({ target }) => onMark(id, target.checked)}
        />
        <small>{place}</small>
        <span className="clip" title={name}>
          {name}
        </span>
        <small>
          {isUnusable ? (
            <b className="not-known">{LIST_WORDS.unusable}</b>
          ) : (
            by !== null && begin !== null && <When by={by} begin={begin} />
          )}
        </small>
        <small>{duration ? clockTime(duration) : null}</small>
      </label>
      <span className="build-handle" aria-hidden="true" title={LIST_WORDS.drag}>
        <Grip />
      </span>
      {adPoints.length > 0 && <AdBreaks points={adPoints} />}
    </li>
  )
})

/** Known and estimated times differ in form, sign and word, as everywhere. */
function When({ by, begin }: { by: keyof typeof WHEN; begin: number }) {
  return (
    <>
      {by === 'estimated' && <span className="hearable">{PLAYING_WORDS.estimated} </span>}
      <span className="build-when">{WHEN[by](begin)}</span>
    </>
  )
}

/** Where there are ad breaks on the local studio: that it has no ads. */
export function NoAds({ items }: { items: readonly Item[] }) {
  const onStudio = usePanel(isOnStudio)
  const isMeant = onStudio && items.some(({ adPoints = [] }) => adPoints.length > 0)
  return isMeant && <p className="small">{LIST_WORDS.noAds}</p>
}

/** Ad breaks are created at the service; here they only move along with their file. */
function AdBreaks({ points }: { points: NonNullable<Item['adPoints']> }) {
  return (
    <ul className="build-ads small">
      {points.map(({ timestamp, duration }) => (
        <li key={timestamp}>{LIST_WORDS.adBreak(timestamp, duration)}</li>
      ))}
    </ul>
  )
}
