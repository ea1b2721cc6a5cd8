/** The play copies of the account's files: which there are, and making those that are wanted, one after the other. */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Clock } from '../../../../shared/util/clock.ts'
import { isExample } from '../../rules/demo/demoLibrary.ts'
import { openRegular } from '../bounds/regular.ts'
import type { MediaDocument } from '../catalogue/document.ts'
import { createLane, type FileContext, lost } from './lane.ts'
import { type Frame, makePlayCopy, makeSlate } from './playCopy.ts'

/** Pauses before what failed is tried again, in ms; the last one for ever. What was wrong may be right by then. */
const PAUSES_MS = [5_000, 15_000, 60_000, 600_000]
/** In names of files: another slate or another house format is another file. */
const VERSION = 2

/** A file to be copied for a frame. */
export interface Wish {
  readonly fileId: string
  readonly frame: Frame
}

export type PlayCopies = ReturnType<typeof createPlayCopies>

/** @param onMade called when there is another copy, or another reason why there is none */
export function createPlayCopies(context: FileContext, onMade: () => void) {
  const { catalogue, place } = context
  const slates = createSlates(context, onMade)
  const { setWishes, ...copying } = createCopying(context, () => {
    clear()
    onMade()
  })
  let isCleared = false

  const names = () => namesIn(dirname(place.playCopy('any')))
  const isThere = (name: string) => existsSync(place.playCopy(name))

  /**
   * Removes copies of earlier versions, of files that are gone, and of files that have a newer copy. What is being sent
   * has its file open, and needs no name for it.
   */
  function clear(): void {
    isCleared = true
    for (const name of names()) {
      const [, fileId = '', size = '', version] = /^(\w+)\.(\d+x\d+)\.\d+\.v(\d+)\.flv$/.exec(name) ?? []
      const [width = 0, height = 0] = size.split('x').map(Number)
      const file = catalogue.find(fileId)
      const wanted = file ? nameOf(file, { width, height }) : slateName({ width, height })
      const isNeeded = file !== undefined && Number(version) === VERSION && !isThere(wanted)
      if (name !== wanted && !isNeeded) place.discard(place.playCopy(name))
    }
  }

  return {
    /** Sets what is to be made, the most urgent first, and starts on it. Copies that exist cost nothing. */
    want(wanted: readonly Wish[]): void {
      setWishes(wanted)
      if (wanted.length === 0) return
      if (!isCleared) clear()
      slates.want(wanted.map(({ frame }) => frame))
      copying.wake()
    },
    /**
     * The path of a copy; null: there is none yet. A copy still plays if its file is gone, and the one before it until
     * a file that was encoded once more has its new one.
     */
    find({ fileId, frame }: Wish): string | null {
      const file = catalogue.find(fileId)
      if (!file) return null
      const name = nameOf(file, frame)
      const isOfFile = (one: string) => one.startsWith(`${fileId}.${sizeOf(frame)}.`) && one.endsWith(ENDING)
      const found = isThere(name) ? name : names().find(isOfFile)
      return found === undefined ? null : place.playCopy(found)
    },
    slate: slates.find,
    failureOf: copying.failureOf,
    distrust: copying.distrust,
    async close(): Promise<void> {
      slates.close()
      await copying.close()
    },
  }
}

/** A folder that someone removed has none. */
function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

