/** In random shows, what plays agrees with the log, even after a sleep and a restart. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Core } from '../../electron/studio/core.ts'
import { editShow } from '../../electron/studio/rules/broadcasts/air.ts'
import { startLive, stopLive, syncLive } from '../../electron/studio/rules/broadcasts/lives.ts'
import { playsOf } from '../../electron/studio/rules/broadcasts/played.ts'
import { playingNow } from '../../electron/studio/rules/broadcasts/runs.ts'
import { addDemo } from '../../electron/studio/rules/demo/demo.ts'
import type { LayerDraft, Live, ShowDraft } from '../../electron/studio/rules/world/world.ts'
import { startScheduler } from '../../electron/studio/scheduler.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import { seeded } from '../fakes/random.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

/** Seconds; null: unknown. The fractions add up to no whole numbers of anything. */
const LENGTHS = [0.0001, 0.25, 0.7, 12.345, 33.3, 61, 600, 3_601.5]
const SHOWS = 60
const AT_ONCE = 10
const STEPS = 12

type Chance = ReturnType<typeof chanceOf>
function chanceOf(seed: number) {
  const random = seeded(seed)
  const below = (end: number) => Math.floor(random() * end)
  return {
    below,
    is: (share: number) => random() < share,
    pick: <T>(all: readonly T[]) => all[below(all.length)] as T,
  }
}

/** A layer whose files no other layer has, so that its rows in the log can be told apart. */
function layerOf(chance: Chance, id: string, sceneIds: readonly string[], version: number): LayerDraft {
  // No scene leads to itself: that is refused.
  const others = sceneIds.filter((sceneId) => !id.startsWith(sceneId))
  const nextScene = others.length > 0 && chance.is(0.3) ? chance.pick(others) : null
  const items = Array.from({ length: chance.below(5) }, (_, nr) => ({
    playlistItemId: `${id} ${version} ${nr}`,
    fileId: `${id} file ${nr}`,
    name: `${id} file ${nr}`,
    duration: chance.is(0.12) ? null : chance.pick(nextScene === null ? LENGTHS : LENGTHS.filter((one) => one > 10)),
  }))
  const looks = { name: id, type: 'videoPlaylist', hide: false, pinned: false, locked: false, volume: 10 }
  const position = { x: 0, y: 0, width: 100, height: 100 }
  const loop = nextScene === null && chance.is(0.7)
  return { ...looks, id, position, items, loop, shuffle: chance.is(0.4), nextScene, isPlaying: chance.is(0.9) }
}

function showOf(chance: Chance): Pick<ShowDraft, 'scenes' | 'activeSceneId'> {
  const ids = ['s0', 's1', 's2'].slice(0, 1 + chance.below(3))
  const scenes = ids.map((id) => ({
    id,
    name: id,
    layers: ['a', 'b'].map((name) => layerOf(chance, `${id} ${name}`, ids, 0)),
  }))
  return { scenes, activeSceneId: 's0' }
}

/** A studio without its network part. It can sleep, and be restarted. */
function studioOf(show: Pick<ShowDraft, 'scenes' | 'activeSceneId'>) {
  const clock = new VirtualClock()
  const opened = openDataDir(null, clock.now(), () => {})
  let core = new Core(opened, clock, addDemo)
  let stop = startScheduler(core, clock, () => {})
  const { id: projectId } = Object.values(core.read().projects)[0] ?? { id: '' }
  const ids = { liveId: '' }
  core.change((draft, moment) => {
    const project = draft.projects[projectId]
    if (!project) throw new Error('the demo has no project')
    project.planned = null
    Object.assign(project.show, structuredClone(show))
    ids.liveId = startLive(draft, projectId, moment).liveId
  })
  clock.advance(4_000)
  return {
    clock,
    began: clock.now(),
    pass: (ms: number) => clock.advance(ms),
    sleep: (ms: number) => clock.jump(ms),
    restart() {
      stop()
      core = new Core({ ...opened, kept: core.glance() }, clock, addDemo)
      stop = startScheduler(core, clock, () => {})
    },
    edit: (change: (show: ShowDraft) => void) =>
      core.change((draft, { now }) => {
        const project = draft.projects[projectId]
        if (project) editShow(draft, project, now, change)
      }),
    sync: () => core.change((draft, moment) => syncLive(draft, projectId, moment)),
    end: () => core.change((draft, moment) => stopLive(draft, projectId, moment)),
    seen() {
      const world = core.read()
      const now = core.now()
      const live: Live | undefined = world.lives[projectId]
      return {
        ...{ now, ...playsOf(world, live, ids.liveId, now, core.playsBefore(ids.liveId)) },
        onAir: live ? playingNow(live, now) : [],
        sceneId: live?.onAir.activeSceneId,
        itemOf: (itemId: string) =>
          live?.onAir.scenes
            .flatMap(({ layers }) => layers.flatMap(({ items }) => items))
            .find(({ playlistItemId }) => playlistItemId === itemId),
      }
    },
    close: () => stop(),
  }
}

