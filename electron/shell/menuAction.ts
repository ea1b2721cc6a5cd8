/** What something to press in the shell does, be it in a menu or on a notification. */
import type { CommandInput } from '../../shared/commands/commands.ts'

/** What the shell does by itself. */
export type ShellAction = 'panel' | 'settings' | 'quit' | { open: string }

export type Does = { command: CommandInput } | { shell: ShellAction }

/** The shell's side of it. */
export interface ShellActions {
  showPanel(): void
  showSettings(): void
  quit(): void
  /** Opens an https link outside. */
  open(url: string): void
}

export function perform(action: ShellAction, actions: ShellActions): void {
  if (action === 'panel') actions.showPanel()
  else if (action === 'settings') actions.showSettings()
  else if (action === 'quit') actions.quit()
  else actions.open(action.open)
}
