import { createReadStream } from 'node:fs'

/**
 * What is piped in. Under Electron by its number, because Electron on Windows puts in the place of `process.stdin` one that is
 * at its end (electron 45: lib/common/init.ts).
 */
export const standardInput = (): NodeJS.ReadableStream =>
  process.versions.electron === undefined ? process.stdin : createReadStream('', { fd: 0, autoClose: false })
