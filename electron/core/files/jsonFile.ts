import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'

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
  dir: string,
  name: string,
  schema: z.ZodType<Value>,
  empty: Value,
): JsonFile<Value> {
  const path = join(dir, name)
  clearTempFiles(path)
  const read = schema.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let held = read.success ? read.data : empty
  let writing: Promise<unknown> = Promise.resolve()
  return {
    get: () => held,
    async change(value) {
      const before = held
      held = value
      const written = writeFileAtomic(path, JSON.stringify(value), { mode: 0o600 })
      writing = Promise.allSettled([writing, written])
      try {
        await written
      } catch (error) {
        if (held === value) held = before
        throw error
      }
    },
    written: () => writing,
  }
}
