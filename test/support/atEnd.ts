/** What a test opened, ended when the test ends: what was opened last goes first. */
import { rmSync } from 'node:fs'
import { afterEach } from 'vitest'
import { newDir } from './folders.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
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
