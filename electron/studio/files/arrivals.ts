import { createReadStream, renameSync, rmSync, statSync } from 'node:fs'
import { sleep } from '../../util/time.ts'
import { Refusal } from '../rules/find.ts'
import type { FileType, MediaDocument } from './document.ts'
import { openLink } from './download.ts'
import { examine } from './examine.ts'
import { createLane, type FileContext, type Job } from './lane.ts'
import { hostOf, readLink, resolvePublic } from './links.ts'
import { nameOfLink, nameOfPath } from './names.ts'
import { type Content, receive } from './receive.ts'

/** How long whoever asks waits for the name of a server to be looked up, in ms. After that the import tells. */
const LOOK_UP_MS = 3_000
/** Where the rehearsal's failing import fails. */
const FAILS_AT = 0.6
const COPIED_AT_ONCE = 1_048_576

export type Arrivals = ReturnType<typeof createArrivals>

/** Brings files in: from links, one at a time, and from this machine. What was under way goes on after a restart. */
export function createArrivals(context: FileContext) {
  const { catalogue, place, programs, clock, moment } = context
  const laneOf = (kind: 'link' | 'file') =>
    createLane(context, { next: () => catalogue.nextArrival(kind), run: bringIn, failed })
  const lanes = { link: laneOf('link'), file: laneOf('file') }

  /** Has the whole file where it belongs when it is done. */
  async function bringIn(file: MediaDocument, job: Job): Promise<Partial<MediaDocument>> {
    const path = file.linkedPath ?? place.arriving(file.id)
    if (file.linkedPath === null) await transfer(file, path, job)
    const found = await examine(programs, path, file.type, job.signal)
    job.signal.throwIfAborted()
    if (file.linkedPath === null) renameSync(path, place.whole(file.id))
    return { ...found, status: 'completed', source: null }
  }

  function failed(fileId: string, why: Refusal | null): Partial<MediaDocument> {
    rmSync(place.arriving(fileId), { force: true })
    if (!why) return { status: 'stopped', source: null }
    return { status: 'error', error: `${why.code}: ${why.message}`, source: null }
  }

  async function transfer({ id, name, type, source }: MediaDocument, path: string, job: Job): Promise<void> {
    if (source?.kind === 'file') return take(await contentOf(source.path), type, path, job)
    if (source?.kind !== 'link') return
    const offset = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    const download = await openLink({ ...context, ...source, offset, signal: job.signal })
    try {
      const isNamed = download.name !== null && catalogue.file(id).name === name
      const { validator } = download
      catalogue.update(id, { source: { ...source, validator }, ...(isNamed && { name: download.name ?? name }) })
      await take(download, type, path, job, (download.total ?? 1) * FAILS_AT)
    } finally {
      await download.close()
    }
  }

  function take(content: Content, type: FileType, path: string, job: Job, failsAt = Number.POSITIVE_INFINITY) {
    const { total } = content
    return receive(content, {
      ...{ type, path, limit: context.sizeLimit, signal: job.signal, requireRoom: place.requireRoom },
      onReceived(received) {
        if (total) job.percent = Math.min(99, Math.floor((received / total) * 100))
        if (received < failsAt || !context.isAtWork('importFails')) return
        throw new Refusal('IMPORT_FAILED', 'Rehearsal: this import fails on purpose.')
      },
    })
  }

  function add(
    what: Pick<MediaDocument, 'name' | 'type' | 'folderId' | 'linkedPath'>,
    source: MediaDocument['source'],
  ) {
    const { now, newId } = moment()
    const nothingYet = { error: null, metadata: null, issues: null, encodeOrder: null, encodeError: null }
    const file: MediaDocument = { ...what, ...nothingYet, source, id: newId(), createdAt: now, status: 'in_progress' }
    catalogue.add(file)
    resume()
    return file
  }

  function requireNoTransfer(): void {
    const arriving = catalogue.nextArrival('link')
    if (!arriving) return
    const message = 'Another import is under way. One at a time: wait until it is over.'
    throw new Refusal('TRANSFER_IN_PROGRESS', message, { fileId: arriving.id })
  }

  /** Goes on with what an earlier run of the studio had begun. */
  function resume(): void {
    for (const lane of Object.values(lanes)) lane.wake()
  }

  return {
    resume,
    /** Begins to import from a link, and answers as soon as that is kept. */
    async importLink(url: string, type: FileType, folderId: string | null): Promise<MediaDocument> {
      requireNoTransfer()
      catalogue.requireFolder(folderId)
      const enough = new AbortController()
      const lookUp = resolvePublic(hostOf(readLink(url, context)), context).finally(() => enough.abort())
      await Promise.race([lookUp, sleep(clock, LOOK_UP_MS, enough.signal).catch(() => lookUp)])
      await place.requireRoom(0)
      // Somebody else may have begun meanwhile.
      requireNoTransfer()
      const name = nameOfLink(new URL(url))
      return add({ name, type, folderId, linkedPath: null }, { kind: 'link', url, validator: null })
    },
    /** Takes in a file of this machine, of a type that was found: a copy of it, or only where it is. */
    takeIn(path: string, type: FileType, isCopy: boolean, folderId: string | null): MediaDocument {
      catalogue.requireFolder(folderId)
      return add({ name: nameOfPath(path), type, folderId, linkedPath: isCopy ? null : path }, { kind: 'file', path })
    },
    /** Percent; null where that is not known. */
    progressOf: (fileId: string) => lanes.link.progressOf(fileId) ?? lanes.file.progressOf(fileId),
    /** Ends a transfer for good. */
    stop(fileId: string): void {
      const { status, source } = catalogue.file(fileId)
      const isArriving = status === 'in_progress' && source !== null
      if (!isArriving) throw new Refusal('CONFLICT', 'The file is not being transferred.', { fileId })
      lanes[source.kind].stop(fileId)
    },
    /** Ends every transfer for now. */
    close: () => Promise.all(Object.values(lanes).map((lane) => lane.close())),
  }
}

async function contentOf(path: string): Promise<Content> {
  const pieces = async function* () {
    for await (const chunk of createReadStream(path, { highWaterMark: COPIED_AT_ONCE })) yield [chunk as Buffer]
  }
  return { pieces: pieces(), offset: 0, total: statSync(path).size }
}
