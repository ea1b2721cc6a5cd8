import { type KeyboardEvent, useRef, useState } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { beside, timeOfDay } from '../../../shared/words/format.ts'
import { BUILD_NAMES, LIST_WORDS } from '../../../shared/words/projects/build.ts'
import { useUnusable } from '../../data/useUnusable.ts'
import { Button, PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import { AddFiles, TakenAlong } from './AddFiles.tsx'
import { useBegins } from './begins.ts'
import { Conflict } from './Conflict.tsx'
import { DropIn } from './DropIn.tsx'
import { type Begin, NoAds, PlaylistRows } from './PlaylistRows.tsx'
import { Unusable } from './Unusable.tsx'
import { useDrag } from './useDrag.ts'
import { type Item, useListEdits, usePlaylist } from './usePlaylist.ts'
import { saveName } from './useReach.ts'

interface Props {
  project: Project
  layer: Layer
  /** Some window saved a change of this list that can be undone. */
  canUndo?: boolean
  /** The scenes of the project, used to name the next one. */
  scenes?: readonly { id: string; name: string }[]
}

type Layer = Answered<'getLayer'>
const NONE: readonly Item[] = []
const NO_SCENES: Props['scenes'] = []
const NOTHING: ReadonlySet<string> = new Set()

/**
 * The files of a list. Moves and removals collect in a local draft until one save sends the whole list; the core
 * merges what someone else changed meanwhile, or reports a conflict.
 */
export function Playlist({ project, layer, canUndo = false, scenes = NO_SCENES }: Props) {
  const list = usePlaylist(layer.id, layer.settings.files ?? NONE)
  const kind = layer.type === 'audioPlaylist' ? 'audio' : 'video'
  const [adding, setAdding] = useState(false)
  const [moved, setMoved] = useState(NOTHING)
  const { items, marked, isChanged } = list
  const edits = useListEdits(project, layer.id, list, canUndo)
  const { spot, save, noUndo, undo, restarts, conflict, takeTheirs } = edits
  const rows = useRef<HTMLOListElement>(null)
  const mark = useRef<HTMLLIElement>(null)
  const begins = useBegins({ project, layer, items, isChanged })
  const { unusable, encodes } = useUnusable(new Set(items.map(({ fileId }) => fileId)))
  const meant = (id: string) => (marked.has(id) ? marked : new Set([id]))
  const move = (ids: ReadonlySet<string>, place: number) => {
    list.moveTo(ids, place)
    setMoved(ids)
  }
  const { dragged, onPointerDown } = useDrag({
    ...{ list: rows, mark },
    onDrop: (id, before) => move(meant(id), placeBefore(items, before, meant(id))),
  })

  function onKeyDown(event: KeyboardEvent): void {
    const written = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase()
    if (written === 's' && isChanged) void save()
    else if (written === 'z' && !list.back()) undo()
    else if (written !== 'z' && !moveBy(event)) return
    event.preventDefault()
  }
  /** @returns false if the key means nothing here */
  function moveBy({ target, key, altKey }: KeyboardEvent): boolean {
    const id = (target as Element).closest<HTMLElement>('[data-item]')?.dataset.item
    const step = { ArrowUp: -1, ArrowDown: 1 }[key]
    if (id === undefined || (key !== 'Delete' && step === undefined)) return false
    const at = items.findIndex(({ playlistItemId }) => playlistItemId === id)
    if (key === 'Delete') list.remove(meant(id))
    else if (altKey) move(meant(id), firstOf(items, meant(id)) + (step ?? 0))
    else rows.current?.querySelectorAll<HTMLElement>('input')[at + (step ?? 0)]?.focus()
    return true
  }
  return (
    <DropIn layerId={layer.id} kind={kind} onAdd={list.add} onKeyDown={onKeyDown}>
      <div className="row">
        <p className="grow build-total">
          <b className="num">{totalOf(project, layer, items)}</b>{' '}
          <small className="num">{endOf({ project, layer, scenes }, items, begins)}</small>
        </p>
        <Button onClick={() => setAdding(true)}>
          <Plus />
          {BUILD_NAMES.addFiles}
        </Button>
        <PressButton name={BUILD_NAMES.undo} spot={spot} reason={noUndo} about={restarts} onPress={undo} />
      </div>
      {adding && <AddFiles kind={kind} onAdd={list.add} onClose={() => setAdding(false)} />}
      <TakenAlong kind={kind} onAdd={list.add} />
      <Unusable files={unusable} encodes={encodes} spot={spot} />
      <UndoAsk edits={edits} />
      <Answer spots={[spot]} />
      {conflict.length > 0 && (
        <Conflict places={conflict} spot={spot} onMine={() => void save({ over: true })} onTheirs={takeTheirs} />
      )}
      {items.length > 0 && <Marked list={list} />}
      <Moved items={items} ids={moved} />
      <NoAds items={items} />
      {items.length === 0 && <p className="empty">{LIST_WORDS.empty}</p>}
      <ol ref={rows} className="build-list" onPointerDown={onPointerDown}>
        <PlaylistRows
          {...{ items, begins, marked }}
          layerId={layer.id}
          dragged={dragged === null ? NOTHING : meant(dragged)}
          unusable={new Set(unusable.map(({ id }) => id))}
          onMark={list.mark}
        />
        <li ref={mark} className="build-drop" aria-hidden="true" hidden />
      </ol>
      {isChanged && <SaveBar edits={edits} onDiscard={list.discard} />}
    </DropIn>
  )
}

/** Where what was moved last is now, for screen readers. */
function Moved({ items, ids }: { items: readonly Item[]; ids: ReadonlySet<string> }) {
  const first = firstOf(items, ids)
  const what = ids.size === 1 ? items[first]?.name : null
  return (
    <p className="hearable" role="status">
      {first >= 0 && LIST_WORDS.moved(what || ids.size, first + 1, items.length)}
    </p>
  )
}

type Edits = ReturnType<typeof useListEdits>

/** Whether to undo, where that restarts the list for viewers at once. */
function UndoAsk({ edits: { spot, asksUndo, answerAsk } }: { edits: Edits }) {
  return asksUndo ? (
    <Ask
      question={LIST_WORDS.undoAsk}
      yes={BUILD_NAMES.undoOnAir}
      no={BUILD_NAMES.cancel}
      spot={spot}
      onYes={() => answerAsk(true)}
      onNo={() => answerAsk(false)}
    />
  ) : null
}

/** Saves the list or discards the changes, and says what viewers will see of it. Beneath the rows: none moves. */
function SaveBar({ edits: { spot, reach, restarts, save }, onDiscard }: { edits: Edits; onDiscard(): void }) {
  return (
    <div className="row ends box save-bar build-save" data-unsaved>
      {restarts && <b className="build-restarts">{restarts}</b>}
      <small className="grow">{LIST_WORDS.unsaved}</small>
      <Button onClick={onDiscard}>{BUILD_NAMES.discard}</Button>
      <PressButton name={saveName(reach)} spot={spot} className="main" onPress={() => void save()} />
    </div>
  )
}

const firstOf = (items: readonly Item[], ids: ReadonlySet<string>) =>
  items.findIndex(({ playlistItemId }) => ids.has(playlistItemId))

/** How many unmoved items precede it. @param before null: at the end */
function placeBefore(items: readonly Item[], before: string | null, meant: ReadonlySet<string>): number {
  const at = items.findIndex(({ playlistItemId }) => playlistItemId === before)
  return items.slice(0, at < 0 ? undefined : at).filter(({ playlistItemId }) => !meant.has(playlistItemId)).length
}

/** Number and total length; for a list in a show of a planned length, also how the two compare. */
function totalOf({ duration }: Project, { settings }: Layer, items: readonly Item[]): string {
  const seconds = lengthOf(items)
  const planned = duration.manual || settings.loop || settings.nextScene ? null : duration.planned
  const against = planned && seconds ? LIST_WORDS.against(seconds, planned) : null
  return beside([LIST_WORDS.total(items.length, seconds), against])
}

/** When the list ends, if it is known to be playing, and what follows. */
function endOf(
  { layer: { settings }, scenes = [] }: Props,
  items: readonly Item[],
  begins: readonly Begin[],
): string {
  const begin = begins.at(-1)
  const seconds = items.at(-1)?.duration
  const at = begin && 'at' in begin && seconds && !settings.loop ? begin.at + seconds * 1_000 : null
  const next = scenes.find(({ id }) => id === settings.nextScene)
  return beside([
    at && LIST_WORDS.ends(timeOfDay(at, false)),
    settings.loop ? LIST_WORDS.again : next ? LIST_WORDS.leads(next.name) : null,
  ])
}

/** Null: the length of at least one item is unknown. */
const lengthOf = (items: readonly Item[]): number | null =>
  items.reduce<number | null>((sum, { duration }) => (sum === null || !duration ? null : sum + duration), 0)

/** Actions for the marked items. Their space is kept while none is marked, so that no row moves. */
function Marked({ list }: { list: ReturnType<typeof usePlaylist> }) {
  const { items, marked } = list
  const [place, setPlace] = useState('')
  const first = firstOf(items, marked)
  return (
    <div className="build-marks">
      {marked.size === 0 && <p className="small needs-keys">{items.length > 1 && LIST_WORDS.howTo}</p>}
      <div className="row box build-marked" data-unsaved={marked.size > 0 || undefined}>
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
    </div>
  )
}
