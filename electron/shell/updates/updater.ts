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

import type { UpdateState } from '../../../shared/settings/desktop.ts'
import { BY_HAND_WORDS } from '../../../shared/words/updates.ts'

/** How this Cuelight came here, as far as updating it goes. */
export interface Installation {
  isPackaged: boolean
  platform: string
  /** `APPIMAGE` and `PORTABLE_EXECUTABLE_FILE` are set by what starts an AppImage and a portable program. */
  environment: Readonly<Record<string, string | undefined>>
  /** Was it started with options that what an update starts would not have: other data, another service? */
  hasOptions: boolean
  /** Is `app-update.yml` among the resources? */
  hasFeed: boolean
  /** What `package-type` among the resources says; null: there is none. */
  packageType: string | null
}

/** Such a Cuelight never looks for updates; `about` says why, and what a person does instead. */
export interface ByHand {
  state: Extract<UpdateState['state'], 'unpackaged' | 'manual'>
  about: string
}

/**
 * Why this Cuelight is updated by hand, or null: it does that itself. Only what replaces itself without asking for an
 * administrator does: an AppImage, what the Windows installer installed, and a signed program of macOS.
 */
export function updatedByHand(installation: Installation): ByHand | null {
  if (!installation.isPackaged) return { state: 'unpackaged', about: BY_HAND_WORDS.unpackaged }
  const about = aboutOf(installation)
  return about === null ? null : { state: 'manual', about }
}

function aboutOf({ platform, environment, hasOptions, hasFeed, packageType }: Installation): string | null {
  if (environment.PORTABLE_EXECUTABLE_FILE) return BY_HAND_WORDS.portable
  // An AppImage first: packages are made of the same folder, and their mark may lie in it.
  if (platform === 'linux' && !environment.APPIMAGE)
    return packageType === null ? BY_HAND_WORDS.folder : BY_HAND_WORDS.package(packageType)
  // What is built for macOS without a certificate is built without a feed.
  if (!hasFeed) return platform === 'darwin' ? BY_HAND_WORDS.unsigned : BY_HAND_WORDS.noFeed
  return hasOptions ? BY_HAND_WORDS.options : null
}
