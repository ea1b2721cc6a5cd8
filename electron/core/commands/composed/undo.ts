/** Playlists before our last write of each, on disk before the write goes out: one small file per list. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../../../../shared/util/json.ts'
import type { Disk } from '../../files/disk.ts'

const Written = z.array(z.looseObject({ fileId: z.string() }))
const Fields = z.object({
  loop: z.boolean().optional(),
  volume: z.number().optional(),
  nextScene: z.string().nullable().optional(),
})
const One = z.object({
  before: Written,
  after: Written,
  /** Other fields that we changed: before our write, and as we wrote them. */
  fields: Fields,
  set: Fields.default({}),
})

/**
 * The list before our write, and what we wrote; both also for the write before, as the last one may never have arrived.
 */
const Undo = One.extend({ earlier: One.nullable().default(null) })
export type Undo = z.output<typeof Undo>
export type OneUndo = z.output<typeof One>

const FOLDER = 'undo'
/** Above this number, the oldest record is removed. */
const MOST = 50
/** The file in which earlier versions stored all records. */
const EARLIER = 'undo.json'

export type Undos = ReturnType<typeof openUndos>

export function openUndos(disk: Disk) {
  let writing: Promise<unknown> = Promise.resolve()
  /** Lists whose last write went out although the disk had refused their undo record. */
  const refused = new Set<string>()
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32)
  /** The names of all files, oldest first: each begins with an increasing number. */
  const names = () => disk.names(FOLDER).toSorted((one, other) => numberOf(one) - numberOf(other))
  const namesOf = (key: string) => names().filter((name) => name.endsWith(`-${hashOf(key)}.json`))

  const earlier = z.record(z.string(), Undo).safeParse(parseJson(disk.read(EARLIER) ?? '')).data ?? {}

  function of(key: string): Undo | undefined {
    const name = namesOf(key).at(-1)
    // Until it is in a file of its own, the record is in the file of an earlier version.
    return name === undefined ? earlier[key] : Undo.safeParse(parseJson(disk.read(`${FOLDER}/${name}`) ?? '')).data
  }

  async function write(key: string, undo: Undo): Promise<void> {
    const all = names()
    const before = namesOf(key)
    await disk.write(`${FOLDER}/${numberOf(all.at(-1) ?? '0') + 1}-${hashOf(key)}.json`, JSON.stringify(undo))
    const kept = all.filter((name) => !before.includes(name))
    const surplus = kept.slice(0, Math.max(0, kept.length + 1 - MOST))
    for (const name of [...before, ...surplus]) await disk.remove(`${FOLDER}/${name}`).catch(() => {})
  }

  /** Writes are serialized. Rejects if the disk refuses; the previous record is then kept. */
  function put(key: string, undo: Undo): Promise<void> {
    const mine = writing.then(() => write(key, undo))
    writing = mine.then(
      () => refused.delete(key),
      () => refused.add(key),
    )
    return mine
  }

  const taken = Object.entries(earlier).map(([key, undo]) => (namesOf(key).length > 0 ? undefined : put(key, undo)))
  // If the disk refuses one of them, the old file is kept with all of them.
  if (taken.length > 0)
    void Promise.all(taken)
      .then(() => disk.remove(EARLIER))
      .catch(() => {})
  /** Is there anything to undo, no matter which window saved it? */
  const has = (key: string) => namesOf(key).length > 0 || key in earlier
  return { of, has, put, wasRefused: (key: string) => refused.has(key), written: () => writing }
}

const numberOf = (name: string): number => Number.parseInt(name, 10) || 0
