/** What we need of an updater; electron-updater's `AppUpdater` is one. */
export interface Updater {
  /** Off: we say when. */
  autoDownload: boolean
  /** Off, always: a Cuelight that ends does so for reasons of its own, and one that installs is judged first. */
  autoInstallOnAppQuit: boolean
  /** Null: it is not able to update here. */
  checkForUpdates(): Promise<Found | null>
  /** Resolves once the update lies here, whole and verified. */
  downloadUpdate(): Promise<unknown>
  /** Installs what was loaded, ends the app and starts the new one. What goes wrong is emitted as an error. */
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface Found {
  isUpdateAvailable: boolean
  updateInfo: { version: string }
}

/**
 * Loads electron-updater, whose address of updates stands in `app-update.yml`. It takes a file only when its SHA-512 is
 * the one the feed names; on Windows also only with a signature of the publisher that `app-update.yml` names, if it was
 * built signed, and on macOS Squirrel only one signed as we are. The feed itself is trusted by https alone: whoever can
 * write there can update an AppImage or an unsigned Windows program to anything.
 */
export async function loadElectronUpdater(platform: string, log: (line: string) => void): Promise<Updater> {
  const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
  // Its own choice goes by a mark that may have come into an AppImage from a package made of the same folder.
  const updater =
    platform === 'win32' ? new NsisUpdater() : platform === 'darwin' ? new MacUpdater() : new AppImageUpdater()
  updater.logger = { info: () => {}, warn: log, error: log }
  updater.allowDowngrade = false
  return updater
}
