import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import type { Disk } from './disk.ts'

/** A value stored across restarts in a file of its own. */
export interface JsonFile<Value> {
  get(): Value
  /**
   * Changes the value in memory at once, and on disk atomically, one change after the other. If the disk refuses a change,
   * that one is undone, without those made since, and this rejects.
   */
  change(update: (now: Value) => Value): Promise<void>
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
  /** The value on disk, and the changes that are not on it yet. */
  let kept = read.success ? read.data : empty
  const pending: ((now: Value) => Value)[] = []
  let held = kept
  let writing: Promise<unknown> = Promise.resolve()
  async function write(update: (now: Value) => Value): Promise<void> {
    try {
      const value = update(kept)
      await disk.write(name, JSON.stringify(value))
      kept = value
    } finally {
      pending.shift()
      held = pending.reduce((now, one) => one(now), kept)
    }
  }
  return {
    get: () => held,
    change(update) {
      pending.push(update)
      held = update(held)
      const mine = writing.then(() => write(update))
      writing = mine.catch(() => {})
      return mine
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
      return file.change(({ [key]: _, ...others }) => {
        const all = [...Object.entries(others), ...(value === null ? [] : [[key, value] as const])]
        return Object.fromEntries(all.slice(-most))
      })
    },
    written: file.written,
  }
}
