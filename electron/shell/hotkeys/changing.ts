import { type Bindings, defaultHotkeys, readAccelerator } from '../../../shared/hotkeys/hotkeys.ts'
import type { DesktopSettings } from '../../../shared/settings/desktop.ts'
import { HOTKEY_ACTIONS, type HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import { Refused } from '../../core/commands/ports.ts'
import type { SettingsFile } from '../../core/files/settingsFile.ts'
import type { Registrar } from './registrar.ts'

/** Which key does what: the defaults of the system, and the user's choices. */

export type Chosen = DesktopSettings['hotkeys']

/**
 * The current bindings: chosen keys in canonical form, defaults for the rest. A text that is not a key is left
 * unchanged.
 */
export function bindingsOf(chosen: Chosen, platform: string): Bindings {
  const defaults = defaultHotkeys(platform)
  const bindingOf = (action: HotkeyAction): string | null => {
    const key = chosen[action]
    if (key === undefined || key === null) return key === null ? null : defaults[action]
    const read = readAccelerator(key, platform)
    return read.ok ? read.accelerator : key
  }
  return Object.fromEntries(HOTKEY_ACTIONS.map((action) => [action, bindingOf(action)])) as Bindings
}

/** The choices to store once an action has another key: only those that differ from the defaults. */
function chosenWith(chosen: Chosen, action: HotkeyAction, accelerator: string | null, platform: string): Chosen {
  const { [action]: _, ...others } = chosen
  return accelerator === defaultHotkeys(platform)[action] ? others : { ...others, [action]: accelerator }
}

/** The action that already has this key, other than the requesting one. */
export function ownerOf(accelerator: string, bindings: Bindings, requester: HotkeyAction): HotkeyAction | null {
  return HOTKEY_ACTIONS.find((action) => action !== requester && bindings[action] === accelerator) ?? null
}

export interface ChangingOptions {
  settings: Pick<SettingsFile, 'get' | 'change'>
  registrar: Pick<Registrar, 'ask' | 'bind'>
  platform: string
}

/** Changes keys: first requests them from the system, then binds, then saves them. */
export function createChanging({ settings, registrar, platform }: ChangingOptions) {
  const chosen = () => settings.get().desktop.hotkeys
  /** Binds the stored keys. */
  const bind = () => registrar.bind(bindingsOf(chosen(), platform))

  async function keep(hotkeys: Chosen): Promise<void> {
    const saved = settings.change(({ desktop }) => ({ desktop: { ...desktop, hotkeys } }))
    bind()
    // If the disk refuses, the settings are undone, so this binds the previous keys again.
    await saved.catch((error) => {
      bind()
      throw error
    })
  }

  /** The previous key is only released once the new one is ours: if it is refused, nothing has to be undone. */
  function refuseUnlessOurs(accelerator: string, action: HotkeyAction): void {
    const owner = ownerOf(accelerator, bindingsOf(chosen(), platform), action)
    if (owner) throw new Refused({ reason: 'hotkey', accelerator, why: 'clash', clashesWith: owner })
    const why = registrar.ask(accelerator)
    if (why !== 'taken' && why !== 'failed') return
    bind()
    throw new Refused({ reason: 'hotkey', accelerator, why, clashesWith: null })
  }

  return {
    bind,
    /** Throws `Refused`, and changes nothing, if the system, another action of ours or the disk refuses. */
    async set(action: HotkeyAction, wanted: string | null): Promise<void> {
      const accelerator = wanted === null ? null : canonical(wanted, platform)
      if (accelerator !== null) refuseUnlessOurs(accelerator, action)
      await keep(chosenWith(chosen(), action, accelerator, platform))
    },
    reset: () => keep({}),
  }
}

function canonical(wanted: string, platform: string): string {
  const read = readAccelerator(wanted, platform)
  if (read.ok) return read.accelerator
  throw new Refused({ reason: 'hotkey', accelerator: wanted, why: 'notAKey', clashesWith: null })
}
