import { sleep } from '../../../util/time.ts'
import { Refusal } from '../../rules/world/find.ts'
import { hostOf, readLink, resolvePublic } from '../bounds/links.ts'
import { nameOfLink, nameOfPath } from '../bounds/names.ts'
import type { FileType, MediaDocument } from '../catalogue/document.ts'
import { createLane, type FileContext } from '../encoding/lane.ts'
import { bringIn } from './bringIn.ts'

/** How long the client waits while a server's name is looked up, in ms. After that, the import reports the outcome. */
const LOOK_UP_MS = 3_000

type Begun = Pick<MediaDocument, 'name' | 'type' | 'folderId' | 'source' | 'linkedPath'>

/** Brings files in: from links, one at a time, and from this machine. Incomplete transfers resume after a restart. */
export function createArrivals(context: FileContext, onArrived: () => void) {
  const { catalogue, place, clock, moment } = context
  const interrupted = catalogue.nextUnderWay('link')?.id
  const laneOf = (kind: 'link' | 'file') =>
    createLane(context, {
      next: () => catalogue.nextUnderWay(kind),
      run: (file, job) => bringIn(context, file, job, file.id === interrupted),
      failed(fileId, why) {
        for (const path of [place.arriving(fileId), place.whole(fileId)]) place.discard(path)
        if (!why) return { status: 'stopped', source: null }
        return { status: 'error', error: `${why.code}: ${why.message}`, source: null }
      },
      onStored: onArrived,
    })
  const lanes = { link: laneOf('link'), file: laneOf('file') }

  function begin(what: Begun): MediaDocument {
    const { now, newId } = moment()
    const file: MediaDocument = {
      ...{ ...what, id: newId(), createdAt: now, status: 'in_progress', error: null, metadata: null, issues: null },
      ...{ encodeOrder: null, encodeError: null, made: null, original: null, isLoudnessAwaited: false },
    }
    catalogue.add(file)
    resume()
    return file
  }

  function requireNoTransfer(): void {
    const arriving = catalogue.nextUnderWay('link')
    if (!arriving) return
    const message = 'Another import is under way. One at a time: wait until it is over.'
    throw new Refusal('TRANSFER_IN_PROGRESS', message, { fileId: arriving.id })
  }

  /** Resumes what an earlier run of the studio began. */
  function resume(): void {
    for (const lane of Object.values(lanes)) lane.wake()
  }

  return {
    resume,
    /** Begins to import from a link, and returns as soon as that is stored. */
    async importLink(url: string, type: FileType, folderId: string | null): Promise<MediaDocument> {
      requireNoTransfer()
      catalogue.requireFolder(folderId)
      const enough = new AbortController()
      const lookUp = resolvePublic(hostOf(readLink(url, context)), context).finally(() => enough.abort())
      await Promise.race([lookUp, sleep(clock, LOOK_UP_MS, enough.signal).catch(() => lookUp)])
      await place.requireRoom(0)
      // Another client may have begun an import in the meantime.
      requireNoTransfer()
      const source = { kind: 'link', isHere: false, url, validator: null } as const
      return begin({ name: nameOfLink(new URL(url)), type, folderId, source, linkedPath: null })
    },
    /** Takes in a file of this machine whose type is known: as a copy, or only as a link to where it is. */
    takeIn(path: string, type: FileType, isCopy: boolean, folderId: string | null): MediaDocument {
      catalogue.requireFolder(folderId)
      const source = { kind: 'file', isHere: false, path } as const
      return begin({ name: nameOfPath(path), type, folderId, source, linkedPath: isCopy ? null : path })
    },
    /** Percent; null if unknown. */
    progressOf: (fileId: string) => lanes.link.progressOf(fileId) ?? lanes.file.progressOf(fileId),
    /** Ends a transfer permanently. */
    stop(fileId: string): void {
      const { status, source } = catalogue.file(fileId)
      const isArriving = status === 'in_progress' && source !== null
      if (!isArriving) throw new Refusal('CONFLICT', 'The file is not being transferred.', { fileId })
      lanes[source.kind].stop(fileId)
    },
    /** Interrupts every transfer; they are resumed at the next start. */
    close: () => Promise.all(Object.values(lanes).map((lane) => lane.close())),
  }
}
