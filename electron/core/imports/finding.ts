/** What became of an import that runs, as the service tells it. */
import { type Failure, ServiceError } from '../../../shared/failures.ts'
import { IMPORT_WORDS } from '../../../shared/words/imports.ts'
import type { Caller } from '../../service/calls.ts'
import type { KeptImport } from '../commands/composed/kept.ts'
import { OTHER_KIND } from './list.ts'

/** After so many answers in a row that tell nothing of an import its file is asked; after so many a person is. */
const ASKS_FILE = 3
const MOST_STRANGE = 60
/** Failures that are an answer of the service: it is not merely out of reach. */
const ANSWERED: readonly string[] = ['refused', 'notFound', 'unreadable']
const isComing = (error: string) => error === 'import_in_progress' || error === 'transfer_failed'

export function createFinding(service: Caller) {
  let strange = 0

  /** What is found out about it; null: nothing. */
  async function found({ fileId }: Pick<KeptImport, 'fileId'>): Promise<Partial<KeptImport> | null> {
    if (fileId === null) return { state: 'failed', error: IMPORT_WORDS.lost }
    const input = { params: { fileId } }
    const read = await service.call('getImport', input, { lane: 'refresh' }).catch(failureOf)
    // It was deleted: whoever waits for it would wait for ever, and so would those behind it.
    if ('kind' in read && read.code === 'FILE_NOT_FOUND') return { state: 'failed', error: IMPORT_WORDS.gone }
    const isTold = 'kind' in read ? !ANSWERED.includes(read.kind) : read.status !== 'unknown'
    strange = isTold ? 0 : strange + 1
    if (strange >= ASKS_FILE) return asFile(fileId)
    if ('kind' in read) return null
    const { status, progress, error } = read
    if (status === 'completed') return { state: 'done', progress: 100, url: '' }
    if (status === 'error' || status === 'stopped') return failedAs(error, IMPORT_WORDS[status])
    return { progress }
  }

  /** The service knows of no such import, or tells of it what nobody knows: the file itself tells whether it came. */
  async function asFile(fileId: string): Promise<Partial<KeptImport> | null> {
    const file = await service.call('getFile', { params: { fileId } }, { lane: 'refresh' }).catch(failureOf)
    const errors = 'kind' in file ? null : (file.issues?.errors ?? [])
    if (errors?.includes('import_in_progress') && strange < MOST_STRANGE) return null
    strange = 0
    const isThere = errors !== null && !errors.some(isComing)
    return isThere ? { state: 'done', progress: 100, url: '' } : { state: 'notKnown', error: IMPORT_WORDS.forgotten }
  }
  return found
}

/** A service tells a code, a colon and a sentence: the sentence is for people. */
function failedAs(error: string | null, otherwise: string): Partial<KeptImport> {
  const { code, sentence } = TOLD.exec(error ?? '')?.groups ?? {}
  return { state: 'failed', error: sentence || error || otherwise, isOtherKind: code === OTHER_KIND }
}

const TOLD = /^(?<code>[A-Z][A-Z_]+): *(?<sentence>.*)$/s

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) return error.failure
  throw error
}
