/** Rehearsing on the command line: how each fault and account affects the next command, in words and exit codes. */
import { beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../electron/util/time.ts'
import { operations } from '../../shared/contract/operations.ts'
import type { AccountKind, FaultKind, ScenarioName } from '../../shared/rehearsal/rehearsalKinds.ts'
import { type App, startApp, sweep } from '../e2e/app.ts'
import { going, jsonOf } from './kit.ts'

let app: App
let liveId = ''

const cuelight = (...line: string[]) => going(line, app.dataDir).ended
const answerTo = async (...line: string[]) => jsonOf(await cuelight(...line, '--json'))

beforeAll(async () => {
  app = await startApp()
  const pastOf = ['query', 'listBroadcasts', '--project', 'Coffee Beats 24/7']
  const { value } = await vi.waitFor(
    async () => {
      const past = await answerTo(...pastOf)
      expect(past.ok).toBe(true)
      return past
    },
    { timeout: 30_000 },
  )
  liveId = operations.listBroadcasts.response.parse(value).broadcasts[0]?.liveId ?? ''
  return () => sweep(app, 'SIGKILL')
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const statistics = () => ['query', 'getStatistics', '--live-id', liveId]
const dates = () => ['edit', 'scheduleLive', '--project', 'Friday Night', '--dates', inDays(1), '--dates', inDays(2)]
const large = ['edit', 'createProject', '--name', 'Large', '--duration.manual', '--format', '16:9_2160p']
const link = ['edit', 'importFile', '--url', 'https://example.com/talk.mp4', '--type', 'video']

test.each<[FaultKind | AccountKind | ScenarioName, () => string[], RegExp]>([
  ['statisticsRefused', statistics, /The platform has a fault/],
  ['noConsent', statistics, /has not allowed statistics/],
  ['severalChannels', statistics, /several channels/],
  ['noPlayedFileLog', () => ['query', 'getPlayedFiles', '--live-id', liveId], /not enabled/],
  ['storageFull', () => link, /storage is full/],
  ['planLimits', () => large, /does not have 2160p/],
  ['tooManyBroadcasts', dates, /as many broadcasts and dates as its plan allows/],
  ['troubledEdits', statistics, /The platform has a fault/],
])('%s', async (name, line, words) => {
  expect(await cuelight('rehearse', name)).toMatchObject({ code: 0 })
  const refused = await cuelight(...line())
  expect(refused.err.join(' ')).toMatch(words)
  expect(refused.code).toBe(1)
  for (const well of ['off', 'paid']) expect(await cuelight('rehearse', well)).toMatchObject({ code: 0 })
})

test('datesPartlyTaken: names the accepted dates', async () => {
  await cuelight('rehearse', 'datesPartlyTaken')
  const taken = await answerTo(...dates())
  expect(taken).toMatchObject({ sentence: 'Scheduled: only 1 of 2.', outcome: { done: { answer: { count: 1 } } } })
  for (const sentence of ['Dates cancelled.', 'Dates cancelled: there were none.'])
    expect(await answerTo('edit', 'cancelSchedules')).toMatchObject({ sentence })
})

test('an unknown name is corrected to the nearest one, and --help lists all', async () => {
  const typo = await cuelight('rehearse', 'importfail')
  expect(typo).toMatchObject({ code: 2, err: [expect.stringContaining('Did you mean importFails?')] })
  const help = (await cuelight('rehearse', '--help')).out.join('\n')
  for (const name of ['encodeVanishes', 'troubledEdits', 'tooManyBroadcasts', 'off']) expect(help).toContain(name)
})

test('server: adds one with a key that only a pipe has, and the project that chooses it is no rehearsal', async () => {
  const piped = (key: string, ...line: string[]) => going(line, app.dataDir, systemClock, null, key).ended
  const add = ['server', 'add', 'rtmp://127.0.0.1:1/live', 'Our', 'server']
  expect((await cuelight(...add)).err.join()).toMatch(/through a pipe/)
  expect((await piped('key-of-ours', 'server', 'add', 'rtmp://127.0.0.1:1/live')).err.join()).toMatch(/a name/)
  expect((await piped('key-of-ours', 'server', 'add', 'http://127.0.0.1', 'Our server')).err.join()).toMatch(/rtmp:/)
  const { out, code } = await piped('key-of-ours', ...add)
  expect(code).toBe(0)
  const id = /\((\w+)\)/.exec(out.join())?.[1] ?? ''
  expect(out.join()).not.toContain('key-of-ours')
  expect(await cuelight('server', 'rename', id, 'Ours')).toMatchObject({ code: 0, out: ['Ours is saved.'] })
  const moved = await piped('key-of-ours', 'server', 'move', id, 'rtmp://127.0.0.1:2/live')
  expect(moved).toMatchObject({ code: 0, out: [expect.stringMatching(/^Ours is saved, and has its stream key/)] })
  expect((await cuelight('server', 'move', id, 'rtmp://127.0.0.1:3/live')).err.join()).toMatch(/through a pipe/)

  const target = ['--project', 'Morning loop']
  expect(await answerTo('status', ...target)).toMatchObject({ rehearsal: true })
  expect(await cuelight('edit', 'updateProject', ...target, '--destination-ids', id)).toMatchObject({ code: 0 })
  expect(await cuelight('target', 'Morning loop')).toMatchObject({ code: 0 })
  await vi.waitFor(async () => expect(await answerTo('status')).toMatchObject({ rehearsal: false }), {
    timeout: 30_000,
  })
  expect(await cuelight('go-live', ...target)).toMatchObject({ code: 1, err: [expect.stringMatching(/--confirm/)] })
  expect((await cuelight('server', 'remove', id)).err.join()).toMatch(/Still a destination of "Morning loop"/)
  expect(await cuelight('target', 'Friday Night')).toMatchObject({ code: 0 })
  await vi.waitFor(async () => expect(await answerTo('status')).toMatchObject({ rehearsal: true }), {
    timeout: 30_000,
  })
})
