/** The contents of a window, over a real page. */
import type Electron from 'electron'
import { type Browser, followTargets, startBrowser, type Target, type Targets } from '../chromium/cdp.ts'
import { knownAs } from '../chromium/frames.ts'
import { openPage, type Page, type PageEvents, type Said } from '../chromium/page.ts'
import { isBroken } from '../facts.ts'
import { packed } from '../preload/worlds.ts'
import { Emitter, preventable } from '../strict.ts'
import { app } from './app.ts'
import { receive } from './ipcMain.ts'
import { handlerOf, theSession } from './session.ts'

type Written = Pick<
  Electron.WebContents,
  | ('id' | 'session' | 'mainFrame' | 'send' | 'setWindowOpenHandler' | 'getURL' | 'reload' | 'isDestroyed')
  | 'forcefullyCrashRenderer'
>
type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

let browser: Promise<Browser & { targets: Targets }> | null = null

/** The one browser of the app, started when it is first needed. */
export function theBrowser(): Promise<Browser & { targets: Targets }> {
  browser ??= startBrowser(app.getPath('userData')).then(async (started) => ({
    ...started,
    targets: await followTargets(started),
  }))
  return browser
}

/** Its address, once there is one: a test that joins must not start it. */
export const browserEndpoint = async (): Promise<string | null> => (await browser)?.endpoint() ?? null

let contentsMade = 0

export class StandInContents extends Emitter implements Written {
  readonly id = ++contentsMade
  readonly session = theSession as unknown as Electron.Session
  readonly #opening: Promise<Page>
  #page: Page | null = null
  #url = ''
  #destroyed = false
  readonly #adopt: (target: Target) => void
  #openHandler: OpenHandler = () => ({ action: 'allow' })

  /**
   * @param adopt makes a window for a page that this one opened
   * @param target the page it is for, if one was opened; omitted: a new one
   */
  constructor(
    preferences: Electron.WebPreferences,
    size: { width: number; height: number },
    adopt: (target: Target) => void,
    target?: Target,
  ) {
    super('WebContents')
    this.#adopt = adopt
    refuseUnknown(preferences)
    this.#opening = this.#open(preferences.preload ?? null, size, target)
    this.#opening.then(
      (page) => {
        this.#page = page
      },
      (error) => console.error(`stand-in: no page could be opened: ${error}`),
    )
  }

  get mainFrame(): Electron.WebFrameMain {
    return this.#page?.mainFrame() as unknown as Electron.WebFrameMain
  }
  getURL = (): string => this.#url
  isDestroyed = (): boolean => this.#destroyed
  send(channel: string, ...args: unknown[]): void {
    this.#page?.say({ kind: 'event', channel, args: packed(args) })
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }
  reload(): void {
    void this.#opening.then((page) => page.reload())
  }
  forcefullyCrashRenderer(): void {
    void this.#opening.then((page) => page.crash())
  }

  /** For the window around it. @returns what `loadURL` returns: it resolves when the page is loaded */
  async load(url: string): Promise<void> {
    const page = await this.#opening
    if (isBroken('page'))
      throw Object.assign(new Error(`ERR_FAILED (-2) loading '${url}'`), { code: 'ERR_FAILED', url })
    await theSession.permit((await theBrowser()).session(), this as unknown as Electron.WebContents)
    const arrived = this.#arrival()
    try {
      await page.navigate(url)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.emit('did-fail-load', preventable(), -2, reason, url, true, 0, 0)
      throw Object.assign(new Error(`${reason} loading '${url}'`), { code: reason, url })
    }
    await arrived
  }
  resize(size: { width: number; height: number }): void {
    void this.#opening.then((page) => page.resize(size)).catch(() => {})
  }
  close(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    void this.#opening.then((page) => page.close()).catch(() => {})
    this.emit('destroyed')
  }

  #arrival(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.off('did-finish-load', done).off('did-navigate-in-page', done).off('destroyed', done)
        resolve()
      }
      this.on('did-finish-load', done).on('did-navigate-in-page', done).on('destroyed', done)
    })
  }

  async #open(preload: string | null, size: { width: number; height: number }, target?: Target): Promise<Page> {
    const { targets, session } = await theBrowser()
    return openPage({ target, targets, within: session, preload, size, handlerOf, events: this.#events() })
  }

  #events(): PageEvents {
    return {
      said: (said) => this.#hear(said),
      mayGo: (wanted) => this.#mayGo(wanted),
      opens: ({ url, windowName, windowFeatures }) => {
        const features = windowFeatures.join(',')
        const details = { url: knownAs(url), frameName: windowName, features, disposition: 'foreground-tab' }
        const { action } = this.#openHandler(details as Electron.HandlerDetails)
        return action === 'allow' ? this.#adopt : null
      },
      startsNavigation: (url, isSameDocument) =>
        this.#tell('did-start-navigation', preventable({ url: knownAs(url), isSameDocument, isMainFrame: true })),
      navigated: (url) => {
        this.#url = knownAs(url)
        this.#tell('did-navigate', preventable(), this.#url, 200, 'OK')
      },
      documentRead: () => this.#tell('dom-ready', preventable()),
      loaded: () => this.#tell('did-finish-load'),
      crashed: () => this.#tell('render-process-gone', preventable(), { reason: 'crashed', exitCode: 11 }),
    }
  }

  #hear(said: Said): void {
    if (this.#destroyed) return
    if (said.message.kind !== 'preloadError') {
      receive(this, said)
      return
    }
    console.error(`stand-in: the preload script failed: ${said.message.message}`)
    this.emit('preload-error', preventable(), '', new Error(said.message.message))
  }

  /**
   * In Electron's order: a frame's event, then the main frame's own. If a listener prevents one, the next is not
   * emitted.
   */
  #mayGo({ url, isMainFrame, isRedirect }: { url: string; isMainFrame: boolean; isRedirect: boolean }): boolean {
    const names = isRedirect ? ['will-redirect'] : ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])]
    return names.every((name) => {
      const event = preventable({ url, isMainFrame, isSameDocument: false })
      this.#tell(name, event, url)
      return !event.defaultPrevented
    })
  }

  #tell(name: string, ...args: unknown[]): void {
    if (!this.#destroyed) this.emit(name, ...args)
  }
}

/** Refuses preferences that the stand-in cannot implement. */
function refuseUnknown({ sandbox, contextIsolation, nodeIntegration, webviewTag }: Electron.WebPreferences): void {
  if (sandbox === false || contextIsolation === false || nodeIntegration || webviewTag)
    throw new Error('the stand-in makes only sandboxed, isolated pages without Node and without webviews')
}
