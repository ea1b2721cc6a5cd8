/** One page: its frames, its preload script, its requests, and the app's messages to it. */
import { type FromPreload, type ToPreload, WORLD_NAMES, worldScripts } from '../preload/worlds.ts'
import type { Protocol, Session, Target, Targets } from './cdp.ts'
import {
  answerRequests,
  type DocumentFrame,
  followFrames,
  followNavigation,
  type SchemeHandler,
  shownAs,
  type Wanted,
} from './frames.ts'

export interface Said {
  message: FromPreload
  /** Null once the sending document is gone. */
  frame: () => DocumentFrame | null
  /** Replies to exactly the document that sent. */
  answer: (message: ToPreload) => void
}

export interface PageEvents {
  said(said: Said): void
  mayGo(wanted: Wanted): boolean
  /** A page wants to open a window. @returns what takes the new page; null: the window is denied */
  opens(wanted: Protocol.Page.windowOpenPayload): ((target: Target) => void) | null
  startsNavigation(url: string, isSameDocument: boolean): void
  navigated(url: string): void
  documentRead(): void
  loaded(): void
  crashed(): void
}

export interface PageOptions {
  /** A page opened by another one; omitted: a new one. */
  target?: Target
  targets: Targets
  within: (id: string) => Session
  /** Path of the preload script. */
  preload: string | null
  size: { width: number; height: number }
  handlerOf: (scheme: string) => SchemeHandler | undefined
  events: PageEvents
}

export interface Page {
  /** Resolves when its document has begun; rejects when it cannot be loaded. */
  navigate(url: string): Promise<void>
  reload(): void
  mainFrame(): DocumentFrame | null
  say(message: ToPreload): void
  resize(size: { width: number; height: number }): void
  crash(): void
  close(): void
}

export async function openPage(options: PageOptions): Promise<Page> {
  const { targets, within, preload, size, handlerOf, events } = options
  const { id, session } = options.target ?? (await targets.create())
  // The id of the main frame is that of its target.
  const frames = followFrames(session, id, WORLD_NAMES.world)
  const navigation = followNavigation(session, id, events.mayGo)
  hearPreload(session, frames.ofWorld, events.said)
  followDocument(session, id, events)
  refuseOrOpen({ id, session }, targets, events.opens)
  answerRequests(session, within, { handlerOf, mayNavigate: navigation.mayNavigate })
  const resize = (to: PageOptions['size']) =>
    session.tell('Emulation.setDeviceMetricsOverride', { ...to, deviceScaleFactor: 1, mobile: false })
  resize(size)
  await prepare(session, preload)
  await session.send('Runtime.runIfWaitingForDebugger')

  let shown = 'about:blank'
  return {
    async navigate(url) {
      shown = shownAs(url)
      navigation.expect(shown)
      const { errorText } = await session.send('Page.navigate', { url: shown })
      if (errorText) throw new Error(errorText.replace(/^net::/, ''))
    },
    reload() {
      navigation.expect(shown)
      session.tell('Page.reload')
    },
    mainFrame: frames.main,
    say(message) {
      const world = frames.mainWorld()
      if (world !== null) sayTo(session, world, message)
    },
    resize,
    crash: () => session.tell('Page.crash'),
    close: () => targets.close(id),
  }
}

/** Everything is in place before the page runs its first line. */
async function prepare(session: Session, preload: string | null): Promise<void> {
  const scripts = worldScripts(preload)
  await Promise.all([
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: WORLD_NAMES.binding, executionContextName: WORLD_NAMES.world }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.preload, worldName: WORLD_NAMES.world }),
  ])
}

function hearPreload(
  session: Session,
  ofWorld: (context: number) => DocumentFrame | null,
  said: PageEvents['said'],
): void {
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== WORLD_NAMES.binding) return
    said({
      message: JSON.parse(payload) as FromPreload,
      frame: () => ofWorld(executionContextId),
      answer: (message) => sayTo(session, executionContextId, message),
    })
  })
}

function sayTo(session: Session, world: number, message: ToPreload): void {
  session.tell('Runtime.callFunctionOn', {
    functionDeclaration: `function (message) { globalThis[${JSON.stringify(WORLD_NAMES.receive)}](message) }`,
    arguments: [{ value: message }],
    executionContextId: world,
  })
}

function followDocument(session: Session, mainId: string, events: PageEvents): void {
  session.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
    if (frameId === mainId) events.startsNavigation(url, /samedocument/i.test(navigationType))
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainId) events.navigated(frame.url + (frame.urlFragment ?? ''))
  })
  session.on('Page.domContentEventFired', () => events.documentRead())
  session.on('Page.loadEventFired', () => events.loaded())
  session.on('Inspector.targetCrashed', () => events.crashed())
}

/** An opened page is paused before its first request: if denied, it is closed before there is one. */
function refuseOrOpen({ id, session }: Target, targets: Targets, opens: PageEvents['opens']): void {
  const wanted: Protocol.Page.windowOpenPayload[] = []
  const opened: Target[] = []
  // The new page and the address it is to show come as two separate events.
  function decide(): void {
    while (wanted.length > 0 && opened.length > 0) {
      const [one, target] = [wanted.shift(), opened.shift()]
      const take = one && opens(one)
      if (target && take) take(target)
      else if (target) void targets.refuse(target)
    }
  }
  session.on('Page.windowOpen', (one) => {
    wanted.push(one)
    decide()
  })
  targets.onOpened(id, (target) => {
    opened.push(target)
    decide()
  })
}
