import { type Found, found } from '../../../shared/doctor.ts'
import { DOCTOR_WORDS } from '../../../shared/words/doctor.ts'
import { askBus, isOnBus, listOnBus, processOnBus } from '../../util/sessionBus.ts'
import type { Place } from '../windows/geometry.ts'

const WATCHER = 'org.kde.StatusNotifierWatcher'
const about = (property: string) => ({ name: WATCHER, path: '/StatusNotifierWatcher', interface: WATCHER, property })

/**
 * Does this desktop show the icons of trays? GNOME does not without an extension, and Electron does not tell (electron 45:
 * shell/browser/ui/tray_icon_linux.cc falls back in silence). Null: it cannot be told.
 */
export async function showsTrays(platform: string): Promise<boolean | null> {
  if (platform !== 'linux') return true
  const watched = await isOnBus(WATCHER)
  return watched ? askBus(about('IsStatusNotifierHostRegistered')) : watched
}

/**
 * Is an icon of this process among those that the tray has? Electron 43 to 45 put some there that never came, or came dead
 * (electron#52674, #53213). Null: it cannot be told.
 */
export async function hasOurIcon(pid = process.pid): Promise<boolean | null> {
  const items = await listOnBus(about('RegisteredStatusNotifierItems'))
  if (items === null) return null
  // Hosts write who it is, then where: ":1.7/StatusNotifierItem", "org.kde.StatusNotifierItem-42-1", ":1.7@/…".
  const owners = await Promise.all(items.map((item) => processOnBus(item.split(/[/@]/)[0] ?? '')))
  return owners.includes(pid)
}

/**
 * What the doctor says of the icon: a tray that shows none is no use, and neither is one without ours. Only Linux lists
 * the icons; elsewhere one that is seen lies on a display (macOS parks those it hides beneath the screen).
 *
 * @param ours is it listed? @param place where the system says it is; null: it does not say
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
