/** Dates as users type them, and times as they are printed. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { momentsTyped, typedWithOffset } from '../../electron/cli/dates.ts'
import { DOORS, typedSchema } from '../../electron/cli/fields.ts'
import { tableOf } from '../../electron/cli/table.ts'
import { momentOf } from '../../shared/words/format.ts'
import { onAir } from '../core/stage.ts'
import { newDir } from '../fakes/rig.ts'
import { desk } from './kit.ts'

const spaced = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Wednesday, 10:00 in Berlin. */
const NOW = Date.parse('2026-11-25T09:00:00Z')
const typed = (text: string, now = NOW, zone = 'Europe/Berlin') =>
  momentsTyped(text, now, zone).map((at) => new Date(at).toISOString())

test.each([
  ['today 20:00', '2026-11-25T19:00'],
  ['tomorrow 19:00', '2026-11-26T18:00'],
  ['Tomorrow, 7pm', '2026-11-26T18:00'],
  ['fri 20:00', '2026-11-27T19:00'],
  ['Friday 8 pm', '2026-11-27T19:00'],
  ['wed 20:00', '2026-11-25T19:00'],
  ['wed 9:00', '2026-12-02T08:00'],
  ['tues 12am', '2026-11-30T23:00'],
  ['20:00', '2026-11-25T19:00'],
  ['09:30', '2026-11-26T08:30'],
  ['2026-12-24 18:00', '2026-12-24T17:00'],
  ['2026-12-24T18:00', '2026-12-24T17:00'],
  ['2026-07-24 18:00', '2026-07-24T16:00'],
  ['2026-12-24T18:00+03:00', '2026-12-24T15:00'],
])('%s is %s', (text, utc) => expect(typed(text)).toEqual([`${utc}:00.000Z`]))

test('an hour that the clock shows twice is asked for, in a form that can be typed', () => {
  const [first = '', second = ''] = typed('2027-10-31 02:30')
  expect([first, second]).toEqual(['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z'])
  const both = [first, second].map((one) => typedWithOffset(Date.parse(one), 'Europe/Berlin'))
  expect(both).toEqual(['2027-10-31T02:30+02:00', '2027-10-31T02:30+01:00'])
  expect(both.flatMap((one) => typed(one))).toEqual([first, second])
  // Once the first is over, only the second can be meant.
  expect(typed('02:30', Date.parse('2027-10-31T00:45Z'))).toEqual([second])
  expect(typedWithOffset(NOW, 'America/St_Johns')).toBe('2026-11-25T05:30-03:30')
})

test('the command line sends neither of the two', () => {
  const main = join(import.meta.dirname, '../../electron/cli/main.ts')
  const args = [main, 'edit', 'scheduleLive', '--dates', '2027-10-31 02:30', '--data-dir', newDir()]
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, TZ: 'Europe/Berlin' } })
  expect([status, String(stderr)]).toEqual([
    2,
    expect.stringContaining(
      '--dates "2027-10-31 02:30" comes twice that day: the clock goes back. Say which one: 2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00.',
    ),
  ])
})

test.each([
  ...['', '20', 'tomorrow', 'next week', 'fri', 'frog 20:00', 'fr 20:00', 'tomorrow 25:00', '13pm', 'fri 20:61'],
  ...['2026-13-01 20:00', '2026-02-30 20:00', '2027-03-28 02:30', `tomorrow ${' '.repeat(100_000)}19:00`],
])('%j is no date', (text) => expect(typed(text)).toEqual([]))

test('a date is accepted as users write it; a wrong one is reported as it was typed', async () => {
  const on = await desk()
  const done = await on.cli('edit', 'scheduleLive', '--dates', 'tomorrow 19:00')
  expect(done).toMatchObject({ code: 0, err: [] })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [first = 0] = momentsTyped('tomorrow 19:00', on.rig.clock.now(), zone)
  const { out } = await on.cli('query', 'listSchedules')
  expect(out.join('\n')).toContain(momentOf(first))
  expect(out.join('\n')).not.toMatch(/\d{4}-\d\d-\d\dT/)
  const wrong = await on.cli('edit', 'scheduleLive', '--dates', 'tomorrow 19:00', '--dates', 'next wek')
  expect(wrong).toMatchObject({ code: 2, err: [expect.stringMatching(/^--dates cannot be "next wek"\. Expected: /)] })
})

test('a table shows times in this machine’s zone, and no number in their place', () => {
  const [, row] = tableOf([{ id: 'a', startedAt: NOW, sizeBytes: 2e12, date: '2026-11-27T19:00:00Z' }])
  expect(row).toContain(momentOf(NOW))
  expect(row).toContain(momentOf(Date.parse('2026-11-27T19:00:00Z')))
  expect(row).toContain('2000000000000')
  expect(tableOf([{ id: 'a', since: NOW, lastSeen: NOW }])[1]?.split(momentOf(NOW))).toHaveLength(3)
})

test('every view prints its times in this machine’s zone, and no number of milliseconds', async () => {
  const on = await desk({ preparingMs: 0 })
  await onAir(on)
  const { scenes, files } = on.server.content
  const layer = on.rig.core.query('projectContent', { projectId: on.rig.show().id })
  const { value } = await on.whole(layer)
  const ids: Record<string, string> = {
    ...{ sceneId: scenes[0] ?? '', fileId: files.videos[0] ?? '', liveId: on.rig.show().live?.liveId ?? '' },
    ...{ layerId: value.scenes.flatMap(({ layers }) => layers)[0]?.id ?? '', name: on.rig.show().name },
  }
  const told: string[] = []
  for (const name of DOORS.query) {
    const needed = Object.keys(typedSchema(name).shape).filter((field) => ids[field])
    const given = needed.flatMap((field) => [`--${spaced(field)}`, ids[field] ?? ''])
    const { code, out } = await on.cli('query', name, ...given)
    if (code === 0) told.push(name)
    expect(out.join('\n'), name).not.toMatch(/\b1[5-9]\d{11}\b|\d{4}-\d\d-\d\dT\d\d/)
  }
  // The first two need a broadcast that is over; the last needs a desktop.
  expect(DOORS.query.filter((name) => !told.includes(name))).toEqual([
    'getStatistics',
    'getPlayedFiles',
    'thisComputer',
  ])
})

test('a name that is a page long is not printed in full', async () => {
  const on = await desk()
  const { code, err } = await on.cli('scene', 'x'.repeat(120_000))
  expect([code, err.join('').length < 1_000]).toEqual([1, true])
})

test('if a project has no destination, the error names the command that chooses one', async () => {
  const on = await desk()
  on.server.faults.add({
    kind: 'refuse',
    match: { method: 'POST', path: /\/live$/ },
    status: 400,
    code: 'NO_DESTINATIONS',
  })
  expect((await on.cli('go-live', '--despite-faults')).err.join()).toContain('--destination-ids')
})
