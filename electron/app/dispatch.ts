import { randomUUID } from 'node:crypto'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Core } from '../core/core.ts'

/** Asks the core for something. Never rejects. */
export type Dispatch = (command: CommandInput) => Promise<Outcome>

/** The way one input of the shell sends commands: the same door as everybody else's. */
export function dispatchAs(core: Pick<Core, 'dispatch'>, source: Source): Dispatch {
  return (command) => core.dispatch(randomUUID(), command, source)
}

/** What the shell does by itself. */
export type ShellAction = 'panel' | 'settings' | 'quit' | { open: string }

export type MenuAction = { command: CommandInput } | { shell: ShellAction }

/** The shell's side of it. */
export interface ShellActions {
  showPanel(): void
  showSettings(): void
  quit(): void
  /** Opens an https link outside. */
  open(url: string): void
}

export function runMenuAction(action: ShellAction, actions: ShellActions): void {
  if (action === 'panel') actions.showPanel()
  else if (action === 'settings') actions.showSettings()
  else if (action === 'quit') actions.quit()
  else actions.open(action.open)
}
