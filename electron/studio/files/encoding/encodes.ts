import { existsSync, renameSync } from 'node:fs'
import { isExample } from '../../rules/demo/demoLibrary.ts'
import { Refusal } from '../../rules/world/find.ts'
import type { MediaDocument } from '../catalogue/document.ts'
import { isGone, lookForFiles } from '../presence.ts'
import { encode } from './encoding.ts'
import { createLane, type FileContext, type Job, lost } from './lane.ts'

type Attempt = NonNullable<MediaDocument['made']>

/**
 * The queue of encodes: one at a time, stored across restarts. A file leaves it whether its encode works or fails.
 *
 * @param onStored called once a file has left the queue
 */
export function createEncodes(context: FileContext, onStored = () => {}) {
  const { catalogue, place, programs, moment, isAtWork } = context
  const lane = createLane(context, {
    next: () => catalogue.nextEncode(),
    async run(file, job) {
      if (isAtWork('encodeVanishes')) return { encodeOrder: null }
      // Examples have no media file, so everything an encode would repair counts as repaired.
      if (isExample(file.id)) return { issues: { errors: [], warnings: [] }, encodeOrder: null }
      job.percent = 0
      return putInPlace(file.id, file.made ?? (await make(file, job)), job)
    },
    failed: (_, why) => ({ ...lost(why), made: null, encodeOrder: null, encodeError: why?.message ?? null }),
    onStored,
  })

  /** Encodes into a new file beside the current one, and stores that this file is to take its place. */
  async function make(file: MediaDocument, job: Job): Promise<Attempt> {
    const attempt = moment().newId()
    const paths = { from: place.pathOf(file), making: place.encoding(file.id, attempt) }
    const result = await encode(programs, { type: file.type, ...paths, job, requireRoom: place.requireRoom })
    const made = { attempt, ...result }
    await job.keep({ made })
    return made
  }

  /** The result is a file of our own, even if the original was only linked: the user's own file is never written. */
  function putInPlace(fileId: string, { attempt, ...made }: Attempt, { signal }: Job): Partial<MediaDocument> {
    signal.throwIfAborted()
    const making = place.encoding(fileId, attempt)
    // It is in its place already if the studio was killed right after the move.
    if (existsSync(making)) renameSync(making, place.whole(fileId))
    return { ...made, made: null, linkedPath: null, encodeOrder: null, isLoudnessAwaited: false }
  }

  return {
    resume: lane.wake,
    /** Percent; null while it waits, or is not in the queue. */
    progressOf: lane.progressOf,
    close: lane.close,
    /**
     * Queues files; those that cannot be queued are returned with the reason.
     * @throws Refusal without ffmpeg
     */
    async queue(fileIds: readonly string[]) {
      await Promise.all([programs.require('ffmpeg'), programs.require('ffprobe')])
      await lookForFiles(context, fileIds)
      const queued: string[] = []
      const skipped: { fileId: string; reason: string }[] = []
      catalogue.together(() => {
        for (const fileId of new Set(fileIds)) {
          const reason = reasonAgainst(catalogue.find(fileId))
          if (reason !== null) skipped.push({ fileId, reason })
          else {
            catalogue.update(fileId, { encodeOrder: catalogue.nextEncodeOrder(), encodeError: null })
            queued.push(fileId)
          }
        }
      })
      lane.wake()
      return { queued, skipped }
    },
    /** Removes a file from the queue. */
    cancel(fileId: string): void {
      const { encodeOrder } = catalogue.file(fileId)
      if (encodeOrder === null) throw new Refusal('CONFLICT', 'The file is not being encoded.', { fileId })
      lane.stop(fileId)
    },
  }
}

function reasonAgainst(file: MediaDocument | undefined): string | null {
  if (!file) return 'FILE_NOT_FOUND: there is no such file.'
  if (file.type === 'image') return 'INVALID_FILE_TYPE: an image needs no encoding.'
  if (file.status === 'in_progress') return 'import_in_progress: it has not arrived yet.'
  if (isGone(file)) return 'transfer_failed: it is no longer where it was. Put it back, or take it in again.'
  if (file.status !== 'completed') return 'transfer_failed: it never arrived. Import it again.'
  return file.encodeOrder === null ? null : 'encoding_in_progress: it is in the queue already.'
}
