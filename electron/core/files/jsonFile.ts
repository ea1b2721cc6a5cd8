import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'

/** What is kept over restarts in a file of its own. */
export interface JsonFile<Value> {
  get(): Value
  /** Changes it in memory at once, and on disk atomically; rejects when the disk refuses. */
  change(value: Value): Promise<void>
  /** Resolves once all that was changed is on disk, or was refused. */
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
  let last: Promise<unknown> = Promise.resolve()
  return {
    get: () => held,
    change(value) {
      held = value
      const writing = writeFileAtomic(path, JSON.stringify(held), { mode: 0o600 })
      last = Promise.allSettled([last, writing])
      return writing
    },
    written: () => last,
  }
}
