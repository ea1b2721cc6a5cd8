/**
 * Determines which item of one list corresponds to which of another. Every write gives the items new ids, and a file
 * may be in a list several times: if ids do not match, files and places decide. Pure.
 */

export interface Item {
  readonly fileId: string
  readonly playlistItemId?: unknown
}

/** Lists that differ in more lines than this are matched by their files alone: no list may delay a show command. */
const MOST_EDITS = 150

/** The keys of a list's items by their ids. @param keys if the list is not the base */
export function keysById(list: readonly Item[], keys?: readonly string[]): Map<unknown, string> {
  const pairs = list.map(({ playlistItemId }, at) => [playlistItemId, keys?.[at] ?? String(at)] as const)
  return new Map(pairs.filter(([id]) => id !== undefined))
}

/**
 * A key for each item of a list: its place in the base; or for a new item, its file and a counter among the new items
 * of that file. If both sides add the same file at the same place, it is added once.
 */
export function identified(list: readonly Item[], base: readonly Item[], byId: Map<unknown, string>): string[] {
  const keys = new Map<number, string>()
  const taken = new Set<string>()
  const take = (at: number, key: string) => {
    if (keys.has(at) || taken.has(key)) return
    keys.set(at, key)
    taken.add(key)
  }
  list.forEach(({ playlistItemId, fileId }, at) => {
    const key = playlistItemId === undefined ? undefined : byId.get(playlistItemId)
    if (key !== undefined && (base[Number(key)]?.fileId ?? fileId) === fileId) take(at, key)
  })
  const left = [...base.keys()].filter((at) => !taken.has(String(at)))
  const open = [...list.keys()].filter((at) => !keys.has(at))
  const fileOf = (items: readonly Item[]) => (at: number) => items[at]?.fileId ?? ''
  for (const [one, other] of aligned(left.map(fileOf(base)), open.map(fileOf(list))))
    take(open[other] ?? -1, String(left[one]))
  // An item of the base that is in another place now was moved.
  const moved = Map.groupBy(
    left.filter((at) => !taken.has(String(at))),
    fileOf(base),
  )
  const added = new Map<string, number>()
  return list.map(({ fileId }, at) => {
    const known = keys.get(at) ?? moved.get(fileId)?.shift()
    if (known !== undefined) return String(known)
    const nth = added.get(fileId) ?? 0
    added.set(fileId, nth + 1)
    return `+${nth} ${fileId}`
  })
}

/** Pairs of places with equal lines, by the shortest edit script between the lists (Myers, 1986). */
function aligned(one: readonly string[], other: readonly string[]): [number, number][] {
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  const inner = shortestWay(one.slice(head, one.length - tail), other.slice(head, other.length - tail))
  return [
    ...Array.from({ length: head }, (_, at): [number, number] => [at, at]),
    ...inner.map(([x, y]): [number, number] => [x + head, y + head]),
    ...Array.from({ length: tail }, (_, at): [number, number] => [one.length - 1 - at, other.length - 1 - at]),
  ]
}

/** @returns no pairs if the edit script is longer than `MOST_EDITS` */
function shortestWay(one: readonly string[], other: readonly string[]): [number, number][] {
  const most = Math.min(MOST_EDITS, one.length + other.length)
  const zero = most + 1
  const reach = new Int32Array(2 * zero + 1)
  const steps: Int32Array[] = []
  const isDown = (at: Int32Array, edits: number, line: number) =>
    line === -edits || (line !== edits && (at[zero + line - 1] ?? 0) < (at[zero + line + 1] ?? 0))
  const from = (at: Int32Array, edits: number, line: number) =>
    isDown(at, edits, line) ? (at[zero + line + 1] ?? 0) : (at[zero + line - 1] ?? 0) + 1

  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(reach.slice())
    for (let line = -edits; line <= edits; line += 2) {
      let x = from(reach, edits, line)
      while (x < one.length && x - line < other.length && one[x] === other[x - line]) x += 1
      reach[zero + line] = x
      if (x >= one.length && x - line >= other.length) return wayBack(edits, line)
    }
  }
  return []

  function wayBack(edits: number, last: number): [number, number][] {
    const pairs: [number, number][] = []
    let [x, line] = [one.length, last]
    for (let left = edits; left >= 0; left -= 1) {
      const at = steps[left] ?? reach
      const begun = left === 0 ? 0 : from(at, left, line)
      while (x > begun) {
        x -= 1
        pairs.push([x, x - line])
      }
      if (left === 0) break
      const down = isDown(at, left, line)
      line += down ? 1 : -1
      x = down ? begun : begun - 1
    }
    return pairs.toReversed()
  }
}
