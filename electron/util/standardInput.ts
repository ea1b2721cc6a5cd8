import { createReadStream } from 'node:fs'

/**
 * The piped input. Under Electron it is opened by its number, because Electron on Windows replaces `process.stdin` with
 * a stream that is already at its end (electron 45: lib/common/init.ts).
 */
export const standardInput = (): NodeJS.ReadableStream =>
  process.versions.electron === undefined ? process.stdin : createReadStream('', { fd: 0, autoClose: false })
