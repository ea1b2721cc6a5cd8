/** The studio's log does not grow without limit. */
import { closeSync, existsSync, readFileSync, statSync, writeSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { logFileIn, openLog, turnOverLog } from '../../electron/studio/logFile.ts'
import { atEnd, folderForTest } from '../support/atEnd.ts'

let dataDir: string
let log: number
beforeEach(() => {
  dataDir = folderForTest()
  log = openLog(dataDir)
  atEnd(() => closeSync(log))
})

const LONG = 'a line of a studio that has run for weeks\n'.repeat(30_000)

it('a log that became long is rotated while it is written to, readable by this user only', () => {
  writeSync(log, LONG)
  turnOverLog(dataDir, log)
  writeSync(log, 'the next line\n')
  expect(readFileSync(logFileIn(dataDir), 'utf8')).toBe('the next line\n')
  expect(readFileSync(`${logFileIn(dataDir)}.1`, 'utf8')).toBe(LONG)
  expect(statSync(`${logFileIn(dataDir)}.1`).mode & 0o077).toBe(0)
})

it('a short log, and another file in its place, are left unchanged', () => {
  writeSync(log, 'short\n')
  turnOverLog(dataDir, log)
  const other = openLog(folderForTest())
  atEnd(() => closeSync(other))
  writeSync(other, LONG)
  turnOverLog(dataDir, other)
  expect(readFileSync(logFileIn(dataDir), 'utf8')).toBe('short\n')
  expect(existsSync(`${logFileIn(dataDir)}.1`)).toBe(false)
})
