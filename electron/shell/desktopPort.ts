import type { DesktopSettings } from '../../shared/settings/desktop.ts'
import type { Desktop } from '../core/commands/desktopPort.ts'
import type { Core } from '../core/core.ts'

/** What puts a changed setting in force. What throws leaves everything as it was. */
export type InForce = {
  [Name in keyof Omit<DesktopSettings, 'hotkeys'>]?: (value: DesktopSettings[Name]) => void | Promise<void>
}

/**
 * Changes settings of the desktop: in force first, then kept, then shown. One that the system refuses is neither kept nor
 * shown, and those after it are not tried.
 */
export function changing(core: Pick<Core, 'settings' | 'store'>, inForce: InForce): Desktop['change'] {
  return async (part) => {
    for (const name of Object.keys(part) as (keyof typeof part)[]) await putInForce(inForce, name, part)
    await core.settings.change({ desktop: { ...core.settings.get().desktop, ...part } })
    core.store.change(({ desktop }) => {
      if (desktop) Object.assign(desktop.settings, part)
    })
  }
}

function putInForce<Name extends keyof InForce>(
  inForce: InForce,
  name: Name,
  part: Partial<Omit<DesktopSettings, 'hotkeys'>>,
): void | Promise<void> {
  const value = part[name]
  const put = inForce[name] as ((value: unknown) => void | Promise<void>) | undefined
  if (value !== undefined) return put?.(value)
}
