/**
 * THE stand-in for the `electron` module in the main process, for the members that our shell uses. Windows are real
 * Chromium pages, with the real preload script and the app's own protocol handler; of the desktop around them only
 * the requests can be seen. Passing here does not prove passing on Electron: the same specs run there wherever a
 * binary is available.
 */

import { serveDriver } from './driven.ts'
import { app } from './main/app.ts'
import { StandInWindow } from './main/browserWindow.ts'
import { ipcMain } from './main/ipcMain.ts'
import { protocol, session } from './main/session.ts'
import {
  dialog,
  globalShortcut,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
} from './main/surroundings.ts'
import { nativeImage, StandInMenu, StandInNotification, StandInTray } from './main/tray.ts'
import { utilityProcess } from './main/utilityProcess.ts'
import { browserEndpoint } from './main/webContents.ts'
import { exportedNames, strict, unwritten } from './strict.ts'

const written: Record<string, unknown> = {
  ...{ app, globalShortcut, ipcMain, nativeImage, protocol, session: strict('session', session) },
  ...{ dialog, nativeTheme, net, powerMonitor, powerSaveBlocker, screen, shell, utilityProcess },
  BrowserWindow: strict('BrowserWindow', StandInWindow),
  Menu: strict('Menu', StandInMenu),
  Notification: strict('Notification', StandInNotification),
  Tray: strict('Tray', StandInTray),
}

export const electron = Object.fromEntries(exportedNames().map((name) => [name, written[name] ?? unwritten(name)]))

if (process.send) serveDriver(electron, browserEndpoint)
