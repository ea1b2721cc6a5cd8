import type { Browser } from 'playwright'
import { launchShell } from '../../build/setup/chromium.ts'
import { FILE_MARK } from './fileMark.ts'

let browser: Promise<Browser> | null = null

/**
 * One browser for every test file that a worker runs, gone with the worker. Whoever opens a page or a context in it closes
 * it: browsers share nothing between contexts.
 */
export async function sharedBrowser(): Promise<Browser> {
  // It belongs to no file, so none is blamed for leaving it.
  browser ??= launchShell({ [FILE_MARK]: '' })
  const launched = await browser
  if (launched.isConnected()) return launched
  browser = null
  return sharedBrowser()
}
