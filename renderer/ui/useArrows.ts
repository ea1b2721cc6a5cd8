import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { stepIn } from './steps.ts'

/**
 * Arrow keys lead from tile to tile, so that Tab goes into the grid and out of it once.
 *
 * @returns what the grid listens to, and the scene whose tile was in the focus last
 */
export function useArrows() {
  const [last, setLast] = useState<string | null>(null)
  return {
    last,
    onFocus: ({ target }: FocusEvent) => setLast(target.closest<HTMLElement>('[data-scene]')?.dataset.scene ?? null),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.scene')]
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
