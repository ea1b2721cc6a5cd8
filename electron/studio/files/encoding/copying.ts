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
import { copyAsItIs, encodeCopy } from './playCopy.ts'
import { type Form, isSoundAlone, nameOf, sizeOf } from './playCopyNames.ts'
import { copySound, gainOfVolume } from './soundCopy.ts'

/** A file to be copied. */
export interface Wish {
  readonly fileId: string
  readonly form: Form
  /** It belongs to a broadcast that runs. */
  readonly isOnAir?: boolean
}

/** A copy without an encoder takes seconds, and must not wait for hours behind one with an encoder. */
type Way = 'copy' | 'encode'

type CopyJob = Pick<Job, 'signal' | 'percent'>

export const isSameCopy = (one: Wish, other: Wish) =>
  one.fileId === other.fileId && sizeOf(one.form) === sizeOf(other.form)

/** Makes the copies that are wanted. What is wanted is not stored: it follows from the projects. */
export function createCopying(context: FileContext, onMade: () => void) {
  const { catalogue, place, clock, moment } = context
  const attempts = createAttempts(clock, onMade)
  /** Copies that could not be played; true: the new one is not made yet. */
  const distrusted = new Map<string, boolean>()
  /** Copies that need an encoder, as the attempt without one has shown. */
  const toEncode = new Set<string>()
  let wishes: readonly Wish[] = []

  function isDue(file: MediaDocument, wish: Wish, way: Way): boolean {
    const name = nameOf(file, wish.form)
    const isMissing = distrusted.get(name) || !existsSync(place.playCopy(name))
    return (
      canBeCopied(file, wish) && isMissing && !attempts.isPausing(name) && toEncode.has(name) === (way === 'encode')
    )
  }

  async function make(file: MediaDocument, form: Form, way: Way, job: CopyJob): Promise<void> {
    const name = nameOf(file, form)
    const making = place.encoding(file.id, moment().newId())
    if (!(await makeCopy(context, { file, form, way, making, job }))) return void toEncode.add(name)
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
      isOnAir: (wish) => wishes.some((one) => one.isOnAir && isSameCopy(one, wish)),
      make: (file, form, job) => make(file, form, way, job),
      failed(file, form, message) {
        attempts.failed(nameOf(file, form), message)
        // What was wrong may have kept it from being copied without an encoder as well.
        toEncode.delete(nameOf(file, form))
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
    setWishes: (wanted: readonly Wish[]) => {
      wishes = wanted
    },
    wishes: () => wishes,
    /** Why there is no copy; null: no attempt has failed. */
    failureOf({ fileId, form }: Wish): string | null {
      const file = catalogue.find(fileId)
      return file ? attempts.messageOf(nameOf(file, form)) : null
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
  make(file: MediaDocument, form: Form, job: CopyJob): Promise<void>
  failed(file: MediaDocument, form: Form, message: string): void
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
      await work.make(file, wish.form, { signal, percent: null }).catch((error: unknown) => {
        if (!aside.signal.aborted) throw error
      })
      return {}
    },
    failed(fileId, why) {
      const file = catalogue.find(fileId)
      const message = why?.message ?? 'It was stopped.'
      if (file && current) work.failed(file, current.wish.form, message)
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

interface Making {
  readonly file: MediaDocument
  readonly form: Form
  readonly way: Way
  readonly making: string
  readonly job: CopyJob
}

/** Returns false if it needs an encoder, and this is not the way to have one. */
async function makeCopy(context: FileContext, { file, form, way, making, job }: Making): Promise<boolean> {
  const { place, programs } = context
  const from = place.pathOf(file)
  await (await openRegular(from)).close()
  const copying = { from, making, gain: gainOf(file), job, requireRoom: place.requireRoom }
  if (isSoundAlone(form)) await copySound(programs, { ...copying, gain: copying.gain + gainOfVolume(form.volume) })
  else if (way === 'copy') return copyAsItIs(programs, { ...copying, frame: form })
  else await encodeCopy(programs, { ...copying, frame: form })
  return true
}

/**
 * Videos of the account, and the sound of audio files; a file whose bytes are gone is tried all the same, and says so.
 * Its loudness is known in a moment: what is on air is not kept waiting for it, and has a second copy made.
 */
const canBeCopied = (file: MediaDocument, { form, isOnAir }: Wish) =>
  (file.type === 'video' || (file.type === 'audio' && isSoundAlone(form))) &&
  file.status === 'completed' &&
  file.encodeOrder === null &&
  !isExample(file.id) &&
  (isOnAir === true || !file.isLoudnessAwaited)
