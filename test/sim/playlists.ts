/** The save of a playlist and its undo under test, while other clients write the same list. */
import { isDeepStrictEqual } from 'node:util'
import type { Stage, Told, Trial } from './history.ts'
import { PROJECT, type World } from './world.ts'

const SECOND = 1_000
/** When the save is undone, and when the undo is undone: by then a lost request has arrived, or never does. */
const UNDONE_AFTER = 60 * SECOND
const AGAIN_AFTER = 170 * SECOND
const LAYER = 'layer'
const of = { projectId: PROJECT, layerId: LAYER }
const BREAK = { timestamp: 5, duration: 30, campaign: 'summer' }

interface Item {
  fileId: string
  name?: string
  adPoints?: unknown
  playlistItemId?: string
}
interface List {
  items: readonly Item[]
  volume: number
}
interface Write {
  by: 'us' | 'other'
  before: List
  after: List
  at: number
}

let list: List = { items: [], volume: 0 }
/** The list at the beginning. */
let initial: List | null = null
let writes: Write[] = []
let seen: readonly Item[] = []
let begunAt = 0

const filesOf = ({ items }: List) => items.map(({ fileId }) => fileId).join('')
const named = ({ items }: List) => items.map(({ fileId, name, adPoints }) => ({ fileId, name, adPoints }))
const shown = (one: List) => [named(one), one.volume]

/** Every write gives all items new ids. */
function write({ id }: World, by: Write['by'], changed: Partial<List>, at: number): void {
  const before = list
  const items = (changed.items ?? list.items).map(({ fileId, name = `file ${fileId}`, adPoints = [] }) => {
    return { fileId, name, adPoints, playlistItemId: id('item') }
  })
  list = { volume: changed.volume ?? list.volume, items }
  writes.push({ by, before, after: list, at })
}

/** The service adds fields of its own to an item: a position, and an address that is signed anew at each reading. */
function read({ id }: World) {
  const files = list.items.map((item, order) => ({ ...item, order, thumbnail: id('signed') }))
  const settings = { files, itemTotal: files.length, loop: false, volume: list.volume, nextScene: null }
  return { id: LAYER, name: 'Music', type: 'videoPlaylist', settings, synced: null }
}

const save = (on: Stage, files: readonly Item[]) => on.press('savePlaylist', { ...of, base: seen, files, volume: 7 })
const undo = (on: Stage) => on.press('undoPlaylist', of)
const other =
  (change: (list: List) => Partial<List>): Trial['acts'][string] =>
  ({ world, clock }) =>
    write(world, 'other', change(list), clock.monotonic())

export const playlists: Trial = {
  name: 'savePlaylist',
  most: { requests: 5, writes: 5 },
  otherHand: {
    acts: ['otherHandAdds', 'otherHandRenames', 'otherHandTurnsUp', 'otherHandRewrites'],
    before: 'getLayer',
  },
  acts: {
    otherHandAdds: other(({ items }) => ({ items: [...items, { fileId: 'x' }] })),
    otherHandRenames: other(({ items }) => ({ items: items.map((item) => ({ ...item, name: 'another' })) })),
    otherHandTurnsUp: other(() => ({ volume: 9 })),
    otherHandRewrites: other(() => ({ items: [{ fileId: 'x' }, { fileId: 'y' }] })),
    personSavesToo: (on) => save(on, [...seen, { fileId: 'e' }]),
    personUndoes: undo,
    padlockCloses(on) {
      on.command({ type: 'setPadlock', locked: true }, 'window')
      on.later(30 * SECOND, () => on.command({ type: 'setPadlock', locked: false }, 'window'))
    },
    profileSwitched(on) {
      on.process().switchTo('b')
      on.later(30 * SECOND, () => on.process().switchTo('a'))
    },
    clockJumps: ({ clock }) => clock.jump(900 * SECOND),
    clockJumpsBack: ({ clock }) => clock.jump(-3_600 * SECOND),
    killed: (on) => on.kill(),
  },
  prepare({ world, clock }) {
    world.start(null)
    write(
      world,
      'other',
      { items: [{ fileId: 'a', adPoints: [BREAK] }, { fileId: 'b' }, { fileId: 'c' }], volume: 5 },
      0,
    )
    writes = []
    initial = list
    world.operations.getLayer = () => read(world)
    world.operations.setPlaylist = (_, { files, volume }) => {
      write(
        world,
        'us',
        { ...(files ? { items: files as Item[] } : {}), volume: volume as number },
        clock.monotonic(),
      )
      return read(world)
    }
  },
  begin(on) {
    seen = list.items.map(({ fileId, playlistItemId = '' }) => ({ fileId, playlistItemId }))
    begunAt = on.clock.monotonic()
    const [first = { fileId: '' }, , last = first] = seen
    save(on, [first, { fileId: 'd' }, last])
    on.later(UNDONE_AFTER, () => undo(on))
    on.later(AGAIN_AFTER, () => {
      on.calm()
      undo(on)
    })
  },
  sees: () => filesOf(list),
  broken(on) {
    const { told, faults, otherWire, history } = on
    const problems: string[] = []
    const wrong = (what: string) => problems.push(what)
    if (faults.length > 0) wrong(`a fault of our own: ${faults.map((one) => (one as Error).stack ?? one).join()}`)
    if (otherWire.log.some(({ operation }) => operation === 'setPlaylist')) wrong('another service was written to')
    // A write in flight when another client acts cannot be recalled, so the replaced list must be named.
    const isNamed =
      on.noted.some((what) => JSON.stringify(what).includes('arrived late and replaced')) || isUnseen(on)
    for (const one of writes.filter(({ by }) => by === 'us'))
      if (!isNamed) for (const what of overwritten(one)) wrong(what)
    if (list.items.some(({ fileId, adPoints }) => fileId === 'a' && !isDeepStrictEqual(adPoints, [BREAK])))
      wrong('an ad break was lost')
    for (const one of told) for (const what of untrue(one)) wrong(what)
    for (const what of notUndone(on)) wrong(what)
    const isPlain = history.faults.length === 0 && !history.act && !history.disk
    if (isPlain && writes.map(({ after }) => filesOf(after)).join() !== 'adc,abc,adc')
      wrong('nothing befell it, and it was not saved and undone')
    return problems
  },
}