type Studio = ReturnType<typeof studioOf>
const layerIn = (fileId: string) => fileId.slice(0, 4)

/** What the studio reports as playing is open in its log, and each layer plays one item after another. */
function expectOneTruth({ seen }: Studio, where: string): void {
  const { onAir, plays, now, itemOf } = seen()
  const open = plays.filter(({ stoppedAt }) => stoppedAt === null)
  const told = onAir.map(({ playlistItemId, startedAt }) => `${itemOf(playlistItemId)?.fileId} ${startedAt}`)
  // A changed list continues under a new row, from the time of the change.
  expect(open.map(({ fileId, startedAt }) => `${fileId} ${startedAt}`).toSorted(), where).toEqual(told.toSorted())
  // Thousands of rows: one assertion each would take the test a minute.
  const wrong = [...Map.groupBy(plays, ({ fileId }) => layerIn(fileId)).values()].flatMap((list) =>
    list.filter(({ startedAt, stoppedAt }, nr) => {
      const end = stoppedAt ?? Number.POSITIVE_INFINITY
      const next = list[nr + 1]?.startedAt ?? Number.POSITIVE_INFINITY
      return startedAt > now || end <= startedAt || end > next
    }),
  )
  expect(wrong, where).toEqual([])
}

/** Runs the expensive comparison only if something differs. */
function expectSame(one: unknown, other: unknown, where: string): void {
  if (!isDeepStrictEqual(one, other)) expect(other, where).toEqual(one)
}

const WAITS = [1, 249, 1_000, 9_999, 61_000, 3_600_000, 8_000_000]

describe('what plays', () => {
  const seeds = Array.from({ length: SHOWS / AT_ONCE }, (_, nr) => 1 + nr * AT_ONCE)
  it.each(seeds)(
    'of %i and the shows after it agrees with the log, and with a studio that slept and was restarted',
    (first) => {
      for (let seed = first; seed < first + AT_ONCE; seed += 1) {
        const chance = chanceOf(seed)
        const show = showOf(chance)
        const [awake, cut] = [studioOf(show), studioOf(show)]
        const both = (act: (studio: Studio) => void) => void [awake, cut].forEach(act)
        for (let step = 0; step < STEPS; step += 1) {
          const ms = chance.pick(WAITS)
          awake.pass(ms)
          if (chance.is(0.5)) cut.sleep(ms)
          else cut.pass(ms)
          if (chance.is(0.4)) cut.restart()
          const what = chance.below(4)
          const place = chance.below(show.scenes.length)
          if (what === 0)
            both(({ edit }) => edit((draft) => void Object.assign(draft, { activeSceneId: `s${place}` })))
          if (what === 1) {
            const ids = show.scenes.map(({ id }) => id)
            const written = layerOf(chance, `s${place} a`, ids, step + 1)
            both(({ edit }) =>
              edit((draft) => void draft.scenes[place]?.layers.splice(0, 1, structuredClone(written))),
            )
          }
          if (what < 3) both(({ sync }) => void sync())
          both((studio) => expectOneTruth(studio, `seed ${seed}, step ${step}`))
          const [one, other] = [awake.seen(), cut.seen()].map(({ itemOf: _, ...rest }) => rest)
          expectSame(one, other, `seed ${seed}, step ${step}`)
        }
        both(({ end }) => void end())
        expectSame(awake.seen().plays, cut.seen().plays, `seed ${seed}`)
        both(({ close }) => close())
      }
    },
  )
})
