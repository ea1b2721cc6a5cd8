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

type Begun = Pick<MediaDocument, 'name' | 'type' | 'folderId' | 'source' | 'linkedPath'>

/** Brings files in: from links, one at a time, and from this machine. What was under way goes on after a restart. */
export function createArrivals(context: FileContext) {
  const { catalogue, place, clock, moment } = context
  const laneOf = (kind: 'link' | 'file') =>
    createLane(context, {
      next: () => catalogue.nextArrival(kind),
      run: (file, job) => bringIn(context, file, job),
      failed(fileId, why) {
        rmSync(place.arriving(fileId), { force: true })
        if (!why) return { status: 'stopped', source: null }
        return { status: 'error', error: `${why.code}: ${why.message}`, source: null }
      },
    })
  const lanes = { link: laneOf('link'), file: laneOf('file') }

  function begin(what: Begun): MediaDocument {
    const { now, newId } = moment()
    const nothingYet = { error: null, metadata: null, issues: null, encodeOrder: null, encodeError: null }
    const file: MediaDocument = { ...what, ...nothingYet, id: newId(), createdAt: now, status: 'in_progress' }
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
      const source = { kind: 'link', url, validator: null } as const
      return begin({ name: nameOfLink(new URL(url)), type, folderId, source, linkedPath: null })
    },
    /** Takes in a file of this machine, of a type that was found: a copy of it, or only where it is. */
    takeIn(path: string, type: FileType, isCopy: boolean, folderId: string | null): MediaDocument {
      catalogue.requireFolder(folderId)
      const source = { kind: 'file', path } as const
      return begin({ name: nameOfPath(path), type, folderId, source, linkedPath: isCopy ? null : path })
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

/** Has the whole file where it belongs when it is done. */
async function bringIn(context: FileContext, file: MediaDocument, job: Job): Promise<Partial<MediaDocument>> {
  const { place, programs } = context
  const { source, linkedPath } = file
  const path = linkedPath ?? place.arriving(file.id)
  if (source?.kind === 'link') await download(context, file, source, path, job)
  else if (source && linkedPath === null) await take(context, contentOf(source.path), file.type, path, job)
  const found = await examine(programs, path, file.type, job.signal)
  job.signal.throwIfAborted()
  if (linkedPath === null) renameSync(path, place.whole(file.id))
  return { ...found, status: 'completed', source: null }
}

type LinkSource = Extract<NonNullable<MediaDocument['source']>, { kind: 'link' }>

async function download(context: FileContext, file: MediaDocument, source: LinkSource, path: string, job: Job) {
  const { id, name, type } = file
  const offset = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const answer = await openLink({ ...context, ...source, offset, signal: job.signal })
  try {
    const isNamed = answer.name !== null && context.catalogue.file(id).name === name
    const now = { ...source, validator: answer.validator }
    context.catalogue.update(id, { source: now, ...(isNamed && { name: answer.name ?? name }) })
    await take(context, answer, type, path, job, (answer.total ?? 1) * FAILS_AT)
  } finally {
    answer.close()
  }
}

function take(context: FileContext, content: Content, type: FileType, path: string, job: Job, failsAt = Infinity) {
  const { total } = content
  return receive(content, {
    ...{ type, path, limit: context.sizeLimit, signal: job.signal, requireRoom: context.place.requireRoom },
    onReceived(received) {
      if (total) job.percent = Math.min(99, Math.floor((received / total) * 100))
      if (received < failsAt || !context.isAtWork('importFails')) return
      throw new Refusal('IMPORT_FAILED', 'Rehearsal: this import fails on purpose.')
    },
  })
}

function contentOf(path: string): Content {
  const pieces = async function* () {
    for await (const chunk of createReadStream(path, { highWaterMark: COPIED_AT_ONCE })) yield [chunk as Buffer]
  }
  return { pieces: pieces(), offset: 0, total: statSync(path).size }
}
