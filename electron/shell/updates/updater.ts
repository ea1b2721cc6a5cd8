/** What we need of an updater; electron-updater's `AppUpdater` is one. */
export interface Updater {
  /** Off: we decide when. */
  autoDownload: boolean
  /** Always off: Cuelight may quit for other reasons, and an installation must be judged first. */
  autoInstallOnAppQuit: boolean
  /** Null: it cannot update here. */
  checkForUpdates(): Promise<Found | null>
  /** Resolves once the update is downloaded completely and verified. */
  downloadUpdate(): Promise<unknown>
  /** Installs the download, ends the app and starts the new version. Failures are emitted as errors. */
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface Found {
  isUpdateAvailable: boolean
  updateInfo: { version: string }
}

/**
 * Loads electron-updater, which reads the update URL from `app-update.yml`. It accepts a file only if its SHA-512
 * matches the feed; on Windows, if built signed, also only with a signature of the publisher named in `app-update.yml`,
 * and on macOS Squirrel accepts only a file signed as we are. The feed itself is trusted by https alone: anyone who can
 * write there can update an AppImage or an unsigned Windows program to anything.
 */
export async function loadElectronUpdater(platform: string, log: (line: string) => void): Promise<Updater> {
  const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
  // Its own choice depends on a marker file that may have got into an AppImage from a package made of the same folder.
  const updater =
    platform === 'win32' ? new NsisUpdater() : platform === 'darwin' ? new MacUpdater() : new AppImageUpdater()
  updater.logger = { info: () => {}, warn: log, error: log }
  updater.allowDowngrade = false
  return updater
}

import type { UpdateState } from '../../../shared/settings/desktop.ts'
import { BY_HAND_WORDS } from '../../../shared/words/desktop/updates.ts'

/** How this Cuelight was installed, as far as updates are concerned. */
export interface Installation {
  isPackaged: boolean
  platform: string
  /** `APPIMAGE` and `PORTABLE_EXECUTABLE_FILE` are set by the launchers of an AppImage and a portable program. */
  environment: Readonly<Record<string, string | undefined>>
  /** Was it started with options that a start after an update would not have: other data, another service? */
  hasOptions: boolean
  /** Is `app-update.yml` among the resources? */
  hasFeed: boolean
  /** The content of `package-type` among the resources; null: there is none. */
  packageType: string | null
}

/** Such a Cuelight never looks for updates; `about` is the reason, and what the user can do instead. */
export interface ByHand {
  state: Extract<UpdateState['state'], 'unpackaged' | 'manual'>
  about: string
}

/**
 * Why this Cuelight does not update itself, or null: it does. It only does if it can replace itself without an
 * administrator: as an AppImage, as installed by the Windows installer, and as a signed macOS program.
 */
export function updatedByHand(installation: Installation): ByHand | null {
  if (!installation.isPackaged) return { state: 'unpackaged', about: BY_HAND_WORDS.unpackaged }
  const about = aboutOf(installation)
  return about === null ? null : { state: 'manual', about }
}

function aboutOf({ platform, environment, hasOptions, hasFeed, packageType }: Installation): string | null {
  if (environment.PORTABLE_EXECUTABLE_FILE) return BY_HAND_WORDS.portable
  // AppImage is checked first: packages are made of the same folder, whose marker may be in it.
  if (platform === 'linux' && !environment.APPIMAGE)
    return packageType === null ? BY_HAND_WORDS.folder : BY_HAND_WORDS.package(packageType)
  // A macOS build without a certificate has no feed.
  if (!hasFeed) return platform === 'darwin' ? BY_HAND_WORDS.unsigned : BY_HAND_WORDS.noFeed
  return hasOptions ? BY_HAND_WORDS.options : null
}
