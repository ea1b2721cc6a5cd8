/** Makes the play copies that are wanted: one without an encoder and one with an encoder at a time. */
import { existsSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isExample } from '../../rules/demo/demoLibrary.ts'
import { openRegular } from '../bounds/regular.ts'
import type { MediaDocument } from '../catalogue/document.ts'
import { createAttempts } from './attempts.ts'
import { createLane, type FileContext, type Job, lost } from './lane.ts'
import { gainOf } from './level.ts'
import { copyAsItIs, encodeCopy, type Frame } from './playCopy.ts'
import { nameOf, sizeOf } from './playCopyNames.ts'

/** A file to be copied for a frame. */
export interface Wish {
  readonly fileId: string
  readonly frame: Frame
  /** It belongs to a broadcast that runs. */
  readonly isOnAir?: boolean
}

/** A copy without an encoder takes seconds, and must not wait for hours behind one with an encoder. */
type Way = 'copy' | 'encode'

/** Makes the copies that are wanted. What is wanted is not stored: it follows from the projects. */
export function createCopying(context: FileContext, onMade: () => void) {
  const { catalogue, place, programs, clock, moment } = context
  const attempts = createAttempts(clock, onMade)
  /** Copies that could not be played; true: the new one is not made yet. */
  const distrusted = new Map<string, boolean>()
  /** Copies that need an encoder, as the attempt without one has shown. */
  const toEncode = new Set<string>()
  let wishes: readonly Wish[] = []

  function isDue(file: MediaDocument, { frame, isOnAir }: Wish, way: Way): boolean {
    const name = nameOf(file, frame)
    const isMissing = distrusted.get(name) || !existsSync(place.playCopy(name))
    // Its loudness is known in a moment. What is on air is not kept waiting for it, and has a second copy made.
    if (file.isLoudnessAwaited && !isOnAir) return false
    return canBeCopied(file) && isMissing && !attempts.isPausing(name) && toEncode.has(name) === (way === 'encode')
  }

  async function make(file: MediaDocument, frame: Frame, way: Way, job: Pick<Job, 'signal' | 'percent'>) {
    const name = nameOf(file, frame)
    const making = place.encoding(file.id, moment().newId())
    const from = place.pathOf(file)
    await (await openRegular(from)).close()
    const copying = { from, making, frame, gain: gainOf(file), job, requireRoom: place.requireRoom }
    if (way === 'encode') await encodeCopy(programs, copying)
    else if (!(await copyAsItIs(programs, copying))) return void toEncode.add(name)
    attempts.succeeded(name)
    await store(making, place.playCopy(name))
    toEncode.delete(name)
    if (distrusted.has(name)) distrusted.set(name, false)
  }

  const laneOf = (way: Way) =>
    createCopyLane(context, {
      next: () =>
        wishes.find((wish) => {
          const file = catalogue.find(wish.fileId)
          return file && isDue(file, wish, way)
        }),
      isOnAir: ({ fileId, frame }) =>
        wishes.some((one) => one.isOnAir && one.fileId === fileId && sizeOf(one.frame) === sizeOf(frame)),
      make: (file, frame, job) => make(file, frame, way, job),
      failed(file, frame, message) {
        attempts.failed(nameOf(file, frame), message)
        // What was wrong may have kept it from being copied without an encoder as well.
        toEncode.delete(nameOf(file, frame))
      },
      onStored() {
        wake()
        onMade()
      },
    })
  const lanes = { copy: laneOf('copy'), encode: laneOf('encode') }
  function wake(): void {
    lanes.copy.wake()
    lanes.encode.wake()
  }

  return {
    wake,
    async close(): Promise<void> {
      attempts.close()
      await Promise.all([lanes.copy.close(), lanes.encode.close()])
    },
    setWishes(wanted: readonly Wish[]): void {
      wishes = wanted
    },
    /** Why there is no copy; null: no attempt has failed. */
    failureOf({ fileId, frame }: Wish): string | null {
      const file = catalogue.find(fileId)
      return file ? attempts.messageOf(nameOf(file, frame)) : null
    },
    /**
     * Makes a copy again that could not be played, in its place. Only once: if that one cannot be played either, a third
     * one would be no better.
     */
    distrust(path: string): void {
      if (distrusted.has(basename(path))) return
      distrusted.set(basename(path), true)
      wake()
    },
  }
}

interface Current {
  readonly wish: Wish
  /** Aborted when another one is more urgent. It begins again later. */
  readonly aside: AbortController
}

interface CopyWork {
  /** The most urgent copy that is due. */
  next(): Wish | undefined
  isOnAir(wish: Wish): boolean
  make(file: MediaDocument, frame: Frame, job: Pick<Job, 'signal' | 'percent'>): Promise<void>
  failed(file: MediaDocument, frame: Frame, message: string): void
  onStored(): void
}

/** Makes one copy at a time. What is not on air makes room for what is. */
function createCopyLane(context: FileContext, work: CopyWork) {
  const { catalogue, log } = context
  let current: Current | null = null
  const lane = createLane(context, {
    next() {
      const wish = work.next()
      current = wish ? { wish, aside: new AbortController() } : null
      return wish && catalogue.find(wish.fileId)
    },
    async run(file, job) {
      const { wish, aside } = current as Current
      const signal = AbortSignal.any([job.signal, aside.signal])
      await work.make(file, wish.frame, { signal, percent: null }).catch((error: unknown) => {
        if (!aside.signal.aborted) throw error
      })
      return {}
    },
    failed(fileId, why) {
      const file = catalogue.find(fileId)
      const message = why?.message ?? 'It was stopped.'
      if (file && current) work.failed(file, current.wish.frame, message)
      log(`There is no play copy of the file ${fileId}: ${message}`)
      return lost(why)
    },
    onStored() {
      current = null
      work.onStored()
    },
  })
  return {
    close: lane.close,
    wake(): void {
      if (current && !work.isOnAir(current.wish) && work.next()?.isOnAir) current.aside.abort()
      lane.wake()
    },
  }
}

/** Gives a complete file its name. Its bytes are on the disk by then: after a power cut a name alone would remain. */
export async function store(made: string, path: string): Promise<void> {
  const file = await open(made, 'r+')
  await file.sync().finally(() => file.close())
  await mkdir(dirname(path), { recursive: true })
  await rename(made, path)
}

/** Videos of the account; a file whose bytes are gone is tried all the same, and says so. */
const canBeCopied = (file: MediaDocument) =>
  file.type === 'video' && file.status === 'completed' && file.encodeOrder === null && !isExample(file.id)
