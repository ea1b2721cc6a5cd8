import type { Answer, OperationName } from '../../../shared/contract/operations.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { CallInput } from '../../service/calls.ts'
import { type Context, Refused, send } from '../context.ts'
import { NoTurn } from '../inTurn.ts'
import type { Written } from '../reader.ts'

/**
 * Sends a change of a project after those pressed before it; what it may have changed is read anew afterwards.
 *
 * @param what it may have changed
 */
export async function sendInTurn<Name extends OperationName>(
  context: Context,
  projectId: string,
  name: Name,
  input: CallInput<Name>,
  { what, ...options }: { what: Written; holds?: () => Refusal | null },
): Promise<Answer<Name>> {
  try {
    return await context.inTurn(projectId, async () => {
      try {
        return await send(context, name, input, options)
      } finally {
        context.feed.written(projectId, what)
      }
    })
  } catch (error) {
    if (error instanceof NoTurn) throw new Refused({ reason: 'busy', act: 'change' })
    throw error
  }
}
