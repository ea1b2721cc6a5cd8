import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import type { Disk } from './disk.ts'

/** What is kept over restarts in a file of its own. */
export interface JsonFile<Value> {
  get(): Value
  /** Changes it in memory at once, and on disk atomically. Where the disk refuses, all is as it was, and it rejects. */
  change(value: Value): Promise<void>
  /** Settles once no write is under way. */
  written(): Promise<unknown>
}

/** Opens it; what cannot be read is begun anew, for all it holds can be done without. */
export function openJsonFile<Value>(
  disk: Disk,
  name: string,
  schema: z.ZodType<Value>,
  empty: Value,
): JsonFile<Value> {
  const read = schema.safeParse(parseJson(disk.read(name) ?? ''))
  let held = read.success ? read.data : empty
  /** What the disk has: where it refuses several that overlap, that is how it was before. */
  let kept = held
  let writing: Promise<unknown> = Promise.resolve()
  return {
    get: () => held,
    async change(value) {
      held = value
      const written = disk.write(name, JSON.stringify(value))
      writing = Promise.allSettled([writing, written])
      try {
        await written
        kept = value
      } catch (error) {
        if (held === value) held = kept
        throw error
      }
    },
    written: () => writing,
  }
}

/** What is kept by key in one file: of a service, a project, or a part of one. */
export interface Records<Value> {
  all(): Readonly<Record<string, Value>>
  of(key: string): Value | undefined
  /** Puts it last; null takes it out. Rejects, and all is as it was, where the disk refuses. */
  put(key: string, value: Value | null): Promise<void>
  written(): Promise<unknown>
}

/** @param most the one put longest ago goes, so that there are no more */
export function openRecords<Value>(
  disk: Disk,
  name: string,
  schema: z.ZodType<Value>,
  most = Number.POSITIVE_INFINITY,
): Records<Value> {
  const file = openJsonFile<Record<string, Value>>(disk, name, z.record(z.string(), schema), {})
  return {
    all: file.get,
    of: (key) => file.get()[key],
    put(key, value) {
      const { [key]: _, ...others } = file.get()
      const all = [...Object.entries(others), ...(value === null ? [] : [[key, value] as const])]
      return file.change(Object.fromEntries(all.slice(-most)))
    },
    written: file.written,
  }
}
