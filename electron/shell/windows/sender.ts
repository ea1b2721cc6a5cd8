import { APP_HOST, APP_SCHEME } from '../../../shared/bridge/shellBridge.ts'
import { PAGE_PATH } from './policy.ts'

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
    return isOurPage(frame.url) ? null : `it shows ${frame.url.slice(0, LONGEST_SHOWN)}`
  } catch {
    // A frame that goes between the message and this question throws for whatever it is asked.
    return GONE
  }
}

const GONE = 'its document is gone'
const LONGEST_SHOWN = 200

/** There is but one document; which of our pages it draws is in its query. */
function isOurPage(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.pathname === PAGE_PATH
}
