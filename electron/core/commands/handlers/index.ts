import type { CommandName } from '../../../../shared/commands/commands.ts'
import type { Handler } from '../context.ts'
import { dismissEdit, edit } from './edit.ts'
import * as live from './live.ts'
import * as local from './local.ts'
import * as macros from './macros.ts'
import { portHandlers } from './portHandlers.ts'
import * as proposals from './proposals.ts'
import { quit } from './quit.ts'
import * as scenes from './scenes.ts'

/** The handlers by the names of their commands: the compiler requires one for every command. */
export const handlers: { readonly [Name in CommandName]: Handler<Name> } = {
  ...live,
  ...scenes,
  ...local,
  ...macros,
  ...portHandlers,
  ...proposals,
  ...{ edit, dismissEdit, quit },
}
