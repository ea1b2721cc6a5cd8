/** The frames of a page and their documents, as the main process sees them. */
import { strict } from '../strict.ts'
import type { Protocol, Session } from './cdp.ts'

/**
 * The address of the app's own schemes in Chromium: a host of a domain reserved for tests, over https, so that
 * Chromium enforces for them what it enforces for any secure page. A page that reads its own address sees this one.
 */
const SHOWN = /^https:\/\/([\w-]+)\.([a-z][a-z\d-]*)\.stand-in\.test(?=[/?#]|$)/
const OURS = /^([a-z][a-z\d-]*):\/\/([\w-]+)(?=[/?#]|$)/
const CHROMIUMS_OWN = ['http', 'https', 'chrome', 'file', 'blob']

/** The address as Chromium sees it; other schemes are unchanged. */
export function shownAs(address: string): string {
  return address.replace(OURS, (whole, scheme, host) =>
    CHROMIUMS_OWN.includes(scheme) ? whole : `https://${host}.${scheme}.stand-in.test`,
  )
}

/** The address as the app knows it. */
export function knownAs(address: string): string {
  return address.replace(SHOWN, '$2://$1')
}

const withoutFragment = (address: string): string => address.replace(/#.*$/, '')

export type SchemeHandler = (request: Request) => Response | Promise<Response>
type Paused = Protocol.Fetch.requestPausedPayload

export interface Asked {
  /** The handler of a scheme that the app serves; undefined: another scheme. */
  handlerOf(scheme: string): SchemeHandler | undefined
  /** Whether a frame may load this document. */
  mayNavigate(request: Paused): Promise<boolean>
}

/** Handles the requests of a page, and of the frames and workers in it that have processes of their own. */
export function answerRequests(session: Session, within: (id: string) => Session, asked: Asked): void {
  session.on('Fetch.requestPaused', (paused) => void answer(session, paused, asked))
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const child = within(sessionId)
    answerRequests(child, within, asked)
    child.tell('Runtime.runIfWaitingForDebugger')
  })
  session.tell('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  session.tell('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
}

async function answer(session: Session, paused: Paused, asked: Asked): Promise<void> {
  const { requestId, request, resourceType } = paused
  const fail = (errorReason: 'Aborted' | 'Failed') => session.tell('Fetch.failRequest', { requestId, errorReason })
  if (resourceType === 'Document' && !(await asked.mayNavigate(paused))) return fail('Aborted')
  const url = knownAs(request.url)
  const handler = asked.handlerOf(url.slice(0, url.indexOf(':')))
  if (!handler) return session.tell('Fetch.continueRequest', { requestId })
  try {
    session.tell('Fetch.fulfillRequest', { requestId, ...(await fulfilled(handler, url, request)) })
  } catch (error) {
    console.error(`stand-in: the app's protocol handler threw: ${error}`)
    fail('Failed')
  }
}

async function fulfilled(handler: SchemeHandler, url: string, { method, headers, postData }: Paused['request']) {
  const response = await handler(new Request(url, { method, headers, body: postData }))
  return {
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  }
}

export interface Wanted {
  /** As the app knows it. */
  url: string
  isMainFrame: boolean
  isRedirect: boolean
}

export interface Navigation {
  /** The app itself requests an address: the next request for it is not from the page. */
  expect(shownAddress: string): void
  mayNavigate(request: Protocol.Fetch.requestPausedPayload): Promise<boolean>
}

/**
 * A page announces a navigation on another channel than that of its requests, and mostly earlier. After this time, in
 * ms, no announcement is expected any more: only a driver's own navigation waits that long.
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

type FrameInfo = Pick<Protocol.Page.Frame, 'id' | 'parentId' | 'url' | 'urlFragment'>

/** The implemented members of `WebFrameMain`. Reading one whose document is gone throws. */
export interface DocumentFrame {
  readonly url: string
  readonly parent: DocumentFrame | null
  readonly top: DocumentFrame | null
  isDestroyed(): boolean
}

export interface Frames {
  main(): DocumentFrame | null
  /** The frame that this world of preload scripts belongs to; null: its document is gone. */
  ofWorld(context: number): DocumentFrame | null
  /** The world of the preload script in the main frame; null: none yet, or gone. */
  mainWorld(): number | null
}

/** @param worldName of the worlds that preload scripts run in */
export function followFrames(session: Session, mainId: string, worldName: string): Frames {
  const documents = new Map<string, DocumentFrame & { leave(): void; move(url: string): void }>()
  const worlds = new Map<number, { frameId: string; document: DocumentFrame | null }>()

  function arrive({ id, parentId, url, urlFragment }: FrameInfo): void {
    documents.get(id)?.leave()
    const parent = () => documents.get(parentId ?? '') ?? null
    documents.set(id, documentFrame(url + (urlFragment ?? ''), parent))
  }

  arrive({ id: mainId, url: 'about:blank' })
  session.on('Page.frameNavigated', ({ frame }) => arrive(frame))
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => documents.get(frameId)?.move(url))
  session.on('Page.frameDetached', ({ frameId }) => {
    documents.get(frameId)?.leave()
    documents.delete(frameId)
  })
  session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
    const { frameId } = auxData as { frameId: string }
    if (name === worldName) worlds.set(id, { frameId, document: documents.get(frameId) ?? null })
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => worlds.delete(executionContextId))
  session.on('Runtime.executionContextsCleared', () => worlds.clear())
  session.on('Inspector.targetCrashed', () => worlds.clear())

  return {
    main: () => documents.get(mainId) ?? null,
    ofWorld(context) {
      const document = worlds.get(context)?.document ?? null
      return document?.isDestroyed() ? null : document
    },
    mainWorld: () => [...worlds].findLast(([, { frameId }]) => frameId === mainId)?.[0] ?? null,
  }
}

function documentFrame(address: string, parent: () => DocumentFrame | null) {
  let [url, gone] = [knownAs(address), false]
  const there = () => {
    if (gone) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  }
  const frame = {
    get url() {
      there()
      return url
    },
    get parent() {
      there()
      return parent()
    },
    get top(): DocumentFrame | null {
      there()
      return parent()?.top ?? (guarded as DocumentFrame)
    },
    isDestroyed: () => gone,
    leave() {
      gone = true
    },
    move(to: string) {
      url = knownAs(to)
    },
  }
  const guarded: typeof frame = strict('WebFrameMain', frame)
  return guarded
}
