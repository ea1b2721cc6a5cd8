/** Navigations: those that a page began itself are the app's to refuse; those asked from outside are not. */
import { knownAs, withoutFragment } from './addresses.ts'
import type { Protocol, Session } from './cdp.ts'

export interface Wanted {
  /** As the app knows it. */
  url: string
  isMainFrame: boolean
  isRedirect: boolean
}

export interface Navigation {
  /** The app itself asks for an address: the next request for it is no page's. */
  expect(shownAddress: string): void
  mayNavigate(request: Protocol.Fetch.requestPausedPayload): Promise<boolean>
}

/**
 * A page says that it wants to go by another way than that of its requests, and mostly first. That it says nothing is
 * believed after so long, in ms: only a driver's own navigation waits for it.
 */
const SAYS_WITHIN_MS = 500

/** @param mayGo asks the app */
export function followNavigation(session: Session, mainId: string, mayGo: (wanted: Wanted) => boolean): Navigation {
  const begun = new Set<string>()
  let expected: string | null = null
  let heard = () => {}
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (disposition !== 'currentTab') return
    begun.add(frameId)
    heard()
  })

  async function begunByPage(frameId: string): Promise<boolean> {
    if (frameId !== mainId) return true
    if (!begun.has(frameId))
      await new Promise<void>((resolve) => {
        heard = resolve
        setTimeout(resolve, SAYS_WITHIN_MS)
      })
    return begun.delete(frameId)
  }

  return {
    expect(address) {
      expected = withoutFragment(address)
    },
    async mayNavigate({ frameId, request, redirectedRequestId }) {
      const isRedirect = redirectedRequestId !== undefined
      if (!isRedirect && frameId === mainId && expected === withoutFragment(request.url)) {
        expected = null
        return true
      }
      if (!isRedirect && !(await begunByPage(frameId))) return true
      const url = knownAs(request.url + (request.urlFragment ?? ''))
      return mayGo({ url, isMainFrame: frameId === mainId, isRedirect })
    },
  }
}
