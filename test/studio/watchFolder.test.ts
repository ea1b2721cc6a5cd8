/** A studio whose folder was deleted ends: left running, it could never be found again. */
import { mkdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { watchFolder } from '../../electron/studio/watchFolder.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { folderForTest } from '../support/atEnd.ts'

test('a folder missing twice in a row counts as deleted; once, or not at all, changes nothing', () => {
  const [dir, clock] = [folderForTest(), new VirtualClock()]
  let gone = 0
  const stop = watchFolder(dir, clock, () => {
    gone += 1
  })
  clock.advance(300_000)
  rmSync(dir, { recursive: true })
  clock.advance(30_000)
  mkdirSync(dir)
  clock.advance(60_000)
  expect(gone).toBe(0)
  rmSync(dir, { recursive: true })
  clock.advance(60_000)
  expect([gone, clock.waiting]).toEqual([1, 0])
  stop()
})
