/** What the service reports about a running import. */
import { type Failure, ServiceError } from '../../../shared/failures.ts'
import { IMPORT_WORDS } from '../../../shared/words/files/imports.ts'
import type { Caller } from '../../service/calls.ts'
import type { KeptImport } from '../commands/composed/kept.ts'
import { OTHER_KIND } from './list.ts'

/** After `ASKS_FILE` unclear responses in a row the file itself is read; after `MOST_STRANGE` the user decides. */
const ASKS_FILE = 3
const MOST_STRANGE = 60
/** After this many responses in a row that there is no such file, there is none. */
const MOST_MISSING = 2
/** Failures that are a response of the service, which is then not merely unreachable. */
const ANSWERED: readonly string[] = ['refused', 'notFound', 'unreadable']
const isComing = (error: string) => error === 'import_in_progress' || error === 'transfer_failed'

export function createFinding(service: Caller) {
  let strange = 0
  let missing = 0

  /** The change that was found; null: nothing new. */
  async function found({ fileId }: Pick<KeptImport, 'fileId'>): Promise<Partial<KeptImport> | null> {
    if (fileId === null) return { state: 'failed', error: IMPORT_WORDS.lost }
    const input = { params: { fileId } }
    const read = await service.call('getImport', input, { lane: 'refresh' }).catch(failureOf)
    // The import was deleted: waiting for it would block the queue for ever. Once may be a reading from an old copy.
    missing = 'kind' in read && read.code === 'FILE_NOT_FOUND' ? missing + 1 : 0
    if (missing === MOST_MISSING) return { state: 'failed', error: IMPORT_WORDS.gone }
    if (missing > 0) return null
    const isTold = 'kind' in read ? !ANSWERED.includes(read.kind) : read.status !== 'unknown'
    strange = isTold ? 0 : strange + 1
    if (strange >= ASKS_FILE) return asFile(fileId)
    if ('kind' in read) return null
    const { status, progress, error } = read
    if (status === 'completed') return { state: 'done', progress: 100, url: '' }
    if (status === 'error' || status === 'stopped') return failedAs(error, IMPORT_WORDS[status])
    return { progress }
  }

  /** The service does not know the import, or reports an unknown state: the file itself shows whether it arrived. */
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

/** A service error is a code, a colon and a sentence; only the sentence is shown. */
function failedAs(error: string | null, otherwise: string): Partial<KeptImport> {
  const { code, sentence } = TOLD.exec(error ?? '')?.groups ?? {}
  return { state: 'failed', error: sentence || error || otherwise, isOtherKind: code === OTHER_KIND }
}

const TOLD = /^(?<code>[A-Z][A-Z_]+): *(?<sentence>.*)$/s

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) return error.failure
  throw error
}
