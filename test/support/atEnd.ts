/** What a test opened, ended when the test ends: what was opened last goes first. */
import { rmSync } from 'node:fs'
import { afterEach } from 'vitest'
import { newDir } from './folders.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  const failures: unknown[] = []
  // One that fails holds up no other: what the others end would go on after the test.
  for (const end of ends.splice(0).reverse())
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 1) throw new AggregateError(failures, 'several things could not be ended')
  if (failures.length === 1) throw failures[0]
})

/** Does it when the test ends. */
export const atEnd = (end: () => unknown): void => void ends.push(end)

/** Closes it when the test ends. */
export function closing<T extends { close(): unknown }>(one: T): T {
  atEnd(() => one.close())
  return one
}

/** A folder that is gone after the test. */
export function folderForTest(): string {
  const dir = newDir()
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
