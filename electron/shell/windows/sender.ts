import writeFileAtomic from 'write-file-atomic'
import { DOWNLOADS, type Download } from '../../../shared/bridge/bridge.ts'
import { fileOf } from '../../../shared/bridge/broadcastFile.ts'
import type { SaveAnswer } from '../../../shared/bridge/shellBridge.ts'
import type { AppState } from '../../../shared/state.ts'
import { servicePage } from '../../../shared/view/reasons.ts'
import { fileNotSaved, SAVE_WORDS } from '../../../shared/words/setup.ts'
import type { Downloads } from '../../remote/downloads.ts'
import { PAGE_PATH } from './policy.ts'
import { ourUrl } from './protocol.ts'

/** The parts of a frame that say whose it is. */
export interface Frame {
  readonly url: string
  readonly parent: object | null
}

/**
 * Judges who sent a message: only the page of one of our windows is heard, and no frame within it.
 *
 * @param frame null when the document that spoke is gone by now
 * @param isOurWindow was the sender made by us?
 * @returns why it is not heard, or null: it is ours
 */
export function whyNotOurs(frame: Frame | null, isOurWindow: boolean): string | null {
  if (!isOurWindow) return 'it is no window of ours'
  if (frame === null) return GONE
  try {
    if (frame.parent !== null) return 'it is a frame within a page'
    // There is but one document; which of our pages it draws is in its query.
    return ourUrl(frame.url)?.pathname === PAGE_PATH ? null : `it shows ${frame.url.slice(0, LONGEST_SHOWN)}`
  } catch {
    // A frame that goes between the message and this question throws for whatever it is asked.
    return GONE
  }
}

const GONE = 'its document is gone'
const LONGEST_SHOWN = 200

/** What a page asked to have saved, when it is a file that is handed out here; else null. */
export function downloadNamed(asked: unknown, downloads: Downloads): Download | null {
  if (typeof asked !== 'string' || !Object.hasOwn(DOWNLOADS, asked)) return null
  const name = asked as Download
  return downloads[name] ? name : null
}

export interface Saving {
  downloads: Downloads
  /** Which one, where there are several. */
  about?: string | null
  /** Asks where a file goes; null: the person changed their mind. */
  askWhere: (file: string) => Promise<string | null>
  log: (line: string) => void
}

/** Asks the person where to, and writes the file for their eyes only, whole or not at all. */
export async function saveDownload(
  name: Download,
  { downloads, about = null, askWhere, log }: Saving,
): Promise<SaveAnswer> {
  try {
    const path = await askWhere(fileOf(name, about))
    if (path === null) return { result: 'left' }
    // Made only now: it shall say how things stand when it is saved.
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
 * May this address be opened outside? Only a secure one that the service named as a place to watch, or the page of the
 * service in use, which a person gave: whatever else a page asks for, it was talked into. A name and a password in an address are nobody's business but the service's.
 */
export function isAllowedUrl(address: string, state: AppState): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  // A browser asks for an address in its own writing of it.
  const known = [...watchLinks(state), servicePage(state.service) ?? []].flat()
  return known.some((link) => URL.parse(link)?.href === url.href)
}

/** Where the known destinations can be watched. */
function watchLinks({ projects }: AppState): string[] {
  const destinations = Object.values(projects).flatMap(({ live, settings }) => [
    ...(live?.destinations ?? []),
    ...(settings?.destinations ?? []),
  ])
  return destinations.flatMap(({ viewingUrl }) => (viewingUrl === null ? [] : [viewingUrl]))
}
