/**
 * THE stand-in for the `electron` module, for the members that our shell uses: windows are real Chromium pages with the
 * real preload script and our own protocol handler; of the desktop around them only what was asked for can be seen.
 * Green here is not green on Electron: the same specs run there wherever a binary is.
 */
import { theApp } from './app.ts'
import { StandInWindow } from './contents.ts'
import * as parts from './desktopParts.ts'
import { ipcMain } from './ipcMain.ts'
import { refusedRequests, theBrowser } from './pages.ts'
import { granted, protocol, theSession } from './session.ts'

/** @param names what Electron exports: whatever of it is not written here throws when it is used */
export function standIn(names: readonly string[]): Record<string, unknown> {
  const written: Record<string, unknown> = {
    ...{ app: theApp, BrowserWindow: StandInWindow, ipcMain, protocol, session: { defaultSession: theSession } },
    ...{ Tray: parts.Tray, Menu: parts.Menu, nativeImage: parts.nativeImage, globalShortcut: parts.globalShortcut },
    ...{ Notification: parts.Notification, screen: parts.screen, nativeTheme: parts.nativeTheme, net: parts.net },
    ...{ powerMonitor: parts.powerMonitor, shell: parts.shell, dialog: parts.dialog },
  }
  return Object.fromEntries(names.map((name) => [name, written[name] ?? unwritten(name)]))
}

function unwritten(name: string): unknown {
  const touched = (): never => {
    throw new Error(`electron: ${name} is not implemented in the stand-in`)
  }
  return new Proxy(() => {}, { get: touched, apply: touched, construct: touched })
}

/** For the driver, and for nobody else. */
export const control = {
  theApp,
  granted,
  refusedRequests,
  pressed: parts.pressed,
  takenKeys: parts.takenKeys,
  answers: parts.answers,
  windows: () => StandInWindow.getAllWindows(),
  endpoint: async () => (await theBrowser()).endpoint,
}
