import type Electron from 'electron'
import type { SchemeHandler } from '../chromium/requests.ts'
import { strict } from '../strict.ts'
import { app } from './app.ts'

const privileges = new Map<string, Electron.Privileges>()
const handlers = new Map<string, SchemeHandler>()

/** What answers for a scheme of the app's; pages ask it. */
export const handlerOf = (scheme: string): SchemeHandler | undefined => handlers.get(scheme)

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges: given = {} } of schemes) privileges.set(scheme, given)
  },
  handle(scheme, handler) {
    if (!app.isReady()) throw new Error('protocol.handle can only be used after app is ready')
    // Chromium is shown every scheme as https: one that is less has to behave as such, and nothing here does that.
    const { standard, secure } = privileges.get(scheme) ?? {}
    if (!standard || !secure) throw new Error(`the stand-in knows only standard, secure schemes: ${scheme} is not`)
    if (handlers.has(scheme)) throw new Error(`the scheme ${scheme} is handled already`)
    handlers.set(scheme, handler as SchemeHandler)
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>)
