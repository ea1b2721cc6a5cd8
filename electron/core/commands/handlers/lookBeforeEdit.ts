import type { CommandOf } from '../../../../shared/commands/commands.ts'
import { isComposed } from '../../../../shared/contract/composed.ts'
import { airOf } from '../../../../shared/contract/inputs.ts'
import { refuseReadFailure } from '../../workflows/engine.ts'
import type { Context } from '../context.ts'
import { budgetIn } from '../heldEdits.ts'
import { Refused } from '../ports.ts'

/** A reading younger than this, in ms, is used for the next edit of a person: a burst must not use up the budget. */
const LOOKED_MS = 5_000

/**
 * Right before an edit of an agent, or one behind a closed padlock: another client may have started the broadcast or
 * switched auto-sync on since the last reading, and then viewers would see it. What a person is deciding about must not
 * change meanwhile.
 *
 * @throws if it cannot be read; the guard judges what was read, before anything is sent
 */
export async function lookBeforeEdit({ operation, input }: CommandOf<'edit'>, context: Context): Promise<void> {
  const { invocation, poller, arms, store } = context
  if (invocation.source === 'agent' && arms.proposalWaits()) throw new Refused({ reason: 'proposalWaits' })
  if (invocation.source !== 'agent' && !store.get().padlock.locked) return
  const projectId = String(input.projectId ?? '')
  if (airOf(operation) !== 'ifAutoSync') return
  const forPerson = invocation.source === 'agent' ? {} : { youngMs: LOOKED_MS }
  await poller.read(projectId, ['project', 'live'], { lane: 'edit', ...forPerson }).catch((error: unknown) => {
    // It waits for budget as the edit itself does.
    if (!isComposed(operation) && budgetIn(error, 0) !== null) throw error
    refuseReadFailure(error)
  })
}
