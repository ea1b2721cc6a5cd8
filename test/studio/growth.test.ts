/** A studio that runs for months stays small and fast. */
import { describe, expect, it } from 'vitest'
import { Core } from '../../electron/studio/core.ts'
import { startLive, stopLive } from '../../electron/studio/rules/broadcasts/lives.ts'
import { playsOf } from '../../electron/studio/rules/broadcasts/played.ts'
import { addDemo } from '../../electron/studio/rules/demo/demo.ts'
import { startScheduler } from '../../electron/studio/scheduler.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import type { Change } from '../../electron/studio/storage/storage.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, folderForTest } from '../support/atEnd.ts'
import { rings } from './rings.ts'

const SCENES = 300
const ITEMS = 20
const LAYER = {
  ...{ name: 'Playlist', type: 'videoPlaylist', hide: false, pinned: false, locked: false, volume: 10 },
  ...{ position: { x: 0, y: 0, width: 100, height: 100 }, loop: false, shuffle: false, isPlaying: true },
}
const PLAY = { fileId: 'f', fileName: 'A file', sceneName: 'A scene', startedAt: 1, stoppedAt: 2 }

/** A broadcast of a large project whose scenes lead to each other, one every second. */
function largeOnAir(dataDir: string | null = null) {
  const clock = new VirtualClock()
  const opened = openDataDir(dataDir, clock.now(), () => {})
  const written: Change[] = []
  const write: typeof opened.storage.write = (changes, plays) => {
    written.push(...changes)
    opened.storage.write(changes, plays)
  }
  const core = new Core({ ...opened, storage: { ...opened.storage, write } }, clock, addDemo)
  atEnd(startScheduler(core, clock, () => {}))
  const [projectId = ''] = Object.keys(core.read().projects)
  core.change((draft) => {
    const project = draft.projects[projectId]
    if (!project) throw new Error('the demo has no project')
    project.planned = null
    project.show.activeSceneId = 's0'
    project.show.scenes = Array.from({ length: SCENES }, (_, at) => {
      const items = Array.from({ length: ITEMS }, (__, nr) => {
        return {
          playlistItemId: `${at} ${nr}`,
          fileId: `f${at}`,
          name: `A file with a long name ${nr}`,
          duration: 1 / ITEMS,
        }
      })
      const nextScene = `s${(at + 1) % SCENES}`
      return { id: `s${at}`, name: `Scene ${at}`, layers: [{ ...LAYER, id: `layer${at}`, items, nextScene }] }
    })
  })
  const { liveId } = core.change((draft, moment) => startLive(draft, projectId, moment))
  clock.advance(4_000)
  const log = () => {
    const world = core.read()
    return playsOf(world, world.lives[projectId], liveId, core.now(), core.playsBefore(liveId))
  }
  return { clock, core, opened, written, projectId, liveId, log }
}

describe('a studio that runs for a long time', () => {
  it('writes what a switch changes, and neither all scenes of the project nor the whole log', () => {
    const { clock, written, core, projectId } = largeOnAir()
    clock.advance(60_000)
    written.length = 0
    clock.advance(10_000)
    expect(core.read().lives[projectId]?.onAir.activeSceneId).toBe('s70')
    const kinds = new Set(written.map(({ collection }) => collection))
    expect([...kinds].toSorted()).toEqual(['lives', 'played', 'projects'])
    // Some kB each, compared with 2 MB for the scenes of 6,000 items.
    expect(JSON.stringify(written).length / 10).toBeLessThan(30_000)
  })

  it('keeps the log of a broadcast out of memory, and complete over its end and a restart', () => {
    const dataDir = folderForTest()
    const { clock, core, opened, liveId, projectId, log } = largeOnAir(dataDir)
    clock.advance(30_000)
    expect(core.read().played[liveId]?.plays.length).toBeLessThan(200)
    const { plays, earlier } = log()
    expect([plays.length, earlier]).toEqual([30 * ITEMS + 1, 0])
    core.change((draft, moment) => stopLive(draft, projectId, moment))
    expect(core.read().played[liveId]?.plays).toEqual([])
    const ended = log()
    expect(ended.plays.slice(0, -1)).toEqual(plays.slice(0, ended.plays.length - 1))
    opened.storage.close()
    const again = openDataDir(dataDir, 0, () => {})
    expect(again.storage.plays(liveId, 2_000)).toEqual(ended.plays)
    expect(again.kept?.played[liveId]).toEqual({ earlier: ended.plays.length, plays: [] })
    again.storage.close()
  })

  it('catches up with many broadcasts in parts, each stored before the next', () => {
    const clock = new VirtualClock(0)
    const { storage } = openDataDir(null, 0, () => {})
    const written: number[] = []
    const write: typeof storage.write = (changes, plays, at) => {
      written.push(plays.length)
      storage.write(changes, plays, at)
    }
    let progress = 0
    const core = new Core(
      { storage: { ...storage, write }, kept: rings(100, [60, 61, 62]), setAside: null },
      clock,
      () => {},
      () => {
        progress += 1
      },
    )
    clock.jump(86_400_000)
    core.read()
    core.store()
    expect(written.length).toBeGreaterThan(10)
    expect(Math.max(...written)).toBeLessThan(2_500)
    expect(progress).toBeGreaterThanOrEqual(written.length)
  })

  it('deletes the oldest plays of all broadcasts beyond 100,000', () => {
    const { storage } = openDataDir(null, 0, () => {})
    const count = () => storage.database.prepare('SELECT count(*) AS count FROM plays').get()?.count
    const one = (liveId: string) => [{ liveId, play: PLAY }]
    storage.write([], one('first'))
    storage.database.exec(`
      INSERT INTO plays (live_id, started_at, body) SELECT 'second', value, '{}'
        FROM json_each('[' || substr(replace(hex(zeroblob(99999)), '00', ',0'), 2) || ']')`)
    expect([count(), storage.plays('first', 9)]).toEqual([100_000, [PLAY]])
    storage.write([], one('third'))
    expect([count(), storage.plays('first', 9), storage.plays('third', 9)]).toEqual([100_000, [], [PLAY]])
    storage.close()
  })
})
