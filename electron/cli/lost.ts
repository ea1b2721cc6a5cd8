/** An edit whose answer was lost: what becomes of it, for as long as a person would wait to hear. */
import { isComposed } from '../../shared/contract/composed.ts'
import type { AnyEdit } from '../../shared/contract/inputs.ts'
import { type Operation, operations, type QueryName } from '../../shared/contract/operations.ts'
import type { Failure } from '../../shared/failures.ts'
import type { LostEdit } from '../../shared/state.ts'
import { ASKED } from '../../shared/words/asking.ts'
import { EXIT } from '../../shared/words/cli.ts'
import { describeEvent, describeLost, noReply } from '../../shared/words/outcomes.ts'
import { ProgramError } from '../core/bridge/socketClient.ts'
import { sleep } from '../util/time.ts'
import type { Answer } from './answer.ts'
import type { Desk } from './desk.ts'

/** Who did not ask to wait waits this long, in ms: the core looks a second time after ten seconds. */
const PATIENCE_MS = 12_000
/** How soon what the core found is asked for again, in ms. */
const AGAIN_MS = 500

/**
 * Waits until the core has found out what became of an edit, and says meanwhile what is looked at. Nothing is sent again.
 *
 * @param editId of the command that sent it
 * @param answer what is known now: the reply was lost
 */
export async function findOut(
  desk: Desk,
  { editId, operation, waits }: { editId: string; operation: AnyEdit; waits: boolean },
  failure: Failure,
  answer: Answer,
): Promise<{ answer: Answer; foundId: string | null }> {
  const { clock, typed } = desk
  // What is lost of a composed playlist edit is its one write.
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

/** The edit as the core has it; null: it has it no more, or does not answer. */
async function lookAt({ client }: Desk, editId: string): Promise<LostEdit | null> {
  try {
    return (await client.state()).lostEdits.find(({ id }) => id === editId) ?? null
  } catch (error) {
    if (error instanceof ProgramError) return null
    throw error
  }
}
