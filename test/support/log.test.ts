import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { type LogOptions, openLog } from '../../electron/support/log.ts'
import { createRedactor } from '../../electron/support/redact.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { folderForTest } from './atEnd.ts'
import { SECRETS } from './secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = folderForTest()
})

const read = (name = 'cuelight.log') => readFileSync(join(dataDir, name), 'utf8')

function opening(options: Partial<LogOptions> = {}) {
  return openLog({ dataDir, clock: new VirtualClock(), redact: createRedactor().redact, ...options })
}

it('is one line per entry: time, level, area, text', () => {
  const clock = new VirtualClock()
  const log = opening({ clock })
  log.write('info', 'core', 'started')
  clock.advance(1_500)
  log.write('error', 'studio', 'ended')
  expect(read()).toBe('2026-01-05T20:00:00.000Z info  core: started\n2026-01-05T20:00:01.500Z error studio: ended\n')
  expect(statSync(join(dataDir, 'cuelight.log')).mode & 0o777).toBe(0o600)
})

it('keeps an entry in one line, and escapes control characters', () => {
  const seen: string[] = []
  const log = opening({ alsoTo: (line) => seen.push(line) })
  log.write('warn', 'core', 'first\r\nsecond\t\u001b[31mred\u2028\u0000\n')
  expect(read()).toBe('2026-01-05T20:00:00.000Z warn  core: first\\r\\nsecond\\t\\u001b[31mred\\u2028\\u0000\n')
  expect(seen).toEqual([read().trimEnd()])
})

it('contains no secret, neither where it is cut nor on the terminal', () => {
  const seen: string[] = []
  const redactor = createRedactor()
  redactor.hide(SECRETS.registered)
  const log = opening({ redact: redactor.redact, alsoTo: (line) => seen.push(line) })
  for (let length = 3_930; length < 4_010; length += 1)
    log.write('info', 'core', 'x'.repeat(length) + SECRETS.registered)
  log.write('info', 'core', `a\n${SECRETS.foreignKey}`)
  const half = SECRETS.registered.slice(0, 8)
  expect(read() + seen.join('')).not.toContain(half)
  expect(read()).not.toContain(SECRETS.foreignKey)
})

it('cuts endless text, and says so', () => {
  opening().write('info', 'core', 'x'.repeat(1_000_000))
  expect(read().length).toBeLessThan(4_200)
  expect(read()).toContain('… (996000 more characters)')
})

it('is rotated, with three older files', () => {
  const log = opening({ mostBytes: 1_000 })
  for (let count = 0; count < 100; count += 1) log.write('info', 'core', `entry ${count}`)
  const older = [1, 2, 3].map((nr) => `cuelight.${nr}.log`)
  expect(readdirSync(dataDir).toSorted()).toEqual([...older, 'cuelight.log'])
  expect(read()).toContain('entry 99\n')
})

it('that cannot be written reports it once, and continues on the terminal', () => {
  mkdirSync(join(dataDir, 'cuelight.log'))
  const seen: string[] = []
  const log = opening({ alsoTo: (line) => seen.push(line) })
  log.write('info', 'core', 'one')
  log.write('info', 'core', 'two')
  expect(seen.map((line) => line.slice(0, 30))).toEqual([
    'The log file cannot be written',
    '2026-01-05T20:00:00.000Z info ',
    '2026-01-05T20:00:00.000Z info ',
  ])
})
