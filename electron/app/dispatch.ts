import { randomUUID } from 'node:crypto'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Core } from '../core/core.ts'

/** Sends a command to the core. Never rejects. */
export type Dispatch = (command: CommandInput) => Promise<Outcome>

/** How one input of the shell sends commands: through the same dispatch as every other client. */
export function dispatchAs(core: Pick<Core, 'dispatch'>, source: Source): Dispatch {
  return (command) => core.dispatch(randomUUID(), command, source)
}

/** What the shell does without the core. */
export type ShellAction = 'panel' | 'settings' | 'quit' | { open: string }

export type MenuAction = { command: CommandInput } | { shell: ShellAction }

/** The shell's implementation of these actions. */
export interface ShellActions {
  showPanel(): void
  showSettings(): void
  quit(): void
  /** Opens an https link in the default browser. */
  open(url: string): void
}

export function runMenuAction(action: ShellAction, actions: ShellActions): void {
  if (action === 'panel') actions.showPanel()
  else if (action === 'settings') actions.showSettings()
  else if (action === 'quit') actions.quit()
  else actions.open(action.open)
}
