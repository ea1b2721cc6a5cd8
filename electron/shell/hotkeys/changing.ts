import { type Bindings, defaultHotkeys, readAccelerator } from '../../../shared/hotkeys/hotkeys.ts'
import type { DesktopSettings } from '../../../shared/settings/desktop.ts'
import { HOTKEY_ACTIONS, type HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import { Refused } from '../../core/commands/ports.ts'
import type { SettingsFile } from '../../core/files/settingsFile.ts'
import type { Registrar } from './registrar.ts'

/** Which key does what: the defaults of the system, and what a person chose instead. */

export type Chosen = DesktopSettings['hotkeys']

/** What is bound: chosen keys in canonical form, defaults for the rest. What is no key stays as it was written. */
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

/** What to keep once an action has another key: only what differs from the defaults. */
function chosenWith(chosen: Chosen, action: HotkeyAction, accelerator: string | null, platform: string): Chosen {
  const { [action]: _, ...others } = chosen
  return accelerator === defaultHotkeys(platform)[action] ? others : { ...others, [action]: accelerator }
}

/** The action that has a key, other than the one that asks for it. */
export function ownerOf(accelerator: string, bindings: Bindings, requester: HotkeyAction): HotkeyAction | null {
  return HOTKEY_ACTIONS.find((action) => action !== requester && bindings[action] === accelerator) ?? null
}

export interface ChangingOptions {
  settings: Pick<SettingsFile, 'get' | 'change'>
  registrar: Pick<Registrar, 'ask' | 'bind'>
  platform: string
}

/** Changes of the keys: asked of the system first, then put in force, then kept. */
export function createChanging({ settings, registrar, platform }: ChangingOptions) {
  const chosen = () => settings.get().desktop.hotkeys
  /** Puts in force what is kept. */
  const bind = () => registrar.bind(bindingsOf(chosen(), platform))

  async function keep(hotkeys: Chosen): Promise<void> {
    const saved = settings.change(({ desktop }) => ({ desktop: { ...desktop, hotkeys } }))
    bind()
    // What the disk did not take is undone in the settings, so that the keys before are in force again.
    await saved.catch((error) => {
      bind()
      throw error
    })
  }

  /** The key before is let go of only once this one is ours: when it is refused, there is nothing to undo. */
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
    /** Throws `Refused`, and all is as it was, when the system, another action of ours or the disk says no. */
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
