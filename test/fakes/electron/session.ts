import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { handlers } from './pages.ts'
import { strict } from './strict.ts'

/** What the app said it grants. No real permission is ever asked for here: specs ask these. */
export const granted = {
  request: ((_contents: unknown, _permission: string, answer: (yes: boolean) => void) => answer(true)) as (
    contents: never,
    permission: string,
    answer: (yes: boolean) => void,
  ) => void,
  check: (() => true) as () => boolean,
  device: (() => true) as () => boolean,
  display: ((_request: unknown, answer: (streams: object | null) => void) => answer({})) as (
    request: never,
    answer: (streams: object | null) => void,
  ) => void,
}

class StandInSession extends EventEmitter {
  setPermissionRequestHandler(handler: typeof granted.request): void {
    granted.request = handler
  }
  setPermissionCheckHandler(handler: () => boolean): void {
    granted.check = handler
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    granted.device = handler
  }
  setDisplayMediaRequestHandler(handler: typeof granted.display): void {
    granted.display = handler
  }
}

export const theSession = strict('Session', new StandInSession()) as unknown as Electron.Session

const privileged = new Map<string, object>()

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    for (const { scheme, privileges } of schemes) privileged.set(scheme, privileges ?? {})
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>) {
    if (!privileged.has(scheme)) throw new Error(`the scheme ${scheme} was not registered before the app was ready`)
    handlers.set(scheme, handler)
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>)
