/** A broadcast of hours and of weeks, simulated: what it sends over many boundaries, and where times get larger than their fields. */
import { beforeAll, expect, test } from 'vitest'
import { Destination } from '../../../electron/studio/engine/destination.ts'
import { type Loop, readLoop } from '../../../electron/studio/engine/flv/loop.ts'
import type { Tag } from '../../../electron/studio/engine/flv/tag.ts'
import { chunksOf, createChunkReader } from '../../../electron/studio/engine/rtmp/chunks.ts'
import type { publish } from '../../../electron/studio/engine/rtmp/publisher.ts'
import { Splicer } from '../../../electron/studio/engine/splicer.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { heapMb } from '../../harm/fuzz/report.ts'
import { newDir } from '../../support/folders.ts'
import { clip } from './clips.ts'

/** How long each file is said to be, in ms: the second one lasts 13 ms longer than that, the third one 40 ms less. */
const FILES = [
  ['one', 2_000],
  ['long', 2_987],
  ['short', 1_040],
] as const
const loops = new Map<string, Loop>()

beforeAll(async () => {
  const dir = newDir()
  for (const [name, seconds] of Object.entries({ one: 2, long: 3, short: 1 }))
    loops.set(name, await readLoop(clip(dir, name, seconds)))
})

/** Broadcasts these files one after the other, over and over, as the studio says it: a part of the plan at a time. */
async function broadcast(boundaries: number, send: (tag: Tag) => void): Promise<VirtualClock> {
  const clock = new VirtualClock()
  const open = async (path: string) => loops.get(path)?.source() ?? expect.fail()
  const splicer = new Splicer({ clock, slate: () => null, send, open })
  let endsAt = 500
  const plays = Array.from({ length: boundaries + 1 }, (_, nth) => {
    const [path, lengthMs] = FILES[nth % FILES.length] ?? expect.fail()
    const startsAt = endsAt
    endsAt += lengthMs
    return { id: String(nth), path, startsAt, endsAt }
  })
  for (let nth = 0; nth < plays.length; nth += 10) {
    splicer.follow(plays.slice(nth, nth + 12))
    await clock.pass((plays[nth + 10]?.startsAt ?? endsAt) - clock.monotonic() - 200, 500)
  }
  splicer.close()
  expect(clock.waiting).toBe(0)
  return clock
}

/** What any player is to see: no step back and no hole. Holds nothing but the extremes. */
function watcher() {
  const last = { video: Number.NaN, audio: Number.NaN }
  const steps = { video: [Number.NaN, Number.NaN], audio: [Number.NaN, Number.NaN] }
  return {
    last,
    /** What follows has nothing to do with what came before. */
    forget(): void {
      last.video = Number.NaN
      last.audio = Number.NaN
    },
    see(kind: Tag['kind'], timeMs: number): void {
      const step = timeMs - last[kind]
      last[kind] = timeMs
      const [least = 0, most = 0] = steps[kind]
      if (!(step >= least)) steps[kind][0] = step
      if (!(step <= most)) steps[kind][1] = step
    },
    expectSmooth(): void {
      for (const [kind, largest] of [
        ['video', 39],
        ['audio', 25],
      ] as const) {
        expect(steps[kind][0], kind).toBeGreaterThan(0)
        expect(steps[kind][1], kind).toBeLessThanOrEqual(largest)
      }
    },
  }
}

test('ten thousand boundaries leave no hole, no step back and no drift, and take no memory', async () => {
  const { last, see, expectSmooth } = watcher()
  let heap = 0
  let pictures = 0
  const clock = await broadcast(10_000, ({ kind, isHeader, timeMs }) => {
    if (isHeader) return
    see(kind, timeMs)
    pictures += kind === 'video' ? 1 : 0
    if (pictures === 1_000) heap = heapMb()
  })
  expectSmooth()
  expect(pictures).toBeGreaterThan(590_000)
  expect(Math.abs(last.video - last.audio)).toBeLessThanOrEqual(55)
  expect(Math.abs(clock.monotonic() - last.video)).toBeLessThanOrEqual(300)
  expect(heapMb() - heap).toBeLessThan(5)
})

/** The connections of a destination, as a server reads them: written as chunks, a part of each message, and read again. */
function connections() {
  const all: ReturnType<typeof watcher>[] = []
  const begins: number[] = []
  const connect: typeof publish = (_address, _key, _clock, { onReady }) => {
    const watched = watcher()
    all.push(watched)
    let isFirst = true
    const reader = createChunkReader(({ type, timeMs }) => {
      if (isFirst) begins.push(timeMs)
      isFirst = false
      watched.see(type === 9 ? 'video' : 'audio', timeMs)
    })
    queueMicrotask(onReady)
    return {
      describe() {},
      send({ kind, isHeader, data }, timeMs) {
        const type = kind === 'video' ? 9 : 8
        if (!isHeader)
          for (const chunk of chunksOf({ type, streamId: 1, timeMs, body: data.subarray(0, 300) }, type, 128))
            reader.take(chunk)
      },
      waiting: 0,
      close() {},
    }
  }
  return { all, begins, connect }
}

const DAY_MS = 86_400_000

test.each([
  ['after 4.7 hours, where 24 bits end', 0xff_ffff, 1],
  ['after 24.9 days, where 31 bits end', 0x7fff_ffff, 1],
  ['after 40 days, with a new connection long before 32 bits end', 40 * DAY_MS, 2],
])('the times that a server reads are right %s', async (_, wrapMs, count) => {
  const { all, begins, connect } = connections()
  const clock = new VirtualClock()
  const destination = new Destination({ url: 'rtmp://127.0.0.1/app', key: 'k', clock, connect })
  await Promise.resolve()
  const sent: Tag[] = []
  await broadcast(10, (tag) => void sent.push(tag))
  const first = sent.find(({ isKey }) => isKey) ?? expect.fail()
  // A connection that began all this time ago: its first picture had the time 0.
  destination.send({ ...first, timeMs: 0 })
  all[0]?.forget()
  for (const tag of sent) {
    destination.send({ ...tag, timeMs: tag.timeMs + wrapMs - 8_000 })
    // It connects again after half a second, and that begins with the last keyframe.
    await clock.pass(30, 30)
  }
  destination.close()
  expect(all).toHaveLength(count)
  expect(begins).toEqual(Array.from({ length: count }, () => 0))
  for (const { expectSmooth } of all) expectSmooth()
  const end = (sent.at(-1)?.timeMs ?? 0) - 8_000
  if (count === 1) expect(all[0]?.last.audio).toBeGreaterThan(wrapMs + end - 100)
})
