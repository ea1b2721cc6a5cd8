/** Long-running work on files: one file at a time in each lane, stored across restarts. */
import type { Clock } from '../../../../shared/util/clock.ts'
import { describeDiskError } from '../../../../shared/words/outcomes/disk.ts'
import { sleep } from '../../../util/time.ts'
import { Refusal } from '../../rules/world/find.ts'
import type { Moment } from '../../rules/world/world.ts'
import type { LinkRules } from '../bounds/links.ts'
import type { Programs } from '../bounds/programs.ts'
import { FileGone } from '../bounds/regular.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { MediaDocument } from '../catalogue/document.ts'
import type { MediaPlace } from '../catalogue/place.ts'

/** What all work on files needs. */
export interface FileContext extends LinkRules {
  readonly catalogue: Catalogue
  readonly place: MediaPlace
  readonly programs: Programs
  readonly clock: Clock
  readonly moment: () => Moment
  /** Returns whether a fault of the rehearsal is active. */
  readonly isAtWork: (fault: 'importFails' | 'importsUnmended' | 'encodeVanishes') => boolean
  /** The largest file, in bytes. */
  readonly sizeLimit: number
  readonly log: (line: string) => void
}

/** One file being worked on. */
export interface Job {
  readonly signal: AbortSignal
  /** The progress in percent; null: unknown. */
  percent: number | null
  /** Stores fields of the file: retried until it succeeds, or the studio ends. */
  readonly keep: (fields: Partial<MediaDocument>) => Promise<void>
}

interface Work {
  /** The next file that is stored as waiting. */
  next(): MediaDocument | undefined
  /** Does the work. The returned fields are stored, and take the file out of the lane. */
  run(file: MediaDocument, job: Job): Promise<Partial<MediaDocument>>
  /** The fields to store if the work failed; `why` null: the user stopped it. */
  failed(fileId: string, why: Refusal | null): Partial<MediaDocument>
  /** Called once a file's outcome is stored. */
  readonly onStored?: () => void
}

interface Current {
  readonly fileId: string
  readonly control: AbortController
  readonly job: Job
  /** The work is finished and only needs to be stored: it can no longer be stopped. */
  isDone: boolean
}

const STOPPED = new Error('stopped by a person')
const CLOSING = new Error('the studio ends')
/** Delay before the database is tried again, in ms: another program may lock it, or the disk be full, for a while. */
const RETRY_MS = 1_000

/** Works through the waiting files, once woken. */
export function createLane({ catalogue, clock, log }: FileContext, work: Work) {
  let current: Current | null = null
  const closing = new AbortController()
  let over: Promise<void> = Promise.resolve()

  async function runNext(file: MediaDocument): Promise<void> {
    const control = new AbortController()
    const { signal } = control
    const keep = (fields: Partial<MediaDocument>) =>
      retried(() => void (signal.reason === STOPPED || catalogue.update(file.id, fields)))
    const mine = { fileId: file.id, control, job: { signal, percent: null, keep }, isDone: false }
    current = mine
    const done = await work.run(file, mine.job).catch((error: unknown) => {
      if (signal.reason === CLOSING) return null
      return work.failed(file.id, signal.reason === STOPPED ? null : refusalOf(error))
    })
    mine.isDone = true
    if (done) await keep(done)
    current = null
    work.onStored?.()
    wake()
  }

  /** Starts the next file, unless one is being worked on. */
  function wake(): void {
    if (current || closing.signal.aborted) return
    try {
      const next = work.next()
      if (next) over = runNext(next)
    } catch (error) {
      log(`The files that wait could not be read: ${String(error)}. It is tried again.`)
      clock.after(RETRY_MS, wake)
    }
  }

  /** Retries until it succeeds or the studio ends; the work is then repeated at the next start. */
  async function retried(store: () => void): Promise<void> {
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      try {
        return store()
      } catch (error) {
        if (tries === 0) log(`What became of a file could not be stored: ${String(error)}. It is tried again.`)
        await sleep(clock, RETRY_MS, closing.signal).catch(() => {})
      }
    }
  }

  return {
    wake,
    /** Percent; null: unknown, or it waits. */
    progressOf: (fileId: string) => (current?.fileId === fileId ? current.job.percent : null),
    /** Ends the work on a file permanently, even if it only waits. Once this returns, that is stored. */
    stop(fileId: string): void {
      const mine = current?.fileId === fileId ? current : null
      if (mine?.isDone) return
      catalogue.update(fileId, work.failed(fileId, null))
      mine?.control.abort(STOPPED)
    },
    /** Interrupts the current work until the next start. */
    async close(): Promise<void> {
      closing.abort()
      current?.control.abort(CLOSING)
      await over
    },
  }
}

/** The state of a file that is no longer where it was, e.g. a linked one. */
export function lost(why: Refusal | null): Partial<MediaDocument> {
  return why instanceof FileGone ? { status: 'error', error: `${why.code}: ${why.message}` } : {}
}

/** Why the work failed; without a better message, the system's is used. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const reason = describeDiskError(error).replace(/\.?$/, '.')
  return new Refusal('IMPORT_FAILED', reason.charAt(0).toUpperCase() + reason.slice(1))
}
