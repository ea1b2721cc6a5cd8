/** Which key does what: the defaults of the system, and what a person chose instead. */

import { type Bindings, defaultHotkeys, readAccelerator } from '../../../shared/hotkeys/hotkeys.ts'
import { type DesktopSettings, HOTKEY_ACTIONS, type HotkeyAction } from '../../../shared/settings/desktop.ts'

export type Chosen = DesktopSettings['hotkeys']

/** What is bound: chosen keys in canonical form, defaults for the rest. What is no key stays as it was written. */
export function bindingsOf(chosen: Chosen, platform: string): Bindings {
  const defaults = defaultHotkeys(platform)
  return record((action) => {
    const key = chosen[action]
    if (key === undefined || key === null) return key === null ? null : defaults[action]
    const read = readAccelerator(key, platform)
    return read.ok ? read.accelerator : key
  })
}

/** What to keep once an action has another key: only what differs from the defaults. */
export function chosenWith(
  chosen: Chosen,
  action: HotkeyAction,
  accelerator: string | null,
  platform: string,
): Chosen {
  const { [action]: _, ...others } = chosen
  return accelerator === defaultHotkeys(platform)[action] ? others : { ...others, [action]: accelerator }
}

/** The action that has a key, other than the one that asks for it. */
export function ownerOf(accelerator: string, bindings: Bindings, asking: HotkeyAction): HotkeyAction | null {
  return HOTKEY_ACTIONS.find((action) => action !== asking && bindings[action] === accelerator) ?? null
}

function record<T>(of: (action: HotkeyAction) => T): Record<HotkeyAction, T> {
  return Object.fromEntries(HOTKEY_ACTIONS.map((action) => [action, of(action)])) as Record<HotkeyAction, T>
}
