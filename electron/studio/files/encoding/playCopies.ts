/** The play copies of the account's files, and the slates: which there are, and having those made that are wanted. */
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { MediaDocument } from '../catalogue/document.ts'
import { namesIn } from '../catalogue/place.ts'
import { createAttempts } from './attempts.ts'
import { createCopying, isSameCopy, store, type Wish } from './copying.ts'
import type { FileContext } from './lane.ts'
import { type Frame, makeSlate } from './playCopy.ts'
import { ENDING, isSoundAlone, nameOf, readName, type SoundAlone, sizeOf, slateName } from './playCopyNames.ts'

export type PlayCopies = ReturnType<typeof createPlayCopies>

/** @param onMade called when there is another copy, or another reason why there is none */
export function createPlayCopies(context: FileContext, onMade: () => void) {
  const { catalogue, place } = context
  const slates = createSlates(context, onMade)
  const { setWishes, wishes, ...copying } = createCopying(context, () => {
    clear()
    onMade()
  })
  let isCleared = false

  const names = keptForATurn(() => namesIn(dirname(place.playCopy('any'))))
  const isThere = (name: string) => existsSync(place.playCopy(name))

  /**
   * Removes copies of earlier versions, of files that are gone, and of files that have a newer copy; of sounds, also
   * those at a volume that nothing has any more. What is being sent has its file open, and needs no name for it.
   */
  function clear(): void {
    isCleared = true
    for (const name of names()) if (!isNeeded(name)) place.discard(place.playCopy(name))
  }

  function isNeeded(name: string): boolean {
    const { fileId = '', form = { width: 0, height: 0 }, isCurrent = false } = readName(name) ?? {}
    const file = catalogue.find(fileId)
    if (isSoundAlone(form)) return file !== undefined && isCurrent && isNeededSound(name, file, form)
    const wanted = file ? nameOf(file, form) : slateName(form)
    return name === wanted || (file !== undefined && isCurrent && !isThere(wanted))
  }

  /** Until all sounds of a file are there, one at another volume is heard instead. */
  function isNeededSound(name: string, file: MediaDocument, form: SoundAlone): boolean {
    const sounds = wishes().filter((wish) => wish.fileId === file.id && isSoundAlone(wish.form))
    const isWished = sounds.some((wish) => isSameCopy(wish, { fileId: file.id, form }))
    return (isWished && name === nameOf(file, form)) || sounds.some((wish) => !isThere(nameOf(file, wish.form)))
  }

  return {
    /**
     * Sets what is to be made, the most urgent first, and starts on it. Copies that exist cost nothing.
     * @param frames those of all that is broadcast: also where there is no file, the slate is shown
     */
    want(wanted: readonly Wish[], frames: readonly Frame[]): void {
      setWishes(wanted)
      if (frames.length === 0) return
      if (!isCleared) clear()
      slates.want(frames)
      copying.wake()
    },
    /**
     * The path of a copy; null: there is none yet. A copy still plays if its file is gone, and the one before it until
     * a file that was encoded once more, or whose loudness is known by now, has its new one. Of a sound, the one at the
     * nearest volume, until there is one at the right one.
     */
    find({ fileId, form }: Wish): string | null {
      const file = catalogue.find(fileId)
      if (!file) return null
      const name = nameOf(file, form)
      const isOfFile = (one: string) => one.startsWith(`${fileId}.${sizeOf(form)}.`) && one.endsWith(ENDING)
      const found = isThere(name)
        ? name
        : (names().find(isOfFile) ?? (isSoundAlone(form) ? nearest(names(), fileId, form) : null))
      return found === null ? null : place.playCopy(found)
    },
    /** Whether a copy that was found is no sound at another volume. */
    isAsWished: (path: string, { fileId, form }: Wish) => basename(path).startsWith(`${fileId}.${sizeOf(form)}.`),
    slate: slates.find,
    failureOf: copying.failureOf,
    distrust: copying.distrust,
    async close(): Promise<void> {
      slates.close()
      await copying.close()
    },
  }
}

/** Reads at most once in a turn: a plan asks for each file that has no copy. */
function keptForATurn<T extends object>(read: () => T): () => T {
  let found: T | null = null
  return () => {
    if (found) return found
    queueMicrotask(() => {
      found = null
    })
    found = read()
    return found
  }
}

/** Of the sounds of a file, the one at the nearest volume. */
function nearest(names: readonly string[], fileId: string, { volume }: SoundAlone): string | null {
  const others = names.flatMap((name) => {
    const { fileId: of, form, isCurrent } = readName(name) ?? {}
    const isOther = isCurrent && of === fileId && form && isSoundAlone(form)
    return isOther ? { name, off: Math.abs(form.volume - volume) } : []
  })
  return others.sort((one, other) => one.off - other.off)[0]?.name ?? null
}

/** The slates: one for each size of a frame. One that is missing is made again. */
function createSlates({ place, programs, clock, moment, log }: FileContext, onMade: () => void) {
  const attempts = createAttempts(clock, onMade)
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
    close(): void {
      closing.abort()
      attempts.close()
    },
  }
}
