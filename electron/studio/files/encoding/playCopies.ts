/** The play copies of the account's files: which there are, and making those that are wanted, one after the other. */
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { isExample } from '../../rules/demo/demoLibrary.ts'
import { openRegular } from '../bounds/regular.ts'
import type { MediaDocument } from '../catalogue/document.ts'
import { createLane, type FileContext, lost } from './lane.ts'
import { type Frame, makePlayCopy, makeSlate } from './playCopy.ts'

/** A file that could not be copied is tried again after this, in ms: what was wrong may be right by then. */
const AGAIN_MS = 600_000
/** In names of files: another slate or another house format is another file. */
const VERSION = 1

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
  const { isThere, failureOf, setWishes, lane } = createCopying(context, onMade)
  let isCleared = false

  /** Removes copies of files that have changed since, and of earlier versions. */
  function clear(): void {
    isCleared = true
    const dir = dirname(place.playCopy('any'))
    for (const name of readdirSync(dir)) {
      const [, fileId = '', size = ''] = /^(\w+)\.(\d+x\d+)\.\d+\.v\d+\.flv$/.exec(name) ?? []
      const [width = 0, height = 0] = size.split('x').map(Number)
      const file = catalogue.find(fileId)
      const wanted = file ? nameOf(file, { width, height }) : slateName({ width, height })
      if (name !== wanted) place.discard(place.playCopy(name))
    }
  }

  return {
    /** Sets what is to be made, the most urgent first, and starts on it. Copies that exist cost nothing. */
    want(wanted: readonly Wish[]): void {
      setWishes(wanted)
      if (wanted.length === 0) return
      if (!isCleared) clear()
      slates.want(wanted.map(({ frame }) => frame))
      lane.wake()
    },
    /** The path of a copy; null: there is none yet. A copy still plays if its file is gone. */
    find({ fileId, frame }: Wish): string | null {
      const file = catalogue.find(fileId)
      return file && isThere(file, frame) ? place.playCopy(nameOf(file, frame)) : null
    },
    slate: slates.find,
    failureOf,
    async close(): Promise<void> {
      slates.close()
      await lane.close()
    },
  }
}

/** Makes the copies that are wanted. What is wanted is not stored: it follows from the projects. */
function createCopying(context: FileContext, onMade: () => void) {
  const { catalogue, place, programs, clock, moment, log } = context
  const failures = new Map<string, { readonly message: string; readonly at: number }>()
  let wishes: readonly Wish[] = []
  let current: Wish | null = null

  const isThere = (file: MediaDocument, frame: Frame) => existsSync(place.playCopy(nameOf(file, frame)))

  function isDue(file: MediaDocument, frame: Frame): boolean {
    const failure = failures.get(nameOf(file, frame))
    const hasFailed = failure !== undefined && clock.monotonic() - failure.at < AGAIN_MS
    return canBeCopied(file) && !hasFailed && !isThere(file, frame)
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
      const making = place.encoding(file.id, moment().newId())
      const from = place.pathOf(file)
      await (await openRegular(from)).close()
      await makePlayCopy(programs, { from, making, frame, job, requireRoom: place.requireRoom })
      renameSync(making, place.playCopy(nameOf(file, frame)))
      return {}
    },
    failed(fileId, why) {
      const file = catalogue.find(fileId)
      const message = why?.message ?? 'It was stopped.'
      if (file && current) failures.set(nameOf(file, current.frame), { message, at: clock.monotonic() })
      log(`There is no play copy of the file ${fileId}: ${message}`)
      return lost(why)
    },
    onStored: onMade,
  })

  return {
    lane,
    isThere,
    setWishes(wanted: readonly Wish[]): void {
      wishes = wanted
    },
    /** Why there is no copy; null: no attempt has failed. */
    failureOf({ fileId, frame }: Wish): string | null {
      const file = catalogue.find(fileId)
      return (file && failures.get(nameOf(file, frame))?.message) ?? null
    },
  }
}

/** The slates: one for each size of a frame, made once. */
function createSlates({ place, programs, moment, log }: FileContext, onMade: () => void) {
  const asked = new Set<string>()
  const closing = new AbortController()

  async function make(frame: Frame): Promise<void> {
    const name = slateName(frame)
    const making = place.encoding(`slate${sizeOf(frame)}`, moment().newId())
    try {
      await makeSlate(programs, making, frame, closing.signal)
      renameSync(making, place.playCopy(name))
      onMade()
    } catch (error) {
      if (closing.signal.aborted) return
      log(`There is no slate, so nothing is sent where nothing plays: ${String(error)}`)
    }
  }

  return {
    want(frames: readonly Frame[]): void {
      for (const frame of frames) {
        const name = slateName(frame)
        if (asked.has(name)) continue
        asked.add(name)
        if (!existsSync(place.playCopy(name))) void make(frame)
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

const sizeOf = ({ width, height }: Frame) => `${width}x${height}`
/** An encode replaces a file: by its size, its new copy is another one. */
const nameOf = ({ id, metadata }: MediaDocument, frame: Frame) =>
  `${id}.${sizeOf(frame)}.${metadata?.sizeBytes ?? 0}.v${VERSION}.flv`
const slateName = (frame: Frame) => `slate.${sizeOf(frame)}.0.v${VERSION}.flv`
