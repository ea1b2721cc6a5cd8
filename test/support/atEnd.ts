/** What a test opened, ended when the test ends: what was opened last goes first. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

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

/** A folder of its own, gone when the test ends. */
export function ownFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'cuelight-test-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
