import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { BUILD_NAMES, LIST_WORDS } from '../../../shared/words/build.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Field } from '../../ui/Field.tsx'
import { Plus } from '../../ui/icons.tsx'
import { Button, PressButton } from '../../ui/PressButton.tsx'
import { useInPortions } from '../../ui/useInPortions.ts'
import { AddFiles } from './AddFiles.tsx'
import { useEdit } from './useEdit.ts'
import { type Item, usePlaylist } from './usePlaylist.ts'

interface Props {
  project: Project
  layer: Layer
}

type Layer = Answered<'getLayer'>
const NONE: readonly Item[] = []

/**
 * The files of a list. Moves and removals gather in a list of our own until one save sends it whole; what somebody else
 * changed meanwhile is kept, or told, by the core.
 */
export function Playlist({ project, layer }: Props) {
  const layerId = layer.id
  const list = usePlaylist(layer.settings.files ?? NONE)
  const [adding, setAdding] = useState(false)
  const { items, marked, isChanged } = list
  const spot = `edit:list ${layerId}` as const
  const edit = useEdit(project, spot)
  const rows = useRef<HTMLOListElement>(null)

  async function save(): Promise<void> {
    const files = items.map(({ fileId, name }) => ({ fileId, ...(name ? { name } : {}) }))
    const answer = await edit('savePlaylist', { layerId, base: list.base(), files })
    if (answer?.result === 'done') list.discard()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const id = (event.target as Element).closest<HTMLElement>('[data-item]')?.dataset.item
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (id === undefined || (event.key !== 'Delete' && step === undefined)) return
    const meant = marked.has(id) ? marked : new Set([id])
    const at = items.findIndex(({ playlistItemId }) => playlistItemId === id)
    event.preventDefault()
    if (event.key === 'Delete') list.remove(meant)
    else if (event.altKey) list.moveTo(meant, firstOf(items, meant) + (step ?? 0))
    else rows.current?.querySelectorAll<HTMLElement>('input')[at + (step ?? 0)]?.focus()
  }
  return (
    <div className="stack">
      <div className="row build-list-head">
        <b className="num">{LIST_WORDS.total(items.length, lengthOf(items))}</b>
        <Button onClick={() => setAdding(true)}>
          <Plus />
          {BUILD_NAMES.addFiles}
        </Button>
        <PressButton
          name={BUILD_NAMES.undo}
          spot={spot}
          onPress={() => void edit('undoPlaylist', { layerId }).then(list.discard)}
        />
      </div>
      {adding && (
        <AddFiles
          kind={layer.type === 'audioPlaylist' ? 'audio' : 'video'}
          onAdd={list.add}
          onClose={() => setAdding(false)}
        />
      )}
      <Answer spots={[spot]} />
      {marked.size > 0 && <Marked list={list} />}
      {isChanged && (
        <div className="row build-save">
          <small>{LIST_WORDS.unsaved}</small>
          <Button onClick={list.discard}>{BUILD_NAMES.discard}</Button>
          <PressButton name={BUILD_NAMES.save} spot={spot} className="main" onPress={() => void save()} />
        </div>
      )}
      {items.length === 0 && <p className="empty">{LIST_WORDS.empty}</p>}
      <ol ref={rows} className="build-list" onKeyDown={onKeyDown}>
        <Rows items={items} layerId={layerId} marked={marked} onMark={list.mark} />
      </ol>
      {items.length > 1 && <p className="small needs-keys">{LIST_WORDS.howTo}</p>}
    </div>
  )
}

const firstOf = (items: readonly Item[], ids: ReadonlySet<string>) =>
  items.findIndex(({ playlistItemId }) => ids.has(playlistItemId))

/** Null: the length of one of them is not known. */
const lengthOf = (items: readonly Item[]): number | null =>
  items.reduce<number | null>((sum, { duration }) => (sum === null || !duration ? null : sum + duration), 0)

/** What can be done with what is marked. */
function Marked({ list }: { list: ReturnType<typeof usePlaylist> }) {
  const { items, marked } = list
  const [place, setPlace] = useState('')
  const first = firstOf(items, marked)
  return (
    <div className="row build-marked">
      <b className="num">{LIST_WORDS.marked(marked.size)}</b>
      <Button onClick={() => list.moveTo(marked, first - 1)}>{BUILD_NAMES.up}</Button>
      <Button onClick={() => list.moveTo(marked, first + 1)}>{BUILD_NAMES.down}</Button>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          if (Number(place) >= 1) list.moveTo(marked, Number(place) - 1)
        }}
      >
        <Field
          name="place"
          type="number"
          label={BUILD_NAMES.moveTo}
          min={1}
          max={items.length}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
        />
        <Button type="submit">{BUILD_NAMES.move}</Button>
      </form>
      <Button onClick={() => list.remove(marked)}>{BUILD_NAMES.remove}</Button>
      <Button onClick={list.unmark}>{BUILD_NAMES.unmark}</Button>
    </div>
  )
}

interface RowsProps {
  items: readonly Item[]
  layerId: string
  marked: ReadonlySet<string>
  onMark(id: string, on: boolean): void
}

/** Each with when it begins, counted from the list's own beginning, as long as all lengths before it are known. */
function Rows({ items, layerId, marked, onMark }: RowsProps) {
  const ready = useInPortions(items.length, layerId)
  const latest = useRef(onMark)
  latest.current = onMark
  const mark = useRef((id: string, on: boolean) => latest.current(id, on)).current
  let at: number | null = 0
  return items.slice(0, ready).map((item, nth) => {
    const begins = at
    at = at === null || !item.duration ? null : at + item.duration
    return (
      <Row
        key={item.playlistItemId}
        item={item}
        place={nth + 1}
        begins={begins}
        isMarked={marked.has(item.playlistItemId)}
        onMark={mark}
      />
    )
  })
}

interface RowProps {
  item: Item
  place: number
  begins: number | null
  isMarked: boolean
  onMark(id: string, on: boolean): void
}

const Row = memo(function Row({ item, place, begins, isMarked, onMark }: RowProps) {
  const { playlistItemId: id, fileId, duration } = item
  const name = item.name ?? fileId
  return (
    <li className="build-item num" data-item={id} data-marked={isMarked || undefined}>
      <label>
        <input
          type="checkbox"
          aria-label={LIST_WORDS.mark(name)}
          checked={isMarked}
          onChange={({ target }) => onMark(id, target.checked)}
        />
        <small>{place}</small>
        <span className="clip" title={name}>
          {name}
        </span>
        <small>{begins === null ? null : LIST_WORDS.at(begins)}</small>
        <small>{duration ? clockTime(duration) : null}</small>
      </label>
    </li>
  )
})
