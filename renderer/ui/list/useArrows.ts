import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useInPortions } from './useInPortions.ts'

/** A position in a grid that is read line by line. */
export interface Standing {
  at: number
  count: number
  columns: number
  rightToLeft: boolean
}

/** The position that a key moves to in such a grid, or null if it does not move. */
export function stepIn(key: string, { at, count, columns, rightToLeft }: Standing): number | null {
  const onward = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = rightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const last = count - 1
  const to = {
    [onward]: at + 1,
    [backward]: at - 1,
    ArrowUp: at - columns,
    // The last line may be shorter than the one above it.
    ArrowDown: Math.floor(last / columns) > Math.floor(at / columns) ? Math.min(at + columns, last) : at,
    Home: 0,
    End: last,
  }[key]
  return to === undefined || to === at || to < 0 || to > last ? null : to
}

/**
 * Moves between tiles with the arrow keys, so that the grid has a single tab stop. `last`: the tile that was focused
 * last.
 * @param tile the class of a tile, and the name of the data attribute on it or its container
 */
export function useArrows(tile: string) {
  const [last, setLast] = useState<string | null>(null)
  return {
    last,
    onFocus: ({ target }: FocusEvent) =>
      setLast(target.closest<HTMLElement>(`[data-${tile}]`)?.dataset[tile] ?? null),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${tile}`)]
      const at = tiles.indexOf(event.target as HTMLElement)
      const { gridTemplateColumns, direction } = getComputedStyle(event.currentTarget)
      const columns = gridTemplateColumns.split(' ').length
      const to = stepIn(event.key, { at, count: tiles.length, columns, rightToLeft: direction === 'rtl' })
      if (at < 0 || to === null) return
      event.preventDefault()
      tiles[to]?.focus()
    },
  }
}

interface Rows<Item> {
  all: readonly Item[]
  idOf(item: Item): string
  /** The class of a row, and the name of its data attribute with the id. */
  row: string
  /** The id of the open item. */
  current?: string | null
  /** A change of this value identifies another list, whose rows render from the start again. */
  what?: string
}

/**
 * The rows of a list. Arrow keys move between them, so that the list has a single tab stop.
 * @returns `shown`: as many as are to be rendered by now; `entry`: the row that Tab leads to
 */
export function useRows<Item>({ all, idOf, row, current = null, what = '' }: Rows<Item>) {
  const ready = useInPortions(all.length, what)
  const { last, ...listens } = useArrows(row)
  const entry = all.find((item) => idOf(item) === (last ?? current)) ?? all[0]
  return { shown: all.slice(0, ready), entry, listens }
}
