/** Waits for the work that an edit started: until files are usable, or known not to be. */
import type { Answer as Answered } from '../../shared/contract/operations.ts'
import { pageOf } from '../../shared/contract/pages.ts'
import type { FailureKind } from '../../shared/failures.ts'
import { type QueryAnswer, QueryError } from '../../shared/query/query.ts'
import { once } from '../../shared/util/once.ts'
import { CLI_SENTENCES, EXIT } from '../../shared/words/cli/cli.ts'
import { encodeCost, FILE_WORDS } from '../../shared/words/files/files.ts'
import { sleep } from '../util/time.ts'
import type { Answer } from './answer.ts'
import type { Desk } from './desk.ts'
import { notRead, readPages } from './reading.ts'

/** The pause between readings of an import and of the encodes, in ms (contract notes: no closer). */
const IMPORT_MS = 10_000
const ENCODE_MS = 15_000
/** The first look, in ms: small files are ready soon. Cuelight itself can be asked that often. */
const SOON_MS = 2_000

/** The final state of a file. */
interface Ended {
  file: Answered<'getFile'> | null
  isUsable: boolean
  line: string
}

/** Failures that need the user. After any other failure the next look may succeed. */
const FINAL: readonly FailureKind[] = ['notFound', 'refused', 'unauthorised', 'revoked', 'plan']

/** Looks again until there is an answer, the user stops it, or the time is up. */
async function lookUntil(desk: Desk, look: () => Promise<Answer | { again: number; left: number }>): Promise<Answer> {
  const { clock, typed, stopped } = desk
  const giveUpAt = clock.monotonic() + typed.timeoutMs
  let isEnough = false
  void stopped.then(() => {
    isEnough = true
  })
  for (;;) {
    const seen = await look()
    if ('code' in seen) return seen
    const pause = Math.min(seen.again, giveUpAt - clock.monotonic())
    const sentence = FILE_WORDS.underWay(seen.left)
    if (pause <= 0) return { code: EXIT.timedOut, sentence: CLI_SENTENCES.waitedInVain(typed.timeoutMs, sentence) }
    await Promise.race([sleep(clock, pause), stopped])
    if (isEnough) return { code: EXIT.refused, sentence: CLI_SENTENCES.gaveUp }
  }
}

/** Waits until each of the files is usable, or known not to be. @param after what was just started, if anything */
export async function waitForFiles(
  desk: Desk,
  fileIds: readonly string[],
  after: 'import' | 'encode' | null = null,
): Promise<Answer> {
  const { client, clock } = desk
  const arriving = new Set(after === 'encode' ? [] : fileIds)
  const ended = new Map<string, Ended>()

  /** Null: it is still under way. */
  async function lookAt(fileId: string, encoding: () => Promise<ReadonlySet<string>>): Promise<Ended | null> {
    if (arriving.has(fileId)) {
      // A file that was added in another way has no import: then the file itself is read.
      const reading = await client.query('getImport', { fileId }, true).catch((error) => {
        if (error instanceof QueryError && error.failure?.kind === 'notFound')
          return { value: { status: 'completed' } }
        throw error
      })
      const { status, error } = reading.value as Answered<'getImport'>
      if (status === 'in_progress' || status === 'unknown') return null
      arriving.delete(fileId)
      if (status !== 'completed') {
        const why = status === 'stopped' ? FILE_WORDS.stopped : (error ?? FILE_WORDS.noReason)
        return { file: null, isUsable: false, line: FILE_WORDS.notImported(fileId, why) }
      }
    }
    if ((await encoding()).has(fileId)) return null
    const file = (await client.query('getFile', { fileId }, true)).value as Answered<'getFile'>
    const [errors, warnings] = [file.issues?.errors ?? [], file.issues?.warnings ?? []]
    const isUsable = errors.length === 0
    const line = isUsable ? FILE_WORDS.ready(file.name, warnings) : FILE_WORDS.cannotBeUsed(file.name, errors)
    return { file, isUsable, line }
  }

  async function look() {
    try {
      const encoding = once(() => encodes(desk))
      for (const fileId of fileIds) {
        if (ended.has(fileId)) continue
        const end = await lookAt(fileId, encoding)
        if (end) ended.set(fileId, end)
      }
    } catch (error) {
      if (!(error instanceof QueryError) || (error.failure && FINAL.includes(error.failure.kind)))
        return notRead(error)
    }
    const left = fileIds.length - ended.size
    return left === 0
      ? answerFor(fileIds.flatMap((fileId) => ended.get(fileId) ?? []))
      : { again: arriving.size > 0 ? IMPORT_MS : ENCODE_MS, left }
  }

  if (after !== null) await sleep(clock, SOON_MS)
  return lookUntil(desk, look)
}

/** The ids of the files that are being encoded, or wait for it. */
async function encodes(desk: Desk): Promise<ReadonlySet<string>> {
  const { value } = await readPages(desk, 'listEncodes', {}, true)
  return new Set(pageOf<{ fileId: string }>(value).items.map(({ fileId }) => fileId))
}

function answerFor(ended: readonly Ended[]): Answer {
  const unfit = ended.flatMap(({ file, isUsable }) => (file && !isUsable ? [file.id] : []))
  const plans = ended.flatMap(({ file, isUsable }) => (isUsable ? [] : (file?.encodePlan ?? [])))
  const way = unfit.length > 0 ? [encodeCost(plans), FILE_WORDS.encodeIt(unfit)].filter((line) => line !== null) : []
  const lines = [...ended.map(({ line }) => line), ...way]
  const code = ended.every(({ isUsable }) => isUsable) ? EXIT.done : EXIT.refused
  return { code, sentence: lines.join(' '), lines, fields: { value: { files: ended.map(({ file }) => file) } } }
}

/** Waits until the given entries of the import queue are done, and then for their files. */
export async function waitForImports(desk: Desk, importIds: readonly string[]): Promise<Answer> {
  let fileIds: string[] = []
  const queue = await lookUntil(desk, async () => {
    const { value } = await desk.client.query('imports', {}, true)
    const mine = (value as QueryAnswer<'imports'>).imports.filter(({ id }) => importIds.includes(id))
    const left = mine.filter(({ state }) => ['waiting', 'sending', 'running'].includes(state)).length
    if (left > 0) return { again: SOON_MS, left }
    fileIds = mine.flatMap(({ state, fileId }) => (state === 'done' && fileId !== null ? [fileId] : []))
    const failed = mine.filter(({ state }) => state !== 'done')
    const lines = failed.map(({ name, error }) => FILE_WORDS.notImported(name, error ?? FILE_WORDS.noReason))
    return { code: failed.length > 0 ? EXIT.refused : EXIT.done, sentence: lines.join(' '), lines }
  })
  if (fileIds.length === 0) return queue
  const files = await waitForFiles(desk, fileIds)
  const lines = [...(queue.lines ?? []), ...(files.lines ?? [files.sentence])]
  return { ...files, code: queue.code === EXIT.done ? files.code : queue.code, sentence: lines.join(' '), lines }
}
