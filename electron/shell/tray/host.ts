import { askBus, isOnBus } from '../../util/sessionBus.ts'

const WATCHER = 'org.kde.StatusNotifierWatcher'

/**
 * Does this desktop show the icons of trays? GNOME does not without an extension, and Electron does not tell (electron 45:
 * shell/browser/ui/tray_icon_linux.cc falls back in silence). Null: it cannot be told.
 */
export async function showsTrays(platform: string): Promise<boolean | null> {
  if (platform !== 'linux') return true
  const watched = await isOnBus(WATCHER)
  if (!watched) return watched
  const property = 'IsStatusNotifierHostRegistered'
  return askBus({ name: WATCHER, path: '/StatusNotifierWatcher', interface: WATCHER, property })
}
