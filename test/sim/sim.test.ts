/** Workflows under every fault, kill and concurrent client: no promise is broken. */
import { expect, test } from 'vitest'
import { brokenBy, explore, read, tell } from './explore.ts'
import { play, type Stage } from './history.ts'
import { imports } from './imports.ts'
import { moves } from './moves.ts'
import { playlists } from './playlists.ts'
import { quiet } from './quiet.ts'
import { PROJECT } from './world.ts'

/**
 * Requests of a move: 1 and 2 read the current dates, 3 and 4 again, 5 cancels, 6 and 7 read, 8 creates, 9 and 10
 * read.
 */
test.each([
  'request 8 slow, after request 8 personCancels',
  'request 5 hang, after request 4 broadcastBegins',
  'request 5 away, after request 4 broadcastBegins',
  'request 5 hang, after request 4 newDateComesNear',
  'request 5 refused, after request 4 oldDateComesNear',
  'request 8 refused, after request 11 oldDateComesNear',
  'request 5 part, request 8 part',
  'write 3 killAfter, after request 5 padlockCloses',
  'request 8 minutes',
  'request 8 limited, after request 7 broadcastBegins',
  'request 8 late, write 5 full, after request 11 personCancels',
  'request 8 cutAfter, write 5 full, after request 8 personCancels',
  'request 5 late, after request 5 otherHandSchedules',
  'after request 5 otherHandSchedules',
  'request 5 part, after request 5 broadcastBegins',
  'request 5 late, after request 9 datesPass',
  'after request 7 otherHandCancels',
  'request 5 part, write 4 full, after request 5 killed',
  'request 13 cutAfter, write 3 killAfter, after request 12 personCancels',
  'request 11 cutAfter, after request 9 personCancels',
  'request 6 away, request 10 part, write 7 full, after request 12 newDateComesNear',
])('a move that once broke a promise keeps it: %s', async (line) => {
  expect(await brokenBy(read(`moveSchedule: ${line}`), moves)).toEqual([])
})

test.each(['write 1 slow', 'write 3 slow'])(
  'a move on a slow disk makes no more readings than otherwise: %s',
  async (line) => {
    const { wire, told } = await play(read(`moveSchedule: ${line}`), moves)
    expect(told.map(({ outcome }) => outcome.result)).toEqual(['done'])
    const asked = wire.log.filter(({ nth, operation }) => nth !== null && operation === 'listSchedules')
    expect(asked.length).toBeLessThan(8)
  },
)

/**
 * Requests of a quiet edit of three: 1 to 4 read, 5 switches auto-sync off, 6 and 7 read; each edit takes 4 (read the
 * list it would appear in, make it, two reads); 20 syncs, 21 and 22 read, 23 switches on, 24 and 25 read.
 */
test.each([
  'request 5 cutAfter, request 6 away',
  'request 9 cutAfter, request 15 cutBefore',
  'request 5 otherwise',
  'request 23 otherwise',
  'after request 5 padlockCloses',
  'after request 17 padlockCloses',
  'request 9 refused, request 12 away',
  'request 5 hang, write 2 killAfter, after request 6 anotherBegins',
  'write 4 full',
  'write 6 full',
  'after request 9 personSwitchesOff',
  'after request 9 personSwitchesOn',
  'after request 9 personAsksAgain',
  'request 13 refused, after request 16 personSwitchesOn',
  'request 13 refused, after request 14 broadcastEnds',
  'write 13 killBefore, after request 23 otherHandPrepares',
  'request 20 hangAfter, after request 19 otherHandSwitchesOn',
  'request 5 late, after request 8 personSwitchesOn',
  'request 23 late, after request 26 personSwitchesOff',
  'request 6 slow, after request 3 anotherBegins',
  'request 10 slow, after request 9 broadcastEnds',
  'request 10 hang, request 12 slow, after request 11 anotherBegins',
  'request 21 limited, after request 22 personAsksAgain',
  'request 20 otherwise',
])('a quiet edit that once broke a promise keeps it: %s', async (line) => {
  expect(await brokenBy(read(`quietEdit: ${line}`), quiet)).toEqual([])
})

const SYNCS = {
  'from here': (on: Stage) =>
    on.command({ type: 'sync', ...{ projectId: PROJECT, liveId: on.world.live?.liveId ?? '' } }),
  'by another client': ({ world }: Stage) => world.push(),
}

