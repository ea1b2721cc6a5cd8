/** Closes what a test opened when the test ends, in reverse order. */
import { rmSync } from 'node:fs'
import { newDir } from './folders.ts'

const ends: (() => unknown)[] = []
/** Ends everything that is open; a failing one does not prevent the others. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = []
  // A failing one does not prevent the others, which would otherwise go on after the test.
  for (const end of ends.splice(0).reverse())
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 1) throw new AggregateError(failures, 'several things could not be ended')
  if (failures.length === 1) throw failures[0]
}

/** Runs it when the test ends. */
export const atEnd = (end: () => unknown): void => void ends.push(end)

/** Closes it when the test ends. */
export function closing<T extends { close(): unknown }>(one: T): T {
  atEnd(() => one.close())
  return one
}

/** A folder that is removed after the test. */
export function folderForTest(): string {
  const dir = newDir()
  // A process that the test has killed may still write there for a moment.
  atEnd(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }))
  return dir
}
