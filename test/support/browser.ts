import type { Browser } from 'playwright'
import { launchShell } from '../../build/setup/chromium.ts'
import { FILE_MARK } from './fileMark.ts'

let browser: Promise<Browser> | null = null

/**
 * One browser for all test files of a worker, which ends with the worker. Each test closes the pages and contexts it
 * opens: contexts share nothing with each other.
 */
export async function sharedBrowser(): Promise<Browser> {
  // It belongs to no file, so that no file is blamed for leaving it running.
  browser ??= launchShell({ [FILE_MARK]: '' })
  const launched = await browser
  if (launched.isConnected()) return launched
  browser = null
  return sharedBrowser()
}
