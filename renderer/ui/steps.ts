/** Where somebody stands in a grid that is read line by line. */
export interface Standing {
  at: number
  count: number
  columns: number
  rightToLeft: boolean
}

/** Where a key leads in such a grid, or null: nowhere else, or it is no key of the grid's. */
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
