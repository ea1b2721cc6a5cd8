import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { describeDiskError } from '../../../shared/words/disk.ts'
import { Refusal } from '../rules/find.ts'

/** A pipe, which is refused, would be waited for until somebody writes into it. */
const NOT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** What stood there has been taken away. */
export class FileGone extends Refusal {
  constructor() {
    super('IMPORT_FAILED', 'The file is no longer where it was. Take it in again.')
  }
}

/**
 * Opens an ordinary file for reading, and nothing else: judged by what was opened, for another thing may be put in its place
 * after a look. Rejects with `FileGone` where nothing is, or a refusal that says why it cannot be read.
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
