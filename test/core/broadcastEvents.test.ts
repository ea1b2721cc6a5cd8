/** What the local studio reports of its broadcasts, in the journal and on the show screen. */
import { expect, test } from 'vitest'
import { broadcastEvents, recordBroadcastEvents } from '../../electron/core/journal/broadcastEvents.ts'
import { createAppStore } from '../../electron/core/state/store.ts'
import { type Broadcasting, NO_BROADCASTING, type SentTo } from '../../shared/broadcasting.ts'
import type { LiveEvent } from '../../shared/outcome.ts'
import { broadcastHealth } from '../../shared/view/broadcastHealth.ts'
import { describeEvent } from '../../shared/words/outcomes/outcomes.ts'
import { rehearsing } from '../renderer/setupStates.ts'
import { liveProject } from '../renderer/states.ts'

const project = liveProject()
const sent = (more: Partial<SentTo> = {}): SentTo => ({
  ...{ projectId: project.id, destinationId: 'ours', state: 'LIVE', message: null },
  ...{ reconnects: 0, dropped: 0, kbps: 2_400, ...more },
})
const report = (more: Partial<Broadcasting>): Broadcasting => ({ ...NO_BROADCASTING, sentTo: [sent()], ...more })
const stateOf = (broadcasting: Broadcasting) => rehearsing({ broadcasting }, project)
const linesOf = (broadcasting: Broadcasting) =>
  broadcastHealth(stateOf(broadcasting)).map(({ what, todo }) => [what, todo].filter(Boolean).join(' '))
const between = (before: Broadcasting, now: Broadcasting) =>
  broadcastEvents(before, now, new Set(), ({ destinationId }) => destinationId).map(({ what }) => describeEvent(what))

const TROUBLE: Partial<Broadcasting> = {
  sentTo: [sent({ reconnects: 2 })],
  notShown: [{ projectId: project.id, file: 'Intro.mp4', why: 'it is damaged: its times jump' }],
  notHeard: [{ projectId: project.id, why: 'it could not be mixed: ffmpeg took too long' }],
  engineRestarts: 1,
  diskLeft: 1_400_000_000,
}

test('as long as all is well nothing is shown and nothing recorded', () => {
  expect(linesOf(report({}))).toEqual([])
  expect(between(report({}), report({ sentTo: [sent({ kbps: 900 })] }))).toEqual([])
  // Another project's trouble is not this show's.
  expect(linesOf(report({ notShown: [{ projectId: 'other', file: 'A', why: 'it is damaged' }] }))).toEqual([])
  expect(linesOf({ ...report(TROUBLE), sentTo: [] })).toEqual([])
})

test('each fault is one line, in words, with what to do', () => {
  const server = { destinationId: 'ours', name: 'Our server', url: 'rtmp://a/b', hasKey: true, projects: [] }
  const named = (more: Partial<Broadcasting>) => linesOf(report({ servers: [server], ...more }))
  expect(named(TROUBLE)).toEqual([
    'Intro.mp4 is not playing: it is damaged: its times jump. Viewers see the slate. Check it in Files.',
    'Viewers do not hear all of the sound as it is set: it could not be mixed: ffmpeg took too long. If it stays so, save the support bundle.',
    'The broadcast engine failed once in the last 5 min and was restarted. If it happens again, save the support bundle.',
    'Our server is back on air: the connection was lost 2 times in the last 5 min.',
    'The disk is nearly full: 1.4 GB left. Make room: imports and play copies stop at 1 GB.',
  ])
  // The readings of the broadcast report one that is not on air, as for any service.
  expect(named({ sentTo: [sent({ state: 'WAIT', message: 'Refused.', dropped: 4 })] })).toEqual([])
  expect(named({ sentTo: [sent({ dropped: 1, reconnects: 3 })] })).toEqual([
    'Our server misses pictures: the connection is too slow, 1 picture or sound left out in the last 5 min. Free up your upload.',
  ])
  const why = "ENOENT: no such file or directory, open '/home/user/media/play/x.flv'"
  expect(named({ notShown: [{ projectId: project.id, file: null, why }] })).toEqual([
    'A file is not playing: its file cannot be opened. Viewers see the slate. Check it in Files.',
  ])
  const logo = {
    projectId: project.id,
    file: 'Logo.mp4',
    why: 'this computer is too slow',
    isPlaylistAlone: true,
  } as const
  const ready = { ...logo, why: 'there is no play copy of it yet' }
  expect(named({ notShown: [logo, ready] })).toEqual([
    'Logo.mp4 is not in its place: this computer is too slow. Viewers see the playlist alone, full screen.',
    'Logo.mp4 is still being prepared. Until then viewers see the playlist alone, full screen.',
  ])
})

test('the journal has each fault once, when it begins', () => {
  expect(between(report({}), report(TROUBLE))).toEqual([
    'The broadcast engine failed and was restarted. Pictures were interrupted everywhere.',
    'ours: the connection was lost for a moment.',
    'Intro.mp4 is not playing: it is damaged: its times jump. Viewers see the slate.',
    'Viewers do not hear all of the sound as it is set: it could not be mixed: ffmpeg took too long.',
    'The disk is nearly full: 1.4 GB left.',
  ])
  // At every new volume it is so for a moment.
  const notReady = report({ notHeard: [{ projectId: project.id, why: 'there is no play copy of it yet' }] })
  expect(between(report({}), notReady)).toEqual([])
  expect(linesOf(notReady)).toEqual([
    'A sound is still being prepared. Until then, viewers do not hear all of it as it is set.',
  ])
  const slow = report({ sentTo: [sent({ dropped: 1 })] })
  expect(between(report({}), slow)).toEqual(['ours: the connection is too slow, so viewers there miss pictures.'])
  expect(between(slow, report({ sentTo: [sent({ dropped: 90 })] }))).toEqual([])
  // A reading reports one that lasts.
  expect(between(report({}), report({ sentTo: [sent({ state: 'WAIT', reconnects: 1 })] }))).toEqual([])
})

test('a file that a loop brings again is recorded once in a broadcast, and again in the next one', () => {
  const store = createAppStore(stateOf(report({})))
  const told: LiveEvent[] = []
  const stop = recordBroadcastEvents(store, (_, what) => void told.push(what))
  const show = (broadcasting: Broadcasting | null) =>
    store.change((draft) => {
      draft.rehearsal = broadcasting && stateOf(broadcasting).rehearsal
    })
  const bad = report({ notShown: [{ projectId: project.id, file: 'Intro.mp4', why: 'it is damaged' }] })
  for (let round = 0; round < 3; round += 1) for (const one of [bad, report({})]) show(one)
  expect(told.map(({ event }) => event)).toEqual(['fileNotShown'])
  // What was so when Cuelight, or the studio, came back is not new.
  show(null)
  show(bad)
  expect(told).toHaveLength(1)
  show(NO_BROADCASTING)
  show(report({}))
  show(bad)
  expect(told).toHaveLength(2)
  stop()
  show(report(TROUBLE))
  expect(told).toHaveLength(2)
})
