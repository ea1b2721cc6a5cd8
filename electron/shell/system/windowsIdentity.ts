/**
 * Who we are to Windows: the name, the application id, and the id of what answers a click on a notification.
 *
 * With the first notification Electron writes a Start-menu shortcut that is called after the app and starts this very
 * program, without arguments, and registers a COM class for clicks (electron 45:
 * shell/browser/notifications/win/windows_toast_activator.cc, `EnsureShortcut`, `EnsureCLSIDRegistry`). A portable
 * program or a checkout with the installed app's name would take over its shortcut, and leave it behind to start a
 * program that is gone, or a bare Electron. Without a fixed class each run would register another.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { APP_ID, TOAST_IDS } from '../../../shared/settings/appIds.ts'
import { INSTALL_NAMES } from '../../../shared/words/desktop/updates.ts'

type Program = Pick<NodeJS.Process, 'execPath' | 'env'> & { isPackaged: boolean }

/** Must run before Electron is ready. @returns removes, at the end, a shortcut that would start nothing */
export function identifyOnWindows(
  app: Pick<App, 'setName' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  { execPath, env, isPackaged }: Program,
): () => void {
  const kind = !isPackaged ? 'checkout' : env.PORTABLE_EXECUTABLE_FILE ? 'portable' : 'installed'
  // The installed one has the id of the installer's shortcut, by which the taskbar knows it; from a checkout it is
  // Electron's own program (docs/tutorial/notifications.md).
  const ids = { installed: APP_ID, portable: `${APP_ID}.portable`, checkout: execPath }
  app.setAppUserModelId(ids[kind])
  app.setToastActivatorCLSID(TOAST_IDS[kind])
  if (kind === 'installed') return () => {}
  app.setName(INSTALL_NAMES[kind])
  const shortcut = join(env.APPDATA ?? '', 'Microsoft/Windows/Start Menu/Programs', `${INSTALL_NAMES[kind]}.lnk`)
  return () => {
    try {
      rmSync(shortcut, { force: true })
    } catch (error) {
      // Anything thrown on the way out would start Cuelight again.
      console.error(`${shortcut} was not removed: ${error}`)
    }
  }
}
