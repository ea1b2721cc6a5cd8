import type Electron from 'electron'
import type { Session as Browser, Protocol } from '../chromium/cdp.ts'
import type { SchemeHandler } from '../chromium/frames.ts'
import { Emitter, strict } from '../strict.ts'
import { app } from './app.ts'

type Written = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]
type Permission = Parameters<NonNullable<RequestHandler>>[1]

/** What pages may request: Chromium's name, Electron's name, and the details that Electron passes on. */
const PERMISSIONS: readonly [string, Permission, object][] = [
  ['microphone', 'media', { mediaTypes: ['audio'] }],
  ['camera', 'media', { mediaTypes: ['video'] }],
  ['geolocation', 'geolocation', {}],
  ['notifications', 'notifications', {}],
  ['midi', 'midi', {}],
  ['clipboard-read', 'clipboard-read', {}],
]

class StandInSession extends Emitter implements Written {
  #request: RequestHandler = null
  #check: CheckHandler = null

  constructor() {
    super('Session')
  }
  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler
  }
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler
  }
  /** No page gets as far as a device, or as the screen: there are none here. */
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}

  /**
   * Grants a browser what the app would grant, before a page can ask: Chromium has no event for its own requests.
   * Electron asks one handler for some permissions and the other for others: what either grants, a page gets.
   */
  async permit(browser: Browser, contents: Electron.WebContents): Promise<void> {
    const settings = PERMISSIONS.map(async ([name, permission, details]) => {
      const setting = (await this.#grants(contents, permission, details)) ? 'granted' : 'denied'
      const descriptor = { name } as Protocol.Browser.PermissionDescriptor
      await browser.send('Browser.setPermission', { permission: descriptor, setting })
    })
    await Promise.all(settings)
  }

  /** With no handler, everything is granted, as in Electron. */
  async #grants(contents: Electron.WebContents, permission: Permission, details: object): Promise<boolean> {
    const [request, check] = [this.#request, this.#check]
    if (!request && !check) return true
    if (check?.(contents, permission as never, '', {} as never)) return true
    if (!request) return false
    return new Promise((resolve) =>
      request(contents, permission, resolve, { isMainFrame: true, ...details } as never),
    )
  }
}

export const theSession = new StandInSession()
export const session = { defaultSession: theSession }

const privileges = new Map<string, Electron.Privileges>()
const handlers = new Map<string, SchemeHandler>()

/** The handler of one of the app's schemes, for the requests of pages. */
export const handlerOf = (scheme: string): SchemeHandler | undefined => handlers.get(scheme)

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges: given = {} } of schemes) privileges.set(scheme, given)
  },
  handle(scheme, handler) {
    if (!app.isReady()) throw new Error('protocol.handle can only be used after app is ready')
    // Chromium sees every scheme as https: one with fewer privileges would have to behave so, and nothing here does
    // that.
    const { standard, secure } = privileges.get(scheme) ?? {}
    if (!standard || !secure) throw new Error(`the stand-in knows only standard, secure schemes: ${scheme} is not`)
    if (handlers.has(scheme)) throw new Error(`the scheme ${scheme} is handled already`)
    handlers.set(scheme, handler as SchemeHandler)
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>)