test.each(
  [9, 10, 11, 12, 13, 14, 15, 16, 17, 18].flatMap((at) =>
    (['from here', 'by another client'] as const).map((by) => [by, at] as const),
  ),
)('a Sync %s during a quiet edit, after request %i: the outcome says that it was seen in parts', async (by, at) => {
  const on = await play(read(`quietEdit: after request ${at} syncs`), { ...quiet, acts: { syncs: SYNCS[by] } })
  const said = on.told.map(({ outcome }) => (outcome.result === 'done' ? outcome.done : outcome))
  const seen = on.world.aired.length > 1 ? 'but not all at once' : 'at once. Auto-sync'
  expect(said).toEqual([expect.objectContaining({ about: expect.stringContaining(seen) })])
  expect(on.world.aired.flat()).toHaveLength(3)
})

/** Requests: 1 reads the list, 2 writes it; after a minute 3 reads it and 4 undoes that; later the undo is undone. */
test.each([
  'request 2 cutBefore',
  'request 4 cutBefore',
  'request 4 cutAfter, after request 5 killed',
  'request 2 otherwise',
  'request 4 otherwise',
  'request 2 part, request 4 part',
  'write 1 killAfter',
  'write 1 full',
  'after request 2 killed',
  'after request 2 otherHandTurnsUp',
  'after request 2 otherHandRenames',
  'after request 2 otherHandRewrites',
  'request 2 late, after request 3 personSavesToo',
  'request 2 late, after request 2 otherHandAdds',
  'request 2 cutAfter, request 5 cutAfter, write 4 full',
])('a playlist save that once broke a promise keeps it: %s', async (line) => {
  expect(await brokenBy(read(`savePlaylist: ${line}`), playlists)).toEqual([])
})

test.each([
  ['savePlaylist: write 1 slow, after request 1 switches', playlists, null],
  ['quietEdit: request 23 cutAfter, write 10 slow, after request 24 switches', quiet, 'personSwitchesOff'],
] as const)('a slow disk delays no scene switch: %s', async (line, about, first) => {
  const prepare: typeof about.prepare = (stage) => {
    about.prepare(stage)
    stage.world.scenes.push({ id: 'scene-1', name: 'Next', isActive: false, madeIn: null })
  }
  let pressedAt = Number.NaN
  const press = (on: Stage) => {
    pressedAt = on.clock.now()
    const liveId = on.world.live?.liveId ?? ''
    on.command({ type: 'switchScene', ...{ projectId: PROJECT, liveId, sceneId: 'scene-1' } })
  }
  /** Switches while the disk writes. */
  const switches = (on: Stage) => {
    if (first) {
      on.acts.push({ act: first, at: on.clock.monotonic(), wall: on.clock.now() })
      quiet.acts[first]?.(on)
    }
    on.later(100, () => press(on))
  }
  const trial = { ...about, prepare, acts: { ...about.acts, switches } }
  const on = await play(read(line), trial)
  const switched = on.wire.log.find(({ operation }) => operation === 'activateScene')
  expect((switched?.at ?? Number.POSITIVE_INFINITY) - pressedAt).toBeLessThan(50)
  expect(trial.broken(on)).toEqual([])
})

/** Requests: 1 reads what exists, 2 imports the first link, 3 reads again, 4 imports the second. */
test.each([
  'request 2 cutBefore, after request 2 otherHandImports',
  'request 2 cutAfter',
  'after request 2 killed',
  'request 2 late, request 4 hangAfter',
  'after request 2 serviceForgets',
  'after request 2 otherHandDeletes',
  'after request 2 personRemoves',
  'request 2 limited, after request 2 profileSwitched',
  'write 2 killAfter',
  'write 3 killBefore',
  'write 3 full',
])('an import that once broke a promise keeps it: %s', async (line) => {
  expect(await brokenBy(read(`importFiles: ${line}`), imports)).toEqual([])
})

/** Other histories every day; CUELIGHT_SIM=COUNT and CUELIGHT_SIM_FIRST=SEED choose them. */
const COUNT = Number(process.env.CUELIGHT_SIM ?? 1_250)
const FIRST = Number(process.env.CUELIGHT_SIM_FIRST ?? Math.floor(Date.now() / 86_400_000) * COUNT)
test.each([moves, quiet, playlists, imports])(
  `${COUNT} histories of $name from seed ${FIRST} on`,
  async (trial) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed += 1) {
      const breach = await explore(seed, trial)
      if (breach) throw new Error(`seed ${seed}, ${tell(breach.history)}: ${breach.broken.join('; ')}`)
    }
  },
  3_600_000,
)
