import type { DesktopState } from '../../../shared/settings/desktop.ts'
import { PORTAL_ABOUT } from '../../../shared/words/hotkeys.ts'

/**
 * How keys reach us. Under Wayland no program may grab a key: Electron asks the desktop portal, which alone decides
 * which key it gives, and does not say which. Everywhere else the system gives us the key we name.
 *
 * @param platform as Node names it
 */
export function wayOfKeys(platform: string, env: Readonly<Record<string, string | undefined>>): DesktopState['keys'] {
  const isWayland = env.XDG_SESSION_TYPE === 'wayland' || Boolean(env.WAYLAND_DISPLAY)
  return platform === 'linux' && isWayland ? { way: 'portal', about: PORTAL_ABOUT } : { way: 'grab', about: null }
}
