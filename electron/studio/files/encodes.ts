import { Refusal } from '../rules/find.ts'
import type { Workshop } from './arrivals.ts'
import type { MediaDocument } from './document.ts'
import { encode } from './encoding.ts'
import { mishapOf } from './mishap.ts'
import { ProgramMissing } from './programs.ts'

const CANCELLED = new Error('cancelled by a person')
const CLOSING = new Error('the studio ends')

interface Answer {
  readonly queued: string[]
  readonly skipped: { readonly fileId: string; readonly reason: string }[]
}

/** The queue of encodes: one at a time, kept over restarts. A file leaves it whether it worked or failed. */
export class Encodes {
  readonly #shop: Workshop
  #running: { readonly fileId: string; readonly control: AbortController; progress: number } | null = null
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(shop: Workshop) {
    this.#shop = shop
  }

  /** Puts files into the queue; those that cannot be are told with the reason. */
  async queue(fileIds: readonly string[]): Promise<Answer> {
    const { catalogue, programs } = this.#shop
    await Promise.all([programs.require('ffmpeg'), programs.require('ffprobe')]).catch(refuseWithout)
    const answer: Answer = { queued: [], skipped: [] }
    catalogue.together(() => {
      for (const fileId of new Set(fileIds)) {
        const reason = reasonAgainst(catalogue.find(fileId))
        if (reason === null) {
          catalogue.update(fileId, { encodeOrder: catalogue.nextEncodeOrder(), encodeError: null })
          answer.queued.push(fileId)
        } else answer.skipped.push({ fileId, reason })
      }
    })
    this.resume()
    return answer
  }

  /** Percent; null while it waits, or is not in the queue. */
  progressOf(fileId: string): number | null {
    return this.#running?.fileId === fileId ? this.#running.progress : null
  }

  /** Takes a file out of the queue. */
  cancel(fileId: string): void {
    const { encodeOrder } = this.#shop.catalogue.file(fileId)
    if (encodeOrder === null) throw new Refusal('CONFLICT', 'The file is not being encoded.', { fileId })
    if (this.#running?.fileId === fileId) this.#running.control.abort(CANCELLED)
    else this.#shop.catalogue.update(fileId, { encodeOrder: null })
  }

  /** Works through the queue, if nobody does. */
  resume(): void {
    if (this.#isClosed || this.#running) return
    const [next] = this.#shop.catalogue.encodes({ limit: 1 }).items
    if (!next) return
    this.#running = { fileId: next.id, control: new AbortController(), progress: 0 }
    this.#work = this.#run(next, this.#running).finally(() => {
      this.#running = null
      this.resume()
    })
  }

  /** Ends what is being encoded for now: it begins again at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#running?.control.abort(CLOSING)
    await this.#work
  }

  async #run(file: MediaDocument, running: { control: AbortController; progress: number }): Promise<void> {
    const { catalogue, log } = this.#shop
    try {
      const made = await this.#encode(file, running)
      catalogue.update(file.id, { ...made, encodeOrder: null })
    } catch (error) {
      if (running.control.signal.reason === CLOSING) return
      const encodeError = running.control.signal.reason === CANCELLED ? null : mishapOf(error).message
      try {
        catalogue.update(file.id, { encodeOrder: null, encodeError })
      } catch (unkept) {
        log(`What became of an encode could not be stored: ${String(unkept)}`)
        this.#isClosed = true
      }
    }
  }

  /** What it made is a file of our own, also of one that was only pointed to: a person's file is never written. */
  async #encode(file: MediaDocument, running: { control: AbortController; progress: number }) {
    const { place, programs, isAtWork, moment } = this.#shop
    if (isAtWork('encodeVanishes')) return {}
    const onProgress = (percent: number) => {
      running.progress = percent
    }
    const made = await encode(programs, {
      ...{ file, from: place.pathOf(file), to: place.whole(file.id), onProgress },
      making: place.encoding(file.id, moment().newId()),
      signal: running.control.signal,
      requireRoom: (bytes) => place.requireRoom(bytes),
    })
    return { ...made, linkedPath: null }
  }
}

function reasonAgainst(file: MediaDocument | undefined): string | null {
  if (!file) return 'FILE_NOT_FOUND: there is no such file.'
  if (file.type === 'image') return 'INVALID_FILE_TYPE: an image needs no encoding.'
  if (file.status === 'in_progress') return 'import_in_progress: it has not arrived yet.'
  if (file.status !== 'completed') return 'transfer_failed: it never arrived. Import it again.'
  return file.encodeOrder === null ? null : 'encoding_in_progress: it is in the queue already.'
}

function refuseWithout(error: unknown): never {
  throw error instanceof ProgramMissing ? new Refusal('FEATURE_NOT_AVAILABLE', error.message) : error
}
