/** An edit whose response was lost: waits until the core has found out whether it was carried out. */
import { isComposed } from '../../shared/contract/composed.ts'
import type { AnyEdit } from '../../shared/contract/inputs.ts'
import { type Operation, operations, type QueryName } from '../../shared/contract/operations.ts'
import type { Failure } from '../../shared/failures.ts'
import type { LostEdit } from '../../shared/state.ts'
import { ASKED } from '../../shared/words/cli/asking.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import { describeEvent, describeLost, noReply } from '../../shared/words/outcomes/outcomes.ts'
import { ProgramError } from '../core/bridge/socketClient.ts'
import { sleep } from '../util/time.ts'
import type { Answer } from './answer.ts'
import type { Desk } from './desk.ts'

/** The wait in ms if `--wait` was not given: the core looks a second time after ten seconds. */
const PATIENCE_MS = 12_000
/** How often the core is asked again, in ms. */
const AGAIN_MS = 500

/**
 * Waits until the core has found out what became of an edit, and meanwhile reports what is being read. Nothing is sent
 * again.
 *
 * @param editId of the command that sent it
 * @param answer what is known so far: the response was lost
 */
export async function findOut(
  desk: Desk,
  { editId, operation, waits }: { editId: string; operation: AnyEdit; waits: boolean },
  failure: Failure,
  answer: Answer,
): Promise<{ answer: Answer; foundId: string | null }> {
  const { clock, typed } = desk
  // Of a composed playlist edit, it is the one write whose response was lost.
  const { touches, lookFor }: Operation = operations[isComposed(operation) ? 'setPlaylist' : operation]
  const list = (lookFor?.reading ?? touches[0]) as QueryName | undefined
  const withPlace = (known: string): string => (list ? `${known} ${ASKED.lookAt(list)}` : known)
  const giveUpAt = clock.monotonic() + (waits ? typed.timeoutMs : PATIENCE_MS)
  let edit = await lookAt(desk, editId)
  if (edit?.phase === 'looking' && !typed.json && !typed.quiet) desk.write(ASKED.looksAt(describeLost(failure), list))
  while (edit?.phase === 'looking' && clock.monotonic() < giveUpAt) {
    await Promise.race([sleep(clock, AGAIN_MS), desk.stopped])
    edit = await lookAt(desk, editId)
  }
  const notKnown = (known: string) => ({ answer: { ...answer, sentence: withPlace(known) }, foundId: null })
  if (edit?.phase === 'looking') return notKnown(describeLost(failure))
  if (!edit || edit.phase === 'notKnown') return notKnown(ASKED.unsettled(noReply(failure)))
  const { phase, about, foundId } = edit
  const sentence = describeEvent({ event: 'editSettled', about, found: phase === 'found', phase })
  const code = phase === 'found' ? EXIT.done : EXIT.refused
  return { answer: { ...answer, code, sentence, fields: { settled: { phase, id: foundId } } }, foundId }
}

/** The lost edit in the core's state; null if the core no longer has it or does not respond. */
async function lookAt({ client }: Desk, editId: string): Promise<LostEdit | null> {
  try {
    return (await client.state()).lostEdits.find(({ id }) => id === editId) ?? null
  } catch (error) {
    if (error instanceof ProgramError) return null
    throw error
  }
}
