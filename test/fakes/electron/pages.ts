/** The pages of all windows of one app, in one real browser: isolated preload, the app's own scheme, nothing from outside. */
import { readFileSync } from 'node:fs'
import { type Cdp, startBrowser } from './cdp.ts'
import { BINDING, isolatedWorld, pageWorld, RECEIVE, WORLD } from './worlds.ts'

/** Custom schemes are shown to the browser as a secure host of a test domain: it then enforces what it enforces for https. */
const HOST = (scheme: string, host: string) => `https://${host}.${scheme}.test`

export const toBrowser = (url: string): string =>
  url.replace(/^([a-z]+):\/\/([^/?#]+)/, (whole, scheme, host) =>
    scheme === 'https' || scheme === 'http' ? whole : HOST(scheme, host),
  )
export const fromBrowser = (url: string): string =>
  url.replace(/^https:\/\/([\w-]+)\.([a-z]+)\.test(?=[/?#]|$)/, '$2://$1')

export interface Frame {
  url: string
  parent: Frame | null
}

/** What a page tells the window it belongs to. */
export interface PageEvents {
  message(kind: 'send' | 'invoke', channel: string, args: unknown[], frame: Frame | null, id: number): void
  navigationStarted(url: string, isSameDocument: boolean, isMainFrame: boolean): void
  /** A page wants to go elsewhere. @returns may it? */
  mayNavigate(url: string): boolean
  /** A page wants a window of its own: Electron would deny or open it. */
  opens(url: string): void
  loaded(): void
  crashed(): void
}

export interface Page {
  readonly targetId: string
  load(url: string): Promise<void>
  say(message: object): void
  resize(width: number, height: number): void
  crash(): void
  close(): void
}

type Handler = (request: Request) => Response | Promise<Response>

/** Answers of `protocol.handle`, by scheme. */
export const handlers = new Map<string, Handler>()
/** Whatever a page asked of the outside: none of it went out. */
export const refusedRequests: string[] = []

let browser: Promise<Cdp> | null = null
const opening = new Map<string, (sessionId: string) => void>()
const byTarget = new Map<string, PageEvents>()

/** The browser, started when the first page is made. */
export function theBrowser(): Promise<Cdp> {
  browser ??= begin()
  return browser
}

async function begin(): Promise<Cdp> {
  const cdp = await startBrowser()
  cdp.on('Target.attachedToTarget', (params) => {
    const { sessionId, targetInfo } = params as {
      sessionId: string
      targetInfo: { targetId: string; openerId?: string; url: string }
    }
    const made = opening.get(targetInfo.targetId)
    if (made) {
      opening.delete(targetInfo.targetId)
      return made(sessionId)
    }
    const opener = targetInfo.openerId === undefined ? undefined : byTarget.get(targetInfo.openerId)
    if (!opener) return void cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {})
    void refusePopup(cdp, targetInfo.targetId, sessionId, opener)
  })
  await cdp.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })
  return cdp
}

/** Its address is in the first request it makes; nothing of it goes out. */
async function refusePopup(cdp: Cdp, targetId: string, sessionId: string, opener: PageEvents): Promise<void> {
  const timer = setTimeout(() => void cdp.send('Target.closeTarget', { targetId }).catch(() => {}), 2_000)
  cdp.on('Fetch.requestPaused', (params, session) => {
    if (session !== sessionId) return
    clearTimeout(timer)
    opener.opens(fromBrowser((params.request as { url: string }).url))
    void cdp.send('Target.closeTarget', { targetId }).catch(() => {})
  })
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId)
  await cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId)
}

