/**
 * Who we are to Windows: the name, the application id, and the id of what answers a click on a notification.
 *
 * With the first notification Electron writes a Start-menu shortcut that is called after the app and starts this very
 * program, without arguments, and registers a COM class for clicks (electron 45:
 * shell/browser/notifications/win/windows_toast_activator.cc, `EnsureShortcut`, `EnsureCLSIDRegistry`). A portable
 * program or a checkout with the installed app's name would take over its shortcut, and leave it behind to start a
 * program that is gone, or a bare Electron. Without a fixed class each run would register another.
 *
 * It writes the shortcut in a task of the lowest priority, and Windows silently drops a notification whose shortcut is
 * not known yet. As ours is removed at each end, it is asked for at each start, well before the first notification.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { APP_ID, TOAST_IDS } from '../../../shared/settings/appIds.ts'
import { INSTALL_NAMES } from '../../../shared/words/desktop/updates.ts'

type Program = Pick<NodeJS.Process, 'execPath' | 'env'> & { isPackaged: boolean }

export interface OwnShortcut {
  /** Once Electron is ready: makes it write the shortcut. */
  write(notifications: { isSupported(): boolean }): void
  /** At the end: removes it, because it would start nothing. Never throws. @param keep the one that was there before */
  remove(log: (line: string) => void, keep: 'keepFormer' | 'keepNone'): void
}

/** Must run before Electron is ready. @returns the shortcut of a program that is not installed */
export function identifyOnWindows(
  app: Pick<App, 'setName' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  { execPath, env, isPackaged }: Program,
): OwnShortcut | null {
  const kind = !isPackaged ? 'checkout' : env.PORTABLE_EXECUTABLE_FILE ? 'portable' : 'installed'
  // The installed one has the id of the installer's shortcut, by which the taskbar knows it; from a checkout it is
  // Electron's own program (docs/tutorial/notifications.md).
  const ids = { installed: APP_ID, portable: `${APP_ID}.portable`, checkout: execPath }
  app.setAppUserModelId(ids[kind])
  app.setToastActivatorCLSID(TOAST_IDS[kind])
  if (kind === 'installed') return null
  app.setName(INSTALL_NAMES[kind])
  const shortcut = join(env.APPDATA ?? '', 'Microsoft/Windows/Start Menu/Programs', `${INSTALL_NAMES[kind]}.lnk`)
  const wasThere = existsSync(shortcut)
  return {
    // The first question registers everything (electron 45: shell/browser/notifications/win/
    // notification_presenter_win.cc, `Create`).
    write: (notifications) => void notifications.isSupported(),
    remove(log, keep) {
      if (wasThere && keep === 'keepFormer') return
      try {
        rmSync(shortcut, { force: true })
      } catch (error) {
        log(`the shortcut for notifications stays behind: ${error}`)
      }
    },
  }
}
