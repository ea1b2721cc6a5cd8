import { type Found, found } from '../../../shared/doctor.ts'
import { DOCTOR_WORDS } from '../../../shared/words/cli/doctor.ts'
import { askBus, isOnBus, listOnBus, processOnBus } from '../../util/sessionBus.ts'
import type { Place } from '../windows/geometry.ts'

const WATCHER = 'org.kde.StatusNotifierWatcher'
const about = (property: string) => ({ name: WATCHER, path: '/StatusNotifierWatcher', interface: WATCHER, property })

/**
 * Does this desktop show tray icons? GNOME does not without an extension, and Electron does not report that (electron
 * 45: shell/browser/ui/tray_icon_linux.cc falls back silently). Null: unknown.
 */
export async function showsTrays(platform: string): Promise<boolean | null> {
  if (platform !== 'linux') return true
  const watched = await isOnBus(WATCHER)
  return watched ? askBus(about('IsStatusNotifierHostRegistered')) : watched
}

/**
 * Does the tray list an icon of this process? With Electron 43 to 45 some icons never appeared, or did not respond
 * (electron#52674, #53213). Null: unknown.
 */
export async function hasOurIcon(pid = process.pid): Promise<boolean | null> {
  const items = await listOnBus(about('RegisteredStatusNotifierItems'))
  if (items === null) return null
  // Hosts write the owner, then the path: ":1.7/StatusNotifierItem", "org.kde.StatusNotifierItem-42-1", ":1.7@/…".
  const owners = await Promise.all(items.map((item) => processOnBus(item.split(/[/@]/)[0] ?? '')))
  return owners.includes(pid)
}

/**
 * The doctor's verdict on the icon: a tray that is not shown fails, and so does one without our icon. Only Linux lists
 * the icons; elsewhere a visible icon lies on a display (macOS moves hidden ones below the screen).
 *
 * @param ours is it listed? @param place its position according to the system; null: not reported
 */
export function judgeTray(
  shown: boolean | null,
  { ours, place, displays }: { ours: boolean | null; place: Place | null; displays: readonly Place[] },
): Found {
  if (!shown) return found(shown === null ? 'cannotTell' : 'doesNot')
  if (place === null)
    return ours === false ? found('doesNot', DOCTOR_WORDS.noIcon) : found(ours ? 'works' : 'cannotTell')
  const isSeen = displays.some((display) => place.width > 0 && place.height > 0 && overlap(place, display))
  return isSeen ? found('works') : found('doesNot', DOCTOR_WORDS.noIcon)
}

const overlap = (one: Place, other: Place): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
