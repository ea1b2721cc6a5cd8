import { randomUUID } from 'node:crypto'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Core } from '../core/core.ts'

/** Asks the core for something. Never rejects. */
export type Act = (command: CommandInput) => Promise<Outcome>

/** The way one input of the shell sends commands: the same door as everybody else's. */
export function actingAs(core: Pick<Core, 'dispatch'>, source: Source): Act {
  return (command) => core.dispatch(randomUUID(), command, source)
}
