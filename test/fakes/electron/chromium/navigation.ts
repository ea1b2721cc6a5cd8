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

/** @param mayGo asks the app */
export function followNavigation(session: Session, mainId: string, mayGo: (wanted: Wanted) => boolean): Navigation {
  const begun = new Set<string>()
  let expected: string | null = null
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (disposition === 'currentTab') begun.add(frameId)
  })

  /** Did a page begin this? It says so by another way than that of its requests: what it says next comes after it. */
  async function begunByPage(frameId: string): Promise<boolean> {
    if (frameId !== mainId) return true
    await session.send('Runtime.evaluate', { expression: '0' }).catch(() => {})
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
