/** One write at a time, in the order of the commands, however many of them give up waiting. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSerialQueue, QueueTimeout } from '../../electron/core/commands/serialQueue.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

const PATIENCE_MS = 3_000

interface Press {
  /** Ms after the previous command. */
  after: number
  takes: number
  fails: boolean
}

const presses = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 2_500 }),
    takes: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 2_500, max: 12_000 })),
    fails: fc.boolean(),
  }),
  { minLength: 2, maxLength: 25 },
)

/** Plays the commands of one project; returns which ran, in which order, and their outcomes. */
async function play(all: readonly Press[]) {
  const clock = new VirtualClock()
  const run = createSerialQueue(clock, PATIENCE_MS)
  const sleep = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const ran: number[] = []
  const ends = all.map(() => 'waits')
  let underWay = 0
  let most = 0
  const job =
    ({ takes, fails }: Press, nr: number) =>
    async () => {
      ran.push(nr)
      underWay += 1
      most = Math.max(most, underWay)
      await sleep(takes)
      underWay -= 1
      if (fails) throw new Error('the service said no')
    }
  let at = 0
  all.forEach((press, nr) => {
    at += press.after
    clock.after(at, () => {
      const ended = (error?: unknown) => ends.splice(nr, 1, error instanceof QueueTimeout ? 'gave up' : 'ran')
      run('project', job(press, nr)).then(() => ended(), ended)
    })
  })
  await clock.pass(at + 25 * 12_000, 50)
  return { ran, ends, most }
}

test('writes never overlap, run in command order, and one that gave up never runs', async () => {
  await fc.assert(
    fc.asyncProperty(presses, async (all) => {
      const { ran, ends, most } = await play(all)
      expect(most).toBeLessThanOrEqual(1)
      expect(ran).toEqual(ran.toSorted((one, other) => one - other))
      expect(ends.flatMap((end, nr) => (end === 'ran' ? [nr] : []))).toEqual(ran)
      expect(ends).not.toContain('waits')
    }),
    { numRuns: 60 },
  )
})

test('a command after one that gave up still waits for the write in flight', async () => {
  const { ran, ends, most } = await play([
    { after: 0, takes: 8_000, fails: false },
    { after: 100, takes: 10, fails: false },
    { after: 6_000, takes: 10, fails: false },
  ])
  expect([ran, ends, most]).toEqual([[0, 2], ['ran', 'gave up', 'ran'], 1])
})

/** A queue, and a reading that ends when the test says so. */
function reading() {
  const clock = new VirtualClock()
  const run = createSerialQueue(clock, PATIENCE_MS)
  const reads: ((found: string) => void)[] = []
  const read = () => new Promise<string>((resolve) => void reads.push(resolve))
  const done: string[] = []
  const write =
    (name: string) =>
    async (found: string | AbortSignal = '') =>
      void done.push(typeof found === 'string' ? `${name} ${found}`.trim() : name)
  return { clock, run, readFirst: run.readFirst, reads, read, done, write }
}

test('a reading that hangs blocks nothing, and is repeated if a write came in between', async () => {
  const { clock, run, readFirst, read, reads, done, write } = reading()
  const saved = readFirst('project', read, write('save'))
  await run('project', write('scene'), { outdates: false })
  reads.shift()?.('a')
  await saved
  const second = readFirst('project', read, write('save'))
  await run('project', write('edit'))
  reads.shift()?.('old')
  await clock.pass(10)
  reads.shift()?.('new')
  await second
  expect(done).toEqual(['scene', 'save a', 'edit', 'save new'])
})

test('a reading made long before its place in the queue is repeated, or given up if never valid', async () => {
  const { clock, run, readFirst, read, reads, done, write } = reading()
  const slow = () => new Promise<void>((resolve) => void clock.after(2_000, resolve))
  void run('project', slow, { outdates: false })
  const saved = readFirst('project', read, write('save'))
  reads.shift()?.('old')
  await clock.pass(2_600)
  reads.shift()?.('new')
  await saved
  expect(done).toEqual(['save new'])
  const never = readFirst('project', read, write('never'))
  const refused = expect(never).rejects.toBeInstanceOf(QueueTimeout)
  for (let nr = 0; nr < 4; nr += 1) {
    await run('project', write('edit'))
    reads.shift()?.('old')
    await clock.pass(10)
  }
  await refused
  expect(done).not.toContain('never old')
})

test('a caller that leaves the queue gives its place to the next', async () => {
  const { clock, run, done, write } = reading()
  const slow = () => new Promise<void>((resolve) => void clock.after(1_000, resolve))
  void run('project', slow)
  const leaving = new AbortController()
  const left = expect(run('project', write('left'), { signal: leaving.signal })).rejects.toBe('a later press')
  const next = run('project', write('next'))
  leaving.abort('a later press')
  await left
  await clock.pass(1_600)
  await next
  expect(done).toEqual(['next'])
})

interface Wish {
  /** Ms after the one before it. */
  after: number
  /** `choice` is absolute, `step` starts from the current state, `pin` protects everything requested before it. */
  kind: 'choice' | 'step' | 'pin'
}
const wishes = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 150 }),
    kind: fc.constantFrom<Wish['kind']>('choice', 'choice', 'step', 'pin'),
  }),
  { minLength: 2, maxLength: 15 },
)

/** Plays them, each 200 ms long; returns which ran, and which were superseded by which. */
async function playWishes(all: readonly Wish[]) {
  const clock = new VirtualClock()
  const run = createSerialQueue(clock, PATIENCE_MS)
  const ran: number[] = []
  const by = new Map<number, number>()
  let at = 0
  all.forEach(({ after, kind }, nr) => {
    at += after
    clock.after(at, () => {
      const job = async () => {
        ran.push(nr)
        await new Promise<void>((resolve) => void clock.after(200, resolve))
      }
      const supersedes = kind === 'choice' ? Object.assign(new Error('superseded'), { nr }) : undefined
      run('project', job, { yields: kind !== 'pin', supersedes }).catch((error) => by.set(nr, error.nr))
    })
  })
  await clock.pass(at + 15 * 300, 10)
  return { ran, by }
}

test('a choice supersedes the queued requests before it, but none from before a pin', async () => {
  await fc.assert(
    fc.asyncProperty(wishes, async (all) => {
      const { ran, by } = await playWishes(all)
      expect(ran).toEqual(ran.toSorted((one, other) => one - other))
      expect([...ran, ...by.keys()].toSorted((one, other) => one - other)).toEqual([...all.keys()])
      for (const [nr, newer] of by) {
        expect(all[newer]?.kind).toBe('choice')
        expect(all.slice(nr, newer).map(({ kind }) => kind)).not.toContain('pin')
      }
      // What runs right before a choice was already in flight when that was requested, or had a pin behind it.
      expect(by.has(all.length - 1)).toBe(false)
    }),
    { numRuns: 60 },
  )
})