/** Makes the copies that are wanted. What is wanted is not stored: it follows from the projects. */
function createCopying(context: FileContext, onMade: () => void) {
  const { catalogue, place, programs, clock, moment, log } = context
  const attempts = createAttempts(clock)
  /** Copies that could not be played; true: the new one is not made yet. */
  const distrusted = new Map<string, boolean>()
  let wishes: readonly Wish[] = []
  let current: Wish | null = null

  function isDue(file: MediaDocument, frame: Frame): boolean {
    const name = nameOf(file, frame)
    const isMissing = distrusted.get(name) || !existsSync(place.playCopy(name))
    return canBeCopied(file) && isMissing && !attempts.isPausing(name)
  }

  const lane = createLane(context, {
    next() {
      for (const wish of wishes) {
        const file = catalogue.find(wish.fileId)
        if (!file || !isDue(file, wish.frame)) continue
        current = wish
        return file
      }
      return undefined
    },
    async run(file, job) {
      const { frame } = current as Wish
      const name = nameOf(file, frame)
      const making = place.encoding(file.id, moment().newId())
      const from = place.pathOf(file)
      await (await openRegular(from)).close()
      await makePlayCopy(programs, { from, making, frame, job, requireRoom: place.requireRoom })
      await store(making, place.playCopy(name))
      if (distrusted.has(name)) distrusted.set(name, false)
      attempts.succeeded(name)
      return {}
    },
    failed(fileId, why) {
      const file = catalogue.find(fileId)
      const message = why?.message ?? 'It was stopped.'
      if (file && current) attempts.failed(nameOf(file, current.frame), message)
      log(`There is no play copy of the file ${fileId}: ${message}`)
      return lost(why)
    },
    onStored: onMade,
  })

  return {
    wake: lane.wake,
    close: lane.close,
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
      lane.wake()
    },
  }
}

/** What failed, and when it is tried again. */
function createAttempts(clock: Clock) {
  const failures = new Map<string, { readonly message: string; readonly at: number; readonly times: number }>()
  return {
    isPausing(name: string): boolean {
      const { at, times } = failures.get(name) ?? { at: Number.NEGATIVE_INFINITY, times: 1 }
      return clock.monotonic() - at < (PAUSES_MS[Math.min(times, PAUSES_MS.length) - 1] ?? 0)
    },
    failed(name: string, message: string): void {
      const times = (failures.get(name)?.times ?? 0) + 1
      failures.set(name, { message, at: clock.monotonic(), times })
    },
    succeeded: (name: string) => void failures.delete(name),
    messageOf: (name: string) => failures.get(name)?.message ?? null,
  }
}

/** Gives a complete file its name. Its bytes are on the disk by then: after a power cut a name alone would remain. */
async function store(made: string, path: string): Promise<void> {
  const file = await open(made, 'r+')
  await file.sync().finally(() => file.close())
  await mkdir(dirname(path), { recursive: true })
  await rename(made, path)
}

/** The slates: one for each size of a frame. One that is missing is made again. */
function createSlates({ place, programs, clock, moment, log }: FileContext, onMade: () => void) {
  const attempts = createAttempts(clock)
  const making = new Set<string>()
  const closing = new AbortController()

  async function make(frame: Frame, name: string): Promise<void> {
    const path = place.encoding(`slate${sizeOf(frame)}`, moment().newId())
    try {
      await makeSlate(programs, path, frame, closing.signal)
      await store(path, place.playCopy(name))
      attempts.succeeded(name)
    } catch (error) {
      place.discard(path)
      if (closing.signal.aborted) return
      attempts.failed(name, String(error))
      log(`There is no slate, so nothing is sent where nothing plays: ${String(error)}`)
    }
    making.delete(name)
    onMade()
  }

  return {
    want(frames: readonly Frame[]): void {
      for (const frame of frames) {
        const name = slateName(frame)
        if (making.has(name) || attempts.isPausing(name) || existsSync(place.playCopy(name))) continue
        making.add(name)
        void make(frame, name)
      }
    },
    /** The path of a slate; null: there is none. */
    find(frame: Frame): string | null {
      const path = place.playCopy(slateName(frame))
      return existsSync(path) ? path : null
    },
    close: () => closing.abort(),
  }
}

/** Videos of the account; a file whose bytes are gone is tried all the same, and says so. */
const canBeCopied = (file: MediaDocument) =>
  file.type === 'video' && file.status === 'completed' && file.encodeOrder === null && !isExample(file.id)

const ENDING = `.v${VERSION}.flv`
const sizeOf = ({ width, height }: Frame) => `${width}x${height}`
/** An encode replaces a file: by its size, its new copy is another one. */
const nameOf = ({ id, metadata }: MediaDocument, frame: Frame) =>
  `${id}.${sizeOf(frame)}.${metadata?.sizeBytes ?? 0}${ENDING}`
const slateName = (frame: Frame) => `slate.${sizeOf(frame)}.0${ENDING}`
