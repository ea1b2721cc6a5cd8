import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { SHORTEST_SEARCH } from '../../../shared/contract/limits.ts'
import type { TimedFile } from '../../../shared/query/views.ts'
import * as words from '../../../shared/words/files/library.ts'
import { SEARCH_KEY } from '../../../shared/words/panel/appearance.ts'
import { useList } from '../../data/queries.ts'
import { useFilesEncoded } from '../../data/useEncodes.ts'
import type { Address } from '../../store/screens.ts'
import { ReadLine } from '../../ui/actions/Refresh.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { usePageKey } from '../../ui/button/usePageKey.ts'
import { ReadFailed } from '../../ui/feedback/ReadFailed.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { Empty } from '../../ui/icons/icons.tsx'
import { Search } from '../../ui/icons/lateIcons.tsx'
import { ReadFurther } from '../../ui/list/ReadFurther.tsx'
import { FileRows } from './FileRows.tsx'
import { MarkedBar } from './MarkedBar.tsx'

interface Sought {
  find: string
  use: Address<'files'>['use']
}

interface Props extends Sought {
  folder: string | null
  onSeek(change: Partial<Sought>): void
}

const isUsable = ({ issues }: TimedFile): boolean => !issues?.errors?.length

/** The files of a folder, fetched a page at a time while scrolling. */
export function FileList({ folder, find, use, onSeek }: Props) {
  const sought = useTyped(find.trim())
  const search = sought.length >= SHORTEST_SEARCH ? { search: sought } : {}
  const list = useList('filesWithDurations', { ...(folder ? { folderId: folder } : {}), ...search })
  const shown = list.items.filter((file) => use === 'all' || isUsable(file) === (use === 'usable'))
  const encodes = useFilesEncoded(list)
  const { marked, mark, markAll, clear } = useMarks(shown)
  const top = useRef<HTMLDivElement>(null)
  usePageKey(
    SEARCH_KEY,
    useCallback(() => top.current?.querySelector('input')?.focus(), []),
  )

  function onKeyDown(event: KeyboardEvent): void {
    // React bubbles key events of dialogs here too, although they are outside the list in the DOM.
    if (!event.currentTarget.contains(event.target as Node)) return
    const inText = (event.target as HTMLElement).matches('[type=search]')
    if ((event.ctrlKey || event.metaKey) && event.key === 'a' && !inText) {
      event.preventDefault()
      markAll()
    }
    if (event.key === 'Escape' && marked.length > 0) clear()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the checkboxes within
    <div className="stack files" ref={top} onKeyDown={onKeyDown}>
      <div className="files-tools">
        <SearchField
          label={words.LIBRARY_NAMES.find}
          value={find}
          onChange={(e) => onSeek({ find: e.target.value })}
        />
        <Segmented
          name={words.LIBRARY_NAMES.state}
          options={words.USE_NAMES}
          value={use}
          onChoose={(to) => onSeek({ use: to })}
          inLine
        />
      </div>
      {find.trim() !== '' && find.trim().length < SHORTEST_SEARCH && (
        <p className="small">{words.FILE_LIST_WORDS.tooShort}</p>
      )}
      <ReadLine
        readAt={list.readAt}
        about={(ageMs) =>
          words.filesRead(list.items.length, list.total ?? 0, list.items.filter(isLengthless).length, ageMs)
        }
        onRefresh={list.refetch}
      />
      <MarkedBar files={marked} onClear={clear} />
      {list.error && (
        <ReadFailed
          error={list.error}
          headline={words.FILE_LIST_WORDS[list.items.length ? 'failedFurther' : 'failed']}
          has={list.items.length > 0}
        />
      )}
      {shown.length > 0 ? (
        <FileRows
          shown={shown}
          what={`${sought} ${use}`}
          marked={new Set(marked.map(({ id }) => id))}
          encodes={encodes}
          usual={usualLoudness(list.items)}
          onMark={mark}
        />
      ) : (
        !list.error && <None list={list} find={sought} use={use} onShowAll={() => onSeek({ find: '', use: 'all' })} />
      )}
      {list.hasNextPage && <More key={list.items.length} list={list} />}
    </div>
  )
}

/** The median loudness in LUFS of the files read so far; null with fewer than three measured ones. */
function usualLoudness(files: readonly TimedFile[]): number | null {
  const measured = files.flatMap(({ loudnessLufs }) => loudnessLufs ?? []).toSorted((a, b) => a - b)
  return measured.length < 3 ? null : (measured[measured.length >> 1] ?? null)
}

type List = ReturnType<typeof useList<'filesWithDurations'>>

function None({ list, find, use, onShowAll }: { list: List; onShowAll(): void } & Sought) {
  if (list.isPending) return <Skeleton text={words.FILE_LIST_WORDS.loading} count={6} />
  if (find === '' && use === 'all')
    return <StateCard look="page" icon={<Empty />} words={words.FILE_LIST_WORDS.none} />
  return (
    <StateCard look="page" icon={<Search />} words={words.noFileFound(find, list.items.length, list.total ?? 0)}>
      <Button className="" onClick={onShowAll}>
        {words.LIBRARY_NAMES.showAll}
      </Button>
    </StateCard>
  )
}

/** Fetches the next page when it scrolls into view or on a click; after a failure only on a click. */
function More({ list }: { list: List }) {
  const button = useRef<HTMLDivElement>(null)
  const next = useRef(list)
  next.current = list
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => {
      const { isFetching, isError, fetchNextPage } = next.current
      if (entry?.isIntersecting && !isFetching && !isError) void fetchNextPage()
    })
    if (button.current) seen.observe(button.current)
    return () => seen.disconnect()
  }, [])
  return (
    <div className="row" ref={button}>
      <ReadFurther list={list}>{words.LIBRARY_NAMES.more}</ReadFurther>
    </div>
  )
}

const isLengthless = ({ type, durationSec }: TimedFile) => type !== 'image' && durationSec === null

/** Which of the shown files are marked: one by one, a range with Shift, or all. */
function useMarks(shown: readonly TimedFile[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(shown)
  latest.current = shown
  const from = useRef<string | null>(null)
  const mark = useCallback((id: string, isRun: boolean) => {
    const order = latest.current.map((file) => file.id)
    const ends = [order.indexOf(from.current ?? ''), order.indexOf(id)].toSorted((one, other) => one - other)
    const [first = -1, last = -1] = ends
    const run = isRun && first >= 0 ? order.slice(first, last + 1) : null
    from.current = id
    setIds((before) => {
      const after = new Set(before)
      if (run) for (const one of run) after.add(one)
      else if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return {
    marked: shown.filter(({ id }) => ids.has(id)),
    mark,
    markAll: () => setIds(new Set(latest.current.map(({ id }) => id))),
    clear: useCallback(() => setIds(new Set()), []),
  }
}
