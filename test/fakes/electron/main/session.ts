import type Electron from 'electron'
import type { Session as Browser, Protocol } from '../chromium/cdp.ts'
import { Emitter } from '../strict.ts'

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

/** What pages may ask for: Chromium's name, Electron's, and what Electron tells of it. */
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
   * Grants a browser what the app would grant, before a page is there to ask: Chromium tells nobody when it does ask.
   * With no handler, all is granted, as in Electron.
   */
  async permit(browser: Browser, contents: Electron.WebContents): Promise<void> {
    const settings = PERMISSIONS.map(async ([name, permission, details]) => {
      const granted = (await this.#grants(contents, permission, details)) && this.#holds(contents, permission)
      const setting = granted ? 'granted' : 'denied'
      await browser.send('Browser.setPermission', {
        permission: { name } as Protocol.Browser.PermissionDescriptor,
        setting,
      })
    })
    await Promise.all(settings)
  }

  #grants(contents: Electron.WebContents, permission: Permission, details: object): Promise<boolean> {
    const handler = this.#request
    if (!handler) return Promise.resolve(true)
    return new Promise((resolve) =>
      handler(contents, permission, resolve, { isMainFrame: true, ...details } as never),
    )
  }
  #holds(contents: Electron.WebContents, permission: Permission): boolean {
    return this.#check?.(contents, permission as never, '', {} as never) ?? true
  }
}

export const theSession = new StandInSession()
export const session = { defaultSession: theSession }
