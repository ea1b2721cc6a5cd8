import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { errorsOf, type FolderDocument, type MediaDocument } from '../files/catalogue/document.ts'
import { encodePlan } from '../files/encoding/mending.ts'
import type { World } from '../rules/world/world.ts'
import { isoTime } from './records.ts'

/**
 * A file in a list: without its metadata, as the contract defines it.
 * @param progress of its encode
 */
export function listedFile(
  world: World,
  file: MediaDocument,
  progress: number | null,
): WireAnswer<'listFiles'>['files'][number] {
  const { id, name, type, folderId, createdAt, issues, encodeOrder, encodeError } = file
  const errors = errorsOf(file)
  const failed = encodeError === null ? [] : [`encode_failed: ${encodeError}`]
  const plan = encodePlan(file)
  const isKnown = issues !== null || errors.length + failed.length > 0
  return {
    id,
    name,
    type,
    folderId,
    createdAt: isoTime(world, createdAt),
    issues: isKnown ? { errors, warnings: [...(issues?.warnings ?? []), ...failed] } : null,
    encoding: encodeOrder === null ? null : encodingOf(progress),
    ...(plan && { encodePlan: plan }),
  }
}

/** A file with its metadata. */
export function fileRecord(world: World, file: MediaDocument, progress: number | null): WireAnswer<'getFile'> {
  const { metadata, original, isLoudnessAwaited } = file
  return {
    ...listedFile(world, file, progress),
    metadata: metadata && { ...metadata, ...(isLoudnessAwaited && { isLoudnessAwaited }) },
    ...(original && { original }),
  }
}

/** The state of an encode: without progress it is queued. */
export function encodingOf(progress: number | null) {
  return { status: progress === null ? 'in_queue' : 'in_progress', progress: progress ?? 0 }
}

/** An import in the contract's format. Its progress is 0 % if it failed, and null while the total size is unknown. */
export function importRecord(file: MediaDocument, progress: number | null): WireAnswer<'getImport'> {
  const { id: fileId, status, error } = file
  const ended = status === 'completed' ? 100 : 0
  return { fileId, status, progress: status === 'in_progress' ? progress : ended, error }
}

/** A folder with the number of files in it. */
export function folderRecord(
  world: World,
  folder: FolderDocument & { readonly fileCount: number },
): WireAnswer<'listFolders'>['folders'][number] {
  return { ...folder, createdAt: isoTime(world, folder.createdAt) }
}
