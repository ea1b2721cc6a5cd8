import { APP_HOST, APP_SCHEME } from '../../../shared/shellBridge.ts'

/** The parts of a frame that say whose it is. */
export interface Frame {
  readonly url: string
  readonly parent: object | null
}

/**
 * Is this the page of one of our windows? Every message from a renderer is judged by this first: a frame that is gone,
 * a frame within a page, or a page from anywhere else is not ours.
 *
 * @param frame null when the document that spoke is gone by now
 * @param isOurWindow was the sender made by us?
 */
export function isOurs(frame: Frame | null, isOurWindow: boolean): boolean {
  if (!isOurWindow || frame === null || frame.parent !== null) return false
  const url = URL.parse(frame.url)
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
}
