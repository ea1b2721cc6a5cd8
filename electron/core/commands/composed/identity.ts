/**
 * Which item of one list is which of another. Every write makes item ids anew, and a file may stand in a list several times:
 * where ids do not tell, files and places do. Pure.
 */

export interface Item {
  readonly fileId: string
  readonly playlistItemId?: unknown
}

/** Lists that differ in more lines than this are told apart by their files alone: no list holds up a show command. */
const MOST_EDITS = 150

/** The keys of a list's items by their ids. @param keys of a list that is not the base */
export function keysById(list: readonly Item[], keys?: readonly string[]): Map<unknown, string> {
  const pairs = list.map(({ playlistItemId }, at) => [playlistItemId, keys?.[at] ?? String(at)] as const)
  return new Map(pairs.filter(([id]) => id !== undefined))
}

/**
 * A key for each item of a list: its place in the base; or, where it is not from there, its file and the how-manieth new one
 * of that it is. Both hands adding the same file at the same place add it once.
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
  // What stands elsewhere now was moved.
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

/** Pairs of places whose lines are the same, by the shortest way from one list to the other (Myers, 1986). */
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

/** @returns none where the way is longer than `MOST_EDITS` */
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
