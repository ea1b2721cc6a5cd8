import { createReadStream, renameSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'
import { createTurns } from '../../util/turns.ts'
import { Refusal } from '../rules/find.ts'
import type { Moment } from '../rules/world.ts'
import type { Catalogue } from './catalogue.ts'
import type { FileType, MediaDocument } from './document.ts'
import { type Download, openLink } from './download.ts'
import { examine } from './examine.ts'
import { hostOf, type LinkRules, readLink, resolvePublic } from './links.ts'
import { Mishap, mishapOf } from './mishap.ts'
import { nameOfLink, nameOfPath } from './names.ts'
import type { MediaPlace } from './place.ts'
import type { Programs } from './programs.ts'
import { cutShort, receive } from './receive.ts'
import { requireHead } from './sniff.ts'

/** How long whoever asks waits for the name of a server to be looked up, in ms. After that the import tells. */
const LOOK_UP_MS = 3_000
/** Where the rehearsal's failing import fails. */
const FAILS_AT = 0.6

const STOPPED = new Error('stopped by a person')
const CLOSING = new Error('the studio ends')

export interface Workshop extends LinkRules {
  readonly catalogue: Catalogue
  readonly place: MediaPlace
  readonly programs: Programs
  readonly clock: Clock
  readonly moment: () => Moment
  /** Is a fault of the rehearsal at work? */
  readonly isAtWork: (fault: 'importFails' | 'encodeVanishes') => boolean
  /** The largest file, in bytes. */
  readonly sizeLimit: number
  readonly log: (line: string) => void
}

interface Arrival {
  readonly isLink: boolean
  readonly control: AbortController
  received: number
  total: number | null
}

type LinkSource = Extract<NonNullable<MediaDocument['source']>, { kind: 'link' }>
type Coming = Pick<Download, 'body' | 'offset' | 'total' | 'hear'>

/** Brings files in: from links, one at a time, and from this machine. What was under way goes on after a restart. */
export class Arrivals {
  readonly #shop: Workshop
  readonly #running = new Map<string, Arrival>()
  readonly #links = createTurns()
  readonly #copies = createTurns()
  #idle: Promise<unknown> = Promise.resolve()

  constructor(shop: Workshop) {
    this.#shop = shop
  }

  /** Begins to import from a link, and answers as soon as that is kept. */
  async importLink(url: string, type: FileType, folderId: string | null): Promise<MediaDocument> {
    const { catalogue, place, clock } = this.#shop
    this.#requireNoTransfer()
    catalogue.requireFolder(folderId)
    await refused(async () => {
      const link = readLink(url, this.#shop)
      const enough = new AbortController()
      const lookUp = resolvePublic(hostOf(link), this.#shop).finally(() => enough.abort())
      await Promise.race([lookUp, sleep(clock, LOOK_UP_MS, enough.signal).catch(() => lookUp)])
      await place.requireRoom(0)
    })
    // Somebody else may have begun meanwhile.
    this.#requireNoTransfer()
    const name = nameOfLink(new URL(url))
    return this.#add({ name, type, folderId, source: { kind: 'link', url, validator: null }, linkedPath: null })
  }

  /** Takes in a file of this machine, of a type that was found: a copy of it, or only where it is. */
  takeIn(path: string, type: FileType, isCopy: boolean, folderId: string | null): MediaDocument {
    this.#shop.catalogue.requireFolder(folderId)
    const linkedPath = isCopy ? null : path
    return this.#add({ name: nameOfPath(path), type, folderId, source: { kind: 'file', path }, linkedPath })
  }

  /** Percent; null where that is not known. */
  progressOf(fileId: string): number | null {
    const arrival = this.#running.get(fileId)
    if (!arrival?.total) return null
    return Math.min(99, Math.floor((arrival.received / arrival.total) * 100))
  }

  /** Ends a transfer for good. */
  stop(fileId: string): void {
    this.#shop.catalogue.file(fileId)
    const arrival = this.#running.get(fileId)
    if (!arrival) throw new Refusal('CONFLICT', 'The file is not being transferred.', { fileId })
    arrival.control.abort(STOPPED)
  }

  /** Goes on with what an earlier run of the studio had begun. */
  resume(): void {
    for (const file of this.#shop.catalogue.arriving()) this.#start(file)
  }

  /** Ends every transfer for now. */
  async close(): Promise<void> {
    for (const { control } of this.#running.values()) control.abort(CLOSING)
    await this.#idle
  }

  #requireNoTransfer(): void {
    const [fileId] = [...this.#running].find(([, { isLink }]) => isLink) ?? []
    if (fileId === undefined) return
    const message = 'Another import is under way. One at a time: wait until it is over.'
    throw new Refusal('TRANSFER_IN_PROGRESS', message, { fileId })
  }

  #add(what: Pick<MediaDocument, 'name' | 'type' | 'folderId' | 'source' | 'linkedPath'>): MediaDocument {
    const { now, newId } = this.#shop.moment()
    const nothingYet = { error: null, metadata: null, issues: null, encodeOrder: null, encodeError: null }
    const file: MediaDocument = { ...what, ...nothingYet, id: newId(), createdAt: now, status: 'in_progress' }
    this.#shop.catalogue.add(file)
    this.#start(file)
    return file
  }

  #start({ id, source }: MediaDocument): void {
    const isLink = source?.kind === 'link'
    const arrival = { isLink, control: new AbortController(), received: 0, total: null }
    this.#running.set(id, arrival)
    const turn = isLink ? this.#links : this.#copies
    const work = turn(() => this.#bringIn(id, arrival))
    this.#idle = Promise.all([this.#idle, work])
  }

  async #bringIn(fileId: string, arrival: Arrival): Promise<void> {
    const { catalogue, log } = this.#shop
    try {
      arrival.control.signal.throwIfAborted()
      const found = await this.#fetch(catalogue.file(fileId), arrival)
      catalogue.update(fileId, { ...found, status: 'completed', source: null })
    } catch (error) {
      try {
        this.#end(fileId, arrival, error)
      } catch (unkept) {
        log(`What became of a transfer could not be stored: ${String(unkept)}. It goes on at the next start.`)
      }
    } finally {
      this.#running.delete(fileId)
    }
  }

  #end(fileId: string, { control }: Arrival, error: unknown): void {
    const { reason } = control.signal
    if (reason === CLOSING) return
    const { code, message } = mishapOf(error)
    const fields =
      reason === STOPPED ? { status: 'stopped' as const } : { status: 'error' as const, error: `${code}: ${message}` }
    rmSync(this.#shop.place.arriving(fileId), { force: true })
    this.#shop.catalogue.update(fileId, { ...fields, source: null })
  }

  /** Has the whole file where it belongs when it is done. */
  async #fetch(file: MediaDocument, arrival: Arrival) {
    const { place, programs } = this.#shop
    const { signal } = arrival.control
    if (file.linkedPath !== null) return examine(programs, file.linkedPath, file.type, signal)
    const path = place.arriving(file.id)
    if (file.source?.kind === 'link') await this.#download(file, file.source, path, arrival)
    else if (file.source) await this.#copy(file, file.source.path, path, arrival)
    const found = await examine(programs, path, file.type, signal)
    signal.throwIfAborted()
    renameSync(path, place.whole(file.id))
    return found
  }

  async #download(
    file: MediaDocument,
    { url, validator }: LinkSource,
    path: string,
    arrival: Arrival,
  ): Promise<void> {
    const { catalogue } = this.#shop
    const offset = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    const { signal } = arrival.control
    const download = await openLink({ ...this.#shop, url, validator, offset, signal })
    try {
      const { name } = download
      const isNamed = name !== null && catalogue.file(file.id).name === file.name
      const source = { kind: 'link', url, validator: download.validator } as const
      catalogue.update(file.id, { source, ...(isNamed && { name }) })
      await this.#receive(download, file.type, path, arrival)
    } finally {
      await download.close()
    }
  }

  async #copy(file: MediaDocument, from: string, to: string, arrival: Arrival): Promise<void> {
    const { size } = await stat(from)
    const body = createReadStream(from, { highWaterMark: 1_048_576 })
    await this.#receive({ body, offset: 0, total: size, hear: () => {} }, file.type, to, arrival)
  }

  async #receive(coming: Coming, type: FileType, path: string, arrival: Arrival): Promise<void> {
    const { place, sizeLimit: limit, isAtWork } = this.#shop
    const { body, offset, total, hear } = coming
    arrival.total = total
    arrival.received = offset
    const failsAt = arrival.isLink ? (total ?? 1) * FAILS_AT : Number.POSITIVE_INFINITY
    await receive(body, {
      ...{ path, offset, total, limit, signal: arrival.control.signal },
      requireHead: (head) => requireHead(head, type),
      requireRoom: (bytes) => place.requireRoom(bytes),
      onReceived(received) {
        hear()
        const isThere = arrival.received < failsAt && received >= failsAt
        arrival.received = received
        if (!isThere || !isAtWork('importFails')) return
        throw new Mishap('IMPORT_FAILED', 'Rehearsal: this import fails on purpose.')
      },
    }).catch((error: unknown) => {
      throw isBroken(error) ? cutShort(arrival.received, total) : error
    })
  }
}

/** A connection that ended, by the codes of undici and of the system. */
function isBroken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(UND_ERR_|ECONN|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_)/.test(code)
}

/** What is found out before anything is begun is a refusal of the request itself. */
async function refused(check: () => Promise<void>): Promise<void> {
  await check().catch((error: unknown) => {
    if (!(error instanceof Mishap)) throw error
    throw new Refusal(error.code, error.message, error.code.startsWith('URL_') ? { field: 'url' } : {})
  })
}
