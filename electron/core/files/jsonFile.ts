import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import type { Disk } from './disk.ts'

/** A value stored across restarts in a file of its own. */
export interface JsonFile<Value> {
  get(): Value
  /** Changes the value in memory at once, on disk atomically. If the disk refuses, it is restored and this rejects. */
  change(value: Value): Promise<void>
  /** Settles once no write is in progress. */
  written(): Promise<unknown>
}

/** Opens the file. An unreadable file is replaced by `empty`: its content is dispensable. */
export function openJsonFile<Value>(
  disk: Disk,
  name: string,
  schema: z.ZodType<Value>,
  empty: Value,
): JsonFile<Value> {
  const read = schema.safeParse(parseJson(disk.read(name) ?? ''))
  let held = read.success ? read.data : empty
  /** The value on disk, to restore it if the disk refuses several overlapping writes. */
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

/** Values stored by key in one file: of a service, a project, or a part of one. */
export interface Records<Value> {
  all(): Readonly<Record<string, Value>>
  of(key: string): Value | undefined
  /** Puts the value last; null removes it. If the disk refuses, all is restored, and this rejects. */
  put(key: string, value: Value | null): Promise<void>
  written(): Promise<unknown>
}

/** @param most most values kept; the one put longest ago is dropped first */
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
