/** Scripts in which an edit of several requests meets newer user requests: the actions and the checks in one place. */
import { expect } from 'vitest'
import type { Source } from '../../shared/commands/commands.ts'
import type { AnyEdit } from '../../shared/contract/inputs.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { play, type Stage, type Trial } from './history.ts'
import { imports } from './imports.ts'
import { moves } from './moves.ts'
import { quiet } from './quiet.ts'
import type { FaultName } from './wire.ts'
import { PROJECT, says } from './world.ts'

/** Minutes from the first moment of a history. */
const times = (...minutes: number[]) => minutes.map((one) => Date.UTC(2026, 0, 5, 20, one))
export const [OLD, WANTED, FURTHER] = [times(120, 240), times(180, 300), times(500, 700)]
export const iso = (dates: readonly number[]) => dates.map((at) => new Date(at).toISOString())

export type On = Stage & ReturnType<typeof actsOf>

/** Plays the script to its end, and expects that nothing is left that a process would resume. */
async function scripted(trial: Trial, script: (on: On) => Promise<void>): Promise<On> {
  const { promise, resolve } = Promise.withResolvers<On>()
  const over = new AbortController()
  const begin = (stage: Stage) => {
    const on = { ...stage, ...actsOf(stage) }
    const ran = script(on).finally(() => over.abort())
    resolve(ran.then(() => on))
  }
  const prepare: Trial['prepare'] = (stage) => {
    stage.world.operations.createScene?.({}, { name: 'Next' })
    trial.prepare(stage)
  }
  const isUnderWay = () => !over.signal.aborted
  const plain = { workflow: trial.name, faults: [], disk: null, act: null }
  const [on] = await Promise.all([promise, play(plain, { ...trial, prepare, begin, isUnderWay })])
  expect([...on.faults, ...on.disk.names('workflows'), ...on.open()]).toEqual([])
  return on
}

/** `ofDates`: a project with the dates `OLD`. `onAir`: a project on air, with auto-sync on. */
export const ofDates = scripted.bind(null, { ...moves, prepare: ({ world }) => void world.schedule(OLD) })
export const onAir = scripted.bind(null, quiet)
/** An empty import queue. */
export const ofImports = scripted.bind(null, imports)

function actsOf(on: Stage) {
  const { world, wire, told, disk, clock } = on
  const wait = (ms: number) => new Promise<void>((passed) => on.later(ms, passed))
  const edit = (operation: AnyEdit, input: object = {}, source?: Source) =>
    on.press(operation, { projectId: PROJECT, ...input }, source)
  /** The faults of the next requests of an operation, in order; null: none. */
  const befalls = (operation: string, ...faults: (FaultName | null)[]) => {
    wire.faultAt = (_, name) => (name === operation && faults.shift()) || undefined
  }
  return {
    ...{ wait, edit, befalls, dates: () => world.dates.map(({ at }) => at) },
    /** The same for several operations. */
    befall(faults: Record<string, (FaultName | null)[]>) {
      wire.faultAt = (_, name) => faults[name]?.shift() ?? undefined
    },
    sync: () => on.command({ type: 'sync', projectId: PROJECT, liveId: world.live?.liveId ?? '' }),
    /** A quiet edit that adds scenes with these names. */
    quiet: (...names: string[]) => edit('quietEdit', { edits: names.map(createScene) }),
    move: (to: readonly number[]) => edit('moveSchedule', { dates: iso(to) }),
    autoSync: (to: boolean) =>
      on.command({ type: 'setAutoSync', on: to, liveId: world.live?.liveId ?? '', projectId: PROJECT }),
    means: (given: object) => on.process().store.change(({ meanings }) => void Object.assign(meanings, given)),
    /** Requests another scene. @returns the ms until the service had it */
    async switches(): Promise<number> {
      const [since, liveId] = [clock.now(), world.live?.liveId ?? null]
      on.command({ type: 'switchScene', projectId: PROJECT, liveId, sceneId: 'scene-1' })
      await wait(3_500)
      return (wire.log.find(({ operation }) => operation === 'activateScene')?.at ?? Number.NaN) - since
    },
    /** Refuses the next request, after 2 s. */
    refusesLate() {
      const late = wire.numbered + 1
      wire.faultAt = (nth) => (nth === late ? 'slow' : undefined)
      wire.onArrive = (nth, name) => {
        if (nth === late) throw says(name, 'CONFLICT', 409)
      }
    },
    /** The disk is full for `ms`, and reports that only after `each` ms. */
    full(ms: number, each = 0) {
      const { write } = disk
      const slow: typeof write = (...written) => wait(each).then(() => write(...written))
      Object.assign(disk, { onWrite: () => 'full', write: slow })
      on.later(ms, () => Object.assign(disk, { onWrite: () => null, write }))
    },
    said: (of = /.?/) =>
      told.filter(({ operation }) => of.test(operation)).map(({ outcome }) => describeOutcome(outcome)),
    /** The requests that arrived, by default those that are not readings. */
    arrived: (of = /^(?!get|list|verify)/) => wire.log.filter(({ operation }) => of.test(operation)),
    open: () => on.process().store.get().openWork,
    /** No budget for an operation until `ms` from now; a request with a shorter deadline is refused. */
    dry(operation: string, ms: number, holds = () => true) {
      const until = clock.monotonic() + ms
      wire.budgetIn = (name) => (name === operation && holds() ? Math.max(0, until - clock.monotonic()) : 0)
    },
  }
}

/** An edit that adds a scene, as a part of a quiet edit. */
export const createScene = (name: string) => ({ operation: 'createScene', input: { projectId: PROJECT, name } })

/** One playlist with one file. */
export function withList({ world }: Pick<Stage, 'world'>) {
  const settings = {
    files: [{ fileId: 'a', name: 'a', playlistItemId: 'item' }],
    loop: false,
    volume: 5,
    nextScene: null,
  }
  const layer = () => ({
    ...{ id: 'layer', name: 'Music', type: 'videoPlaylist', synced: null },
    settings: { ...settings, itemTotal: settings.files.length },
  })
  world.operations.getLayer = layer
  let items = 0
  world.operations.setPlaylist = (_, { files }) => {
    // Every write gives the items new ids.
    settings.files = (files as typeof settings.files).map((one) => ({ ...one, playlistItemId: `item-${items++}` }))
    return { ...layer(), synced: world.edited('playlist') }
  }
  return settings
}
export const ofList = { projectId: PROJECT, layerId: 'layer' }

/** Makes each disk operation take this many ms. The returned function ends that: pending operations never happen. */
export function slowDisk({ disk, wait }: On, ms: number) {
  const { write, remove, rename } = disk
  let isOver = false
  const late = async (touch: () => Promise<void>) => {
    await wait(ms)
    return isOver ? new Promise<never>(() => {}) : touch()
  }
  Object.assign(disk, {
    write: (...those: Parameters<typeof write>) => late(() => write(...those)),
    remove: (name: string) => late(() => remove(name)),
    rename: (name: string, to: string) => late(() => rename(name, to)),
  })
  return () => {
    isOver = true
    Object.assign(disk, { write, remove, rename })
  }
}

/** The service cancels single dates, too. */
export function withSingleCancels({ world }: On): void {
  world.operations.cancelSchedule = ({ liveId }) => {
    world.dates = world.dates.filter(({ id }) => id !== liveId)
    return { success: true }
  }
}
