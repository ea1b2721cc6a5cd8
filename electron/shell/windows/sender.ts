import writeFileAtomic from 'write-file-atomic'
import { DOWNLOADS, type Download } from '../../../shared/bridge/bridge.ts'
import { fileOf } from '../../../shared/bridge/broadcastFile.ts'
import type { SaveAnswer } from '../../../shared/bridge/shellBridge.ts'
import type { AppState } from '../../../shared/state.ts'
import { safeLink } from '../../../shared/view/destinations.ts'
import { servicePage } from '../../../shared/view/reasons.ts'
import { fileNotSaved, SAVE_WORDS } from '../../../shared/words/panel/setup.ts'
import type { Downloads } from '../../remote/downloads.ts'
import { PAGE_PATH } from './policy.ts'
import { ourUrl } from './protocol.ts'

/** The parts of a frame that identify its owner. */
export interface Frame {
  readonly url: string
  readonly parent: object | null
}

/**
 * Checks who sent a message: only the top page of one of our windows is accepted, and no frame within it.
 *
 * @param frame null if the sending document is already gone
 * @param isOurWindow did we create the sender?
 * @returns why it is not accepted, or null: it is ours
 */
export function whyNotOurs(frame: Frame | null, isOurWindow: boolean): string | null {
  if (!isOurWindow) return 'it is no window of ours'
  if (frame === null) return GONE
  try {
    if (frame.parent !== null) return 'it is a frame within a page'
    // There is only one document; its query selects which of our pages it draws.
    return ourUrl(frame.url)?.pathname === PAGE_PATH ? null : `it shows ${frame.url.slice(0, LONGEST_SHOWN)}`
  } catch {
    // A frame that disappears between the message and this check throws on any access.
    return GONE
  }
}

const GONE = 'its document is gone'
const LONGEST_SHOWN = 200

/** The download that a page requested; null if it is not one that is available here. */
export function downloadNamed(asked: unknown, downloads: Downloads): Download | null {
  if (typeof asked !== 'string' || !Object.hasOwn(DOWNLOADS, asked)) return null
  const name = asked as Download
  return downloads[name] ? name : null
}

export interface Saving {
  downloads: Downloads
  /** Which one, if there are several. */
  about?: string | null
  /** Asks where to save a file; null: the user cancelled. */
  askWhere: (file: string) => Promise<string | null>
  log: (line: string) => void
}

/** Asks the user where to save, and writes the file readable by this user only, completely or not at all. */
export async function saveDownload(
  name: Download,
  { downloads, about = null, askWhere, log }: Saving,
): Promise<SaveAnswer> {
  try {
    const path = await askWhere(fileOf(name, about))
    if (path === null) return { result: 'left' }
    // Made only now, so that it shows the state at the time of saving.
    const content = await downloads[name]?.(about)
    if (content === null) return { result: 'failed', why: SAVE_WORDS.gone }
    if (content !== undefined) await writeFileAtomic(path, Buffer.from(content), { mode: 0o600 })
    return { result: 'saved' }
  } catch (error) {
    log(`${DOWNLOADS[name].file} could not be saved: ${error}`)
    return { result: 'failed', why: fileNotSaved(error instanceof Error ? error.message : String(error)) }
  }
}

/**
 * May this address be opened in the default browser? Only one that the service gave as a place to watch (by https, or
 * the local studio's own page), or the page of the service in use, which the user entered: any other may have been
 * injected into a page. An address with a user name or a password is refused.
 */
export function isAllowedUrl(address: string, state: AppState): boolean {
  const url = URL.parse(address)
  if (!url || safeLink(address) === null || url.username !== '' || url.password !== '') return false
  // Compared in normalized form, because a browser normalizes an address.
  const known = [...watchLinks(state), servicePage(state.service) ?? []].flat()
  return known.some((link) => URL.parse(link)?.href === url.href)
}

function watchLinks({ projects }: AppState): string[] {
  const destinations = Object.values(projects).flatMap(({ live, settings }) => [
    ...(live?.destinations ?? []),
    ...(settings?.destinations ?? []),
  ])
  return destinations.flatMap(({ viewingUrl }) => (viewingUrl === null ? [] : [viewingUrl]))
}
