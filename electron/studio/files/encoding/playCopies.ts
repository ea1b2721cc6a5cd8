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

export interface Wish {
  readonly fileId: string
  readonly frame: Frame
}

export type PlayCopies = ReturnType<typeof createPlayCopies>

/** @param onMade called when there is another copy, or another reason why there is none */
export function createPlayCopies(context: FileContext, onMade: () => void) {
  const { catalogue, place, programs, clock, moment, log } = context
  const failures = new Map<string, { readonly message: string; readonly at: number }>()
  let wishes: readonly Wish[] = []
  let next: Wish | null = null
  let isCleared = false
  const slates = new Set<string>()
  const closing = new AbortController()

  const lane = createLane(context, {
    next() {
      for (const wish of wishes) {
        const file = catalogue.find(wish.fileId)
        if (!file || !canBeCopied(file) || isThere(file, wish.frame)) continue
        const failure = failures.get(nameOf(file, wish.frame))
        if (failure && clock.monotonic() - failure.at < AGAIN_MS) continue
        next = wish
        return file
      }
      return undefined
    },
    async run(file, job) {
      const { frame } = next as Wish
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
      if (file && next) failures.set(nameOf(file, next.frame), { message, at: clock.monotonic() })
      log(`There is no play copy of a file: ${message}`)
      return lost(why)
    },
    onStored: onMade,
  })

  const isThere = (file: MediaDocument, frame: Frame) => existsSync(place.playCopy(nameOf(file, frame)))

  /** Removes copies of files that have changed since, and of earlier versions. */
  function clear(): void {
    isCleared = true
    const dir = dirname(place.playCopy('any'))
    if (!existsSync(dir)) return
    for (const name of readdirSync(dir)) {
      const [, fileId = '', size = ''] = /^(\w+)\.(\d+x\d+)\.\d+\.v\d+\.flv$/.exec(name) ?? []
      const [width = 0, height = 0] = size.split('x').map(Number)
      const file = catalogue.find(fileId)
      const isWanted = file ? nameOf(file, { width, height }) === name : name === slateOf({ width, height })
      if (!isWanted) place.discard(place.playCopy(name))
    }
  }

  async function prepareSlate(frame: Frame): Promise<void> {
    const name = slateOf(frame)
    if (slates.has(name) || existsSync(place.playCopy(name))) return
    slates.add(name)
    const making = place.encoding(`slate${sizeOf(frame)}`, moment().newId())
    try {
      await makeSlate(programs, making, frame, closing.signal)
      renameSync(making, place.playCopy(name))
      onMade()
    } catch (error) {
      if (!closing.signal.aborted) log(`There is no slate for where nothing plays: ${String(error)}`)
    }
  }

  return {
    /** Sets what is to be made, the most urgent first, and goes on with it. Copies that exist cost nothing. */
    want(wanted: readonly Wish[]): void {
      wishes = wanted
      if (wanted.length > 0 && !isCleared) clear()
      for (const size of new Set(wanted.map(({ frame }) => sizeOf(frame)))) {
        const wish = wanted.find(({ frame }) => sizeOf(frame) === size)
        if (wish) void prepareSlate(wish.frame)
      }
      lane.wake()
    },
    /** The path of a copy; null: there is none yet. A copy still plays if its file is gone. */
    find({ fileId, frame }: Wish): string | null {
      const file = catalogue.find(fileId)
      return file && isThere(file, frame) ? place.playCopy(nameOf(file, frame)) : null
    },
    slate(frame: Frame): string | null {
      const path = place.playCopy(slateOf(frame))
      return existsSync(path) ? path : null
    },
    /** Why there is no copy; null: no attempt has failed. */
    failureOf({ fileId, frame }: Wish): string | null {
      const file = catalogue.find(fileId)
      return (file && failures.get(nameOf(file, frame))?.message) ?? null
    },
    async close(): Promise<void> {
      closing.abort()
      await lane.close()
    },
  }
}

/** Videos of the account; a file whose bytes are gone is tried all the same, and says so. */
const canBeCopied = (file: MediaDocument) =>
  file.type === 'video' && file.status === 'completed' && file.encodeOrder === null && !isExample(file.id)

const sizeOf = ({ width, height }: Frame) => `${width}x${height}`
/** An encode replaces a file: by its size, its new copy is another one. */
const nameOf = ({ id, metadata }: MediaDocument, frame: Frame) =>
  `${id}.${sizeOf(frame)}.${metadata?.sizeBytes ?? 0}.v${VERSION}.flv`
const slateOf = (frame: Frame) => `slate.${sizeOf(frame)}.0.v${VERSION}.flv`
