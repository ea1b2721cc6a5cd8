import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { describeDiskError } from '../../../../shared/words/outcomes/disk.ts'
import { Refusal } from '../../rules/world/find.ts'

/** Opening a pipe, which is refused, would otherwise block until another process writes to it. */
const NOT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The file that was at this path is gone. */
export class FileGone extends Refusal {
  constructor() {
    super('IMPORT_FAILED', 'The file is no longer where it was. Take it in again.')
  }
}

/**
 * Opens an ordinary file for reading, and nothing else. The opened file is checked, because the path could be replaced
 * after an earlier check. Rejects with `FileGone` if there is no file, or with a refusal that says why it cannot be
 * read.
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, NOT_WAITING).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new FileGone() : unreadable(describeDiskError(error))
  })
  try {
    const stat = await file.stat()
    if (stat.isDirectory()) throw unreadable('it is a folder: choose the files in it')
    if (!stat.isFile()) throw unreadable('it is not an ordinary file')
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

const unreadable = (reason: string) => new Refusal('VALIDATION_ERROR', `path: ${reason}`, { field: 'path' })
