import { createHash } from 'node:crypto'
import { createReadStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { sleep } from '../../../util/time.ts'
import { Refusal } from '../../rules/world/find.ts'
import { openRegular } from '../bounds/regular.ts'
import type { FileType, MediaDocument } from '../catalogue/document.ts'
import { encode } from '../encoding/encoding.ts'
import { examine } from '../encoding/examine.ts'
import type { FileContext, Job } from '../encoding/lane.ts'
import { isMendedByCopy } from '../encoding/mending.ts'
import { isForNow, openLink } from './download.ts'
import { type Content, receive } from './receive.ts'

/** The fraction after which the rehearsal's failing import fails. */
const FAILS_AT = 0.6
const READ_AT_ONCE = 1_048_576

/** How long an import that a restart interrupted waits for its server, and how often it asks again, in ms. */
const RESUMED = { patienceMs: 600_000, everyMs: 10_000 }

/**
 * Brings a file completely to its final place, repaired if that takes only a lossless copy.
 *
 * @param isResumed an earlier run of the studio began it: the network may not be up yet
 */
export async function bringIn(
  context: FileContext,
  file: MediaDocument,
  job: Job,
  isResumed: boolean,
): Promise<Partial<MediaDocument>> {
  const { place, programs } = context
  const { linkedPath } = file
  const path = linkedPath ?? place.arriving(file.id)
  if (linkedPath === null && !isHere(context, file, path)) await fetchAll(context, file, path, job, isResumed)
  const found = await examine(programs, path, file.type, job.signal)
  job.signal.throwIfAborted()
  const arrived = { ...found, ...(await mend(context, file, path, found, job)) }
  if (linkedPath === null && !arrived.original) renameSync(path, place.whole(file.id))
  else if (linkedPath === null) place.discard(path)
  const isLoudnessAwaited = file.type !== 'image' && arrived.metadata?.audioCodec != null
  return { ...arrived, isLoudnessAwaited, status: 'completed', source: null }
}

/**
 * Returns whether the file arrived completely before the studio was killed. It is then not requested again: a link may
 * have expired by now.
 */
function isHere({ place }: FileContext, { id, source }: MediaDocument, path: string): boolean {
  if (!source?.isHere) return false
  // It may have been moved to its final place already.
  if (!existsSync(path) && existsSync(place.whole(id))) renameSync(place.whole(id), path)
  return existsSync(path)
}

async function fetchAll(
  context: FileContext,
  file: MediaDocument,
  path: string,
  job: Job,
  isResumed: boolean,
): Promise<void> {
  const { source, type } = file
  if (source?.kind === 'link') await download(context, file, source, path, job, isResumed ? RESUMED.patienceMs : 0)
  else if (source) await take(context, await contentOf(source.path), type, path, job)
  await job.keep({ source: source && { ...source, isHere: true } })
}

/**
 * Cameras, phones and recorders write the index at the end: a lossless copy repairs that. A file that cannot be
 * repaired is stored unchanged, with a warning that gives the reason. If the original is a linked file, the result is a
 * file of our own.
 */
async function mend(
  { place, programs, moment, isAtWork }: FileContext,
  { id, type }: MediaDocument,
  path: string,
  { metadata, issues }: Awaited<ReturnType<typeof examine>>,
  job: Job,
): Promise<Partial<MediaDocument>> {
  if (!metadata || !issues || !isMendedByCopy(type, issues, metadata.durationSec)) return {}
  if (isAtWork('importsUnmended')) return {}
  const making = place.encoding(id, moment().newId())
  try {
    const original = { sha256: await checksum(path, job.signal), sizeBytes: metadata.sizeBytes }
    // The progress stays at the value that the transfer reported.
    const silently = { ...job, percent: null }
    const encoding = { type, from: path, making, job: silently, requireRoom: place.requireRoom }
    const made = await encode(programs, { ...encoding, isCopy: true })
    renameSync(making, place.whole(id))
    return { ...made, original, linkedPath: null }
  } catch (error) {
    job.signal.throwIfAborted()
    if (!(error instanceof Refusal)) throw error
    return { issues: { ...issues, warnings: [...issues.warnings, `not_mended: ${error.message}`] } }
  }
}

async function checksum(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: READ_AT_ONCE, signal })) hash.update(piece)
  return hash.digest('hex')
}

type LinkSource = Extract<NonNullable<MediaDocument['source']>, { kind: 'link' }>

/** Requests a link's file, and again what follows, as long as the server sends it in parts. */
async function download(
  context: FileContext,
  file: MediaDocument,
  source: LinkSource,
  path: string,
  job: Job,
  patienceMs: number,
): Promise<void> {
  const { id, name, type } = file
  let { validator } = source
  for (let isWhole = false; !isWhole; ) {
    const offset = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    const answer = await openPatiently({ ...context, ...source, validator, offset, signal: job.signal }, patienceMs)
    try {
      const isNamed = answer.name !== null && context.catalogue.file(id).name === name
      validator = answer.validator
      // Removed before the new validator is stored: if the studio were killed in between, the part of another version
      // would be taken for a part of this one.
      if (answer.offset === 0) rmSync(path, { force: true })
      await job.keep({ source: { ...source, validator }, ...(isNamed && { name: answer.name ?? name }) })
      await take(context, answer, type, path, job, (answer.total ?? 1) * FAILS_AT)
      isWhole = answer.end === answer.total
    } finally {
      answer.close()
    }
  }
}

async function openPatiently(request: Parameters<typeof openLink>[0], patienceMs: number) {
  const { clock, signal } = request
  const giveUpAt = clock.monotonic() + patienceMs
  for (;;) {
    try {
      return await openLink(request)
    } catch (error) {
      if (!isForNow(error) || clock.monotonic() >= giveUpAt) throw error
      await sleep(clock, RESUMED.everyMs, signal)
    }
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

async function contentOf(path: string): Promise<Content> {
  const file = await openRegular(path)
  const pieces = async function* () {
    for await (const chunk of file.createReadStream({ highWaterMark: READ_AT_ONCE })) yield [chunk as Buffer]
  }
  return { pieces: pieces(), offset: 0, total: (await file.stat()).size }
}
