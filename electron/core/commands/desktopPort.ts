import type { DesktopSettings, HotkeyAction, WindowName } from '../../../shared/settings/desktop.ts'

/**
 * What the desktop app does for commands; lent to the core by the shell. Each resolves once it is so and the state shows
 * it. `Refused` is thrown where the system, or our own rules, say no: then all is as it was before.
 */
export interface Desktop {
  show(window: WindowName): void
  hotkeys: {
    /** Throws `Refused` (`hotkey`) and puts the key before back in force when the system does not give it. */
    set(action: HotkeyAction, accelerator: string | null): Promise<void>
    reset(): Promise<void>
    record(on: boolean): void
    test(on: boolean): void
  }
  /** Puts changed settings in force and keeps them. */
  change(part: Partial<Omit<DesktopSettings, 'hotkeys'>>): Promise<void>
  /** Answers where the command is now, and what else has to be done by hand, if anything. */
  installCommand(): Promise<{ path: string; about: string | null }>
  updates: {
    /** Answers the version found, or null: this is the latest. */
    check(): Promise<string | null>
    /** Answers the version that is being installed; Cuelight ends. */
    install(): Promise<string>
  }
}
