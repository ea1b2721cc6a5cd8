/** The account's files: how they are imported and encoded, and what may be done with them. */

import type { Encode, Facts, MediaFile } from './media.ts'
import { invalid, Refusal } from './refusal.ts'
import type { World } from './world.ts'

/** The file of the account, or the refusal that the contract names. */
export function fileOf(world: World, id: string): MediaFile {
  const found = world.files.find((file) => file.id === id && !file.isGroup)
  if (!found) throw new Refusal('FILE_NOT_FOUND', `There is no file ${id}.`, { fileId: id })
  return found
}

/** The length of a file; null when it is unknown. */
export function secondsOf(world: World, fileId: string | null): number | null {
  return world.files.find(({ id }) => id === fileId)?.facts.seconds ?? null
}

/** The reasons why a file cannot be in playlists now. */
export function errorsOf(world: World, file: MediaFile): string[] {
  const { status } = file.transfer ?? { status: 'completed' }
  if (status === 'in_progress') return ['import_in_progress']
  if (status !== 'completed') return ['transfer_failed']
  const encoding = world.encodes.some(({ fileId }) => fileId === file.id)
  return encoding ? [...file.facts.errors, 'encoding_in_progress'] : file.facts.errors
}

/** How much of an import has arrived, in percent. */
export function progressOf(world: World, { transfer, facts }: MediaFile): number {
  if (transfer?.status !== 'in_progress') return transfer?.progress ?? 100
  const arrived = Math.floor((100 * (world.now() - transfer.startedAt)) / world.settings.importMs)
  return Math.min(arrived, facts.fails?.atPercent ?? 100)
}

/** The progress of an encode, in percent. */
export function encodedOf(world: World, { startedAt }: Encode): number {
  if (startedAt === null) return 0
  return Math.min(99, Math.floor((100 * (world.now() - startedAt)) / world.settings.encodeMs))
}

const PRIVATE =
  /^(localhost|.*\.local|127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.|\[(::1|f[cde]))/i

/** Refuses an invalid link, or one to where no link may lead. */
export function assertLink(world: World, link: string): void {
  const url = URL.canParse(link) ? new URL(link) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('url', 'a link')
  if (url.username !== '' || url.password !== '') throw invalid('url', 'a link without a password in it')
  if (PRIVATE.test(url.hostname) && !world.settings.privateLinks) {
    throw new Refusal('URL_NOT_ALLOWED', 'The link leads to a private address.')
  }
  if (url.hostname.endsWith('.invalid')) throw new Refusal('URL_NOT_RESOLVED', 'There is no such server.')
}

/** What a link leads to: a good video of one minute, unless something else was set for it. */
export function factsOf(world: World, link: string): Facts {
  const name = new URL(link).pathname.split('/').at(-1) || 'video'
  const usual = { name, seconds: 60, sizeBytes: 1_000_000, errors: [], warnings: [] }
  return { ...usual, ...world.links.get(link) }
}

/** A file about which nothing more is known. */
export function newFile(world: World, type: string, folderId: string | null, facts: Facts): MediaFile {
  const file: MediaFile = {
    ...{ id: world.newId('file'), type, folderId, createdAt: world.now(), facts },
    ...{ transfer: null, isGroup: facts.group !== undefined },
  }
  world.files.push(file)
  return file
}

/** Begins an import. One runs at a time. */
export function beginImport(world: World, type: string, folderId: string | null, facts: Facts): MediaFile {
  if (world.files.some(({ transfer }) => transfer?.status === 'in_progress')) {
    throw new Refusal('TRANSFER_IN_PROGRESS', 'Another import is running.')
  }
  if (!world.may.storage) throw new Refusal('STORAGE_LIMIT_EXCEEDED', 'The storage is full.')
  if (facts.fails?.atPercent === 0) throw new Refusal('IMPORT_FAILED', facts.fails.error)
  const file = newFile(world, type, folderId, facts)
  file.transfer = { startedAt: world.now(), status: 'in_progress', progress: 0, error: null }
  return file
}

/** Ends an import, with any result. */
export function endImport(world: World, file: MediaFile, status: 'completed' | 'error' | 'stopped'): void {
  const error = status === 'error' ? (file.facts.fails?.error ?? 'The link broke.') : null
  const startedAt = file.transfer?.startedAt ?? 0
  const progress = status === 'completed' ? 100 : progressOf(world, file)
  file.transfer = { startedAt, status, progress, error }
  if (status === 'completed' && file.isGroup) becomeFolder(world, file)
}

/** Several videos of one link are in a folder of their own once they have arrived. */
function becomeFolder(world: World, { id, type, createdAt, facts }: MediaFile): void {
  world.folders.push({ id, name: facts.name, type, createdAt })
  for (const name of facts.group ?? []) newFile(world, type, id, { ...facts, name, group: undefined })
}

/** Puts a file into the queue of encodes; otherwise returns the reason why not. */
export function queueEncode(world: World, id: string): string | null {
  const file = world.files.find((one) => one.id === id && !one.isGroup)
  if (!file) return 'FILE_NOT_FOUND'
  if (file.type === 'image') return 'INVALID_FILE_TYPE'
  const errors = errorsOf(world, file)
  const busy = errors.find((error) => /_in_progress$|^transfer/.test(error))
  if (busy) return busy
  world.encodes.push({ fileId: id, startedAt: world.encodes.length === 0 ? world.now() : null })
  return null
}

/** Ends the first encode; if it `works`, it repairs what encoding can repair. */
export function endEncode(world: World, at: number, works: boolean): void {
  const ended = world.encodes.shift()
  const file = world.files.find(({ id }) => id === ended?.fileId)
  if (file && works) file.facts = { ...file.facts, errors: [] }
  const [next] = world.encodes
  if (next) next.startedAt = at
}

/** Ends every import and encode that was due by now. */
export function settleFiles(world: World): void {
  const { importMs, encodeMs } = world.settings
  for (const file of world.files) {
    if (file.transfer?.status !== 'in_progress') continue
    const lasts = (importMs * (file.facts.fails?.atPercent ?? 100)) / 100
    if (world.now() >= file.transfer.startedAt + lasts)
      endImport(world, file, file.facts.fails ? 'error' : 'completed')
  }
  for (let first = world.encodes[0]; first; first = world.encodes[0]) {
    const due = (first.startedAt ?? 0) + encodeMs
    if (due > world.now()) return
    endEncode(world, due, true)
  }
}
