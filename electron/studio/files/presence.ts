import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { sleep } from '../../util/time.ts'
import { isExample } from '../rules/demo/demoLibrary.ts'
import { FileGone } from './bounds/regular.ts'
import type { MediaDocument } from './catalogue/document.ts'
import { type FileContext, lost } from './encoding/lane.ts'

/** How long a request waits for the disk, in ms: a network mount may never respond, and a show must start all the same. */
const PATIENCE_MS = 2_000

const GONE = lost(new FileGone())

/**
 * Looks whether files are still on the disk, and stores it if one has gone, or is back (a disk was plugged in again).
 *
 * @returns the ids of those that are gone
 */
export async function lookForFiles(context: FileContext, fileIds: readonly string[]): Promise<string[]> {
  const { catalogue, clock } = context
  const files = [...new Set(fileIds)].flatMap((fileId) => catalogue.find(fileId) ?? []).filter(isSeen)
  if (files.length === 0) return []
  const done = new AbortController()
  const looking = Promise.all(files.map((file) => look(context, file)))
  await Promise.race([looking, sleep(clock, PATIENCE_MS, done.signal).catch(() => {})])
  done.abort()
  return files.flatMap(({ id }) => catalogue.find(id) ?? []).flatMap((file) => (isGone(file) ? [file.id] : []))
}

/** Returns whether a file was found to be no longer on the disk. */
export const isGone = ({ error }: MediaDocument): boolean => error === GONE.error

/** Examples have no media; a file that is arriving, or never did, is not expected to be there. */
const isSeen = (file: MediaDocument) => !isExample(file.id) && (file.status === 'completed' || isGone(file))

async function look({ catalogue, place, log }: FileContext, file: MediaDocument): Promise<void> {
  const { linkedPath } = file
  const isAway =
    linkedPath === null
      ? !isMedia(statSync(place.whole(file.id), { throwIfNoEntry: false }))
      : await isMissing(linkedPath)
  try {
    // Meanwhile an encode may have replaced it.
    const now = catalogue.file(file.id)
    if (now.linkedPath !== linkedPath || isAway === (now.status === 'error')) return
    catalogue.update(file.id, isAway ? GONE : { status: 'completed', error: null })
  } catch (error) {
    log(`It could not be stored that a file is ${isAway ? 'gone' : 'back'}: ${String(error)}`)
  }
}

/** A folder, or an empty file, is no file that could be played. */
const isMedia = (found: Stats | undefined): boolean => found?.isFile() === true && found.size > 0

/** Only a linked file can be on a mount that does not respond; our own folder is the database's. */
const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !isMedia(found),
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  )