/** Makes a page with the preload script in a world of its own. */
export async function openPage(
  preload: string | undefined,
  size: { width: number; height: number },
  events: PageEvents,
): Promise<Page> {
  const cdp = await theBrowser()
  const attached = Promise.withResolvers<string>()
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  opening.set(targetId, attached.resolve)
  byTarget.set(targetId, events)
  const already = await Promise.race([
    attached.promise,
    new Promise<null>((resolve) => setTimeout(resolve, 200, null)),
  ])
  const session =
    already ?? (await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })).sessionId
  const send = <T>(method: string, params: Record<string, unknown> = {}) => cdp.send<T>(method, params, session)
  const quietly = (method: string, params: Record<string, unknown> = {}) => void send(method, params).catch(() => {})

  const frames = new Map<string, Frame & { id: string }>()
  const contexts = new Map<number, string>()
  let mainFrame = ''
  let world: number | null = null
  /** Said before the document was there. */
  let expected = ''

  const own = (method: string, listener: (params: never) => void) =>
    cdp.on(method, (params, from) => {
      if (from === session) listener(params as never)
    })
  own(
    'Runtime.executionContextCreated',
    ({ context }: { context: { id: number; name: string; auxData: { frameId: string } } }) => {
      if (context.name !== WORLD) return
      contexts.set(context.id, context.auxData.frameId)
      if (context.auxData.frameId === mainFrame) world = context.id
    },
  )
  own('Runtime.executionContextDestroyed', ({ executionContextId }: { executionContextId: number }) => {
    contexts.delete(executionContextId)
    if (world === executionContextId) world = null
  })
  own('Page.frameNavigated', ({ frame }: { frame: { id: string; parentId?: string; url: string } }) => note(frame))
  own('Page.navigatedWithinDocument', ({ frameId, url }: { frameId: string; url: string }) => {
    const frame = frames.get(frameId)
    if (frame) frame.url = fromBrowser(url)
  })
  own(
    'Page.frameStartedNavigating',
    ({ frameId, url, navigationType }: { frameId: string; url: string; navigationType: string }) =>
      events.navigationStarted(fromBrowser(url), /samedocument/i.test(navigationType), frameId === mainFrame),
  )
  own('Page.loadEventFired', () => events.loaded())
  own('Inspector.targetCrashed', () => events.crashed())
  own('Runtime.bindingCalled', ({ payload, executionContextId }: { payload: string; executionContextId: number }) => {
    const { kind, channel, args, id } = JSON.parse(payload)
    const frameId = contexts.get(executionContextId)
    events.message(kind, channel, args, frameId === undefined ? null : (frames.get(frameId) ?? null), id)
  })
  own('Fetch.requestPaused', (params) => void answer(params))

  function note(frame: { id: string; parentId?: string; url: string }): void {
    if (frame.parentId === undefined) mainFrame = frame.id
    const parent = frame.parentId === undefined ? null : (frames.get(frame.parentId) ?? null)
    frames.set(frame.id, { id: frame.id, url: fromBrowser(frame.url), parent })
  }

  async function answer(paused: {
    requestId: string
    request: { url: string; method: string }
    resourceType: string
    frameId: string
  }): Promise<void> {
    const { requestId, request, resourceType, frameId } = paused
    const url = fromBrowser(request.url)
    const fail = (reason: string) => quietly('Fetch.failRequest', { requestId, errorReason: reason })
    const leaves = resourceType === 'Document' && frameId === mainFrame && request.url !== expected
    if (leaves && !events.mayNavigate(url)) return fail('Aborted')
    const handler = handlers.get(URL.parse(url)?.protocol.slice(0, -1) ?? '')
    if (!handler) {
      refusedRequests.push(url)
      return fail('AddressUnreachable')
    }
    const response = await handler(new Request(url.replace(/#.*$/, ''), { method: request.method }))
    const body = Buffer.from(await response.arrayBuffer()).toString('base64')
    const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }))
    quietly('Fetch.fulfillRequest', { requestId, responseCode: response.status, responseHeaders, body })
  }

  await send('Page.enable')
  const { frameTree } = await send<{ frameTree: { frame: { id: string; url: string } } }>('Page.getFrameTree')
  note(frameTree.frame)
  await send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD })
  await send('Runtime.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorld() })
  if (preload)
    await send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorld(readFileSync(preload, 'utf8')),
      worldName: WORLD,
    })
  await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  const resize = (width: number, height: number) =>
    quietly('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  resize(size.width, size.height)
  quietly('Runtime.runIfWaitingForDebugger')

  return {
    targetId,
    resize,
    async load(url) {
      expected = toBrowser(url).replace(/#.*$/, '')
      const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url: toBrowser(url) })
      if (errorText) throw new Error(`${errorText} loading '${url}'`)
    },
    say(message) {
      if (world === null) return
      const expression = `globalThis[${JSON.stringify(RECEIVE)}](${JSON.stringify(JSON.stringify(message))})`
      quietly('Runtime.evaluate', { expression, contextId: world })
    },
    crash: () => quietly('Page.crash'),
    close() {
      byTarget.delete(targetId)
      void cdp.send('Target.closeTarget', { targetId }).catch(() => {})
    },
  }
}