/**
 * If none of our readings returned between the other client's write and the late write over it, the loss is
 * unknowable.
 */
function isUnseen({ wire: { log }, acts }: Stage): boolean {
  const from = acts.find(({ act }) => act.startsWith('otherHand'))?.wall ?? Number.POSITIVE_INFINITY
  const to = log.find(({ operation, fault }) => operation === 'setPlaylist' && fault === 'late')?.at ?? 0
  const isBack = ({ operation, ok, fault }: (typeof log)[number]) => operation === 'getLayer' && ok && !fault
  return from < to && !log.some((one) => isBack(one) && one.at >= from && one.at < to)
}

/** What another client had changed in the list, and our write replaced. */
function overwritten({ before, after, at }: Write): string[] {
  const isUndo = at >= begunAt + UNDONE_AFTER
  const setAt = writes.findLast((one) => one.at < at && one.before.volume !== one.after.volume)
  const isTurned = isUndo && setAt?.by === 'other' && before.volume !== after.volume
  const renamed = before.items.filter(({ name }) => name === 'another').map(({ fileId }) => fileId)
  const isRenamed = after.items.some(({ fileId, name }) => renamed.includes(fileId) && name !== 'another')
  const isGone = /[xy]/.test(filesOf(before)) && !/[xy]/.test(filesOf(after))
  const isLater = !isUndo && filesOf(before).includes('e') && !filesOf(after).includes('e')
  return [
    ...(isLater ? ['an earlier save replaced a later one'] : []),
    ...(isTurned ? ['the volume of another hand was overwritten'] : []),
    ...(isRenamed ? ['the names of another hand were overwritten'] : []),
    ...(isGone ? ['the items of another hand were overwritten'] : []),
  ]
}

/** Reports that were not true at that moment. */
function untrue({ outcome, operation, sees }: Told): string[] {
  if (operation !== 'savePlaylist' || outcome.result !== 'done') return []
  const { about = '' } = outcome.done as { about?: string }
  const [stands, count] = [String(sees), Number(/\d+/.exec(about)?.[0])]
  if (/not read back as saved/.test(about)) return []
  return stands.length === count && /[de]/.test(stands) ? [] : [`told as saved: ${count} items, and ${stands} stands`]
}

/** A save can be undone, or the reason why not is reported and is true. */
function notUndone({ told, history }: Stage): string[] {
  const last = told.findLast(({ operation }) => operation === 'undoPlaylist')?.outcome
  const mine = writes.filter((one) => one.by === 'us' && !isDeepStrictEqual(shown(one.before), shown(one.after)))
  const [before, newest] = mine.slice(-2)
  const isNotKept = told.some(({ outcome }) => JSON.stringify(outcome).includes('cannot be undone'))
  if (last?.result === 'done') {
    // A late write may have replaced another client's list: then the user saw the list saved before it.
    const seenBefore = history.act?.act.startsWith('otherHand') ? (mine.at(-3)?.after ?? initial) : undefined
    const isBack = [before?.before, seenBefore].some(
      (list) => list && newest && isDeepStrictEqual(named(newest.after), named(list)),
    )
    return isBack || isNotKept ? [] : ['told as undone, and it is not as it was before']
  }
  const same = (one: List, other: List) => isDeepStrictEqual(named(one), named(other))
  // The list that a save which never arrived would have replaced.
  const isLost = told.some(({ operation, outcome }) => operation === 'savePlaylist' && outcome.result !== 'done')
  // Nor is one a write that the service confirmed and did not carry out.
  const isIgnored = history.faults.some(({ fault }) => fault === 'otherwise')
  const lost = isLost || isIgnored ? mine.slice(-1).map(({ after }) => after) : []
  const why = last?.result === 'refused' && last.refusal.reason === 'edit' ? last.refusal.message : null
  if (why === null) return [`nobody was told why it could not be undone: ${JSON.stringify(last)}`]
  const isOtherwise =
    writes.at(-1)?.by === 'other' || history.faults.some(({ fault }) => /part|otherwise/.test(fault))
  if (/no longer as you saved/.test(why))
    return isOtherwise || isNotKept ? [] : ['told that it is not as it was saved, and it is']
  if (/no earlier version/.test(why))
    return mine.length === 0 || history.disk ? [] : ['told that no earlier version is kept, and the disk was well']
  if (/already stands as it was/.test(why))
    return mine.length === 0 || [...mine.map(({ before }) => before), ...lost].some((one) => same(one, list))
      ? []
      : ['told that it stands as before, and it does not']
  if (/could not be kept/.test(why)) return history.disk ? [] : ['told that it was not kept, and the disk was well']
  return [`it cannot be undone any more: ${why}`]
}
