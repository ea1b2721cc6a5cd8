/** `query` and `edit`: the two doors of the contract, for whoever types. */
import { isComposed } from '../../shared/contract/composed.ts'
import type { AnyEdit } from '../../shared/contract/inputs.ts'
import { type Operation, type OperationName, operations, type QueryName } from '../../shared/contract/operations.ts'
import { pageOf } from '../../shared/contract/pages.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { ASKED } from '../../shared/words/asking.ts'
import { EXIT } from '../../shared/words/cli.ts'
import { noReply } from '../../shared/words/outcomes.ts'
import { ProgramError } from '../core/bridge/socketClient.ts'
import { type Answer, answerOf, refused } from './answer.ts'
import { type Desk, projectMeant, sendOnce } from './desk.ts'
import { hasProject, isPaged } from './fields.ts'
import type { Asked } from './options.ts'
import { notRead, readOnce, readPages } from './reading.ts'
import { linesOf } from './table.ts'

/** Reads, and tells how old the answer is. */
export async function query(desk: Desk): Promise<Answer> {
  const asked = await completed(desk)
  if ('code' in asked) return asked
  try {
    const { value, readAt } = await (asked.all ? readPages : readOnce)(
      desk.client,
      asked.operation as OperationName,
      asked.input,
    )
    const page = 'total' in value ? pageOf(value) : null
    const list = page && { shown: page.items.length, total: page.total }
    const sentence = ASKED.read(desk.clock.now() - readAt, list)
    const hasMore = list !== null && !asked.all && isPaged(asked.operation) && list.shown < list.total
    const lines = [
      ...linesOf(page ? { [page.field]: page.items } : value),
      sentence,
      ...(hasMore ? [ASKED.rest] : []),
    ]
    return { code: EXIT.done, sentence, lines, fields: { value, readAt } }
  } catch (error) {
    return notRead(error)
  }
}

/** Writes, once. */
export async function edit(desk: Desk): Promise<Answer> {
  const asked = await completed(desk)
  if ('code' in asked) return asked
  const operation = asked.operation as AnyEdit
  const seen = asked.seen === null ? {} : { seen: { liveId: asked.seen } }
  const answer = await sendOnce(desk, { type: 'edit', operation, input: asked.input, ...seen })
  const { outcome } = answer
  if (outcome?.result === 'unknown') return { ...answer, sentence: await lost(desk, operation, outcome) }
  if (outcome?.result !== 'done' || outcome.done.what !== 'edited') return answer
  return { ...answer, lines: [answer.sentence, ...cameBack(outcome.done)] }
}

/** What is worth knowing of the answer: the id of what was made or changed; where there is none, all of it. */
function cameBack({ id, answer }: { id: string | null; answer?: unknown }): string[] {
  if (id !== null) return linesOf({ id })
  return typeof answer === 'object' && answer !== null ? linesOf(answer) : []
}

type Lost = Extract<Outcome, { result: 'unknown' }>

/** What is known of an edit whose answer was lost: whether it is looked for, and where a person can look. */
async function lost({ client }: Desk, operation: AnyEdit, outcome: Lost): Promise<string> {
  // What is lost of a composed playlist edit is its one write.
  const { touches, lookFor }: Operation = operations[isComposed(operation) ? 'setPlaylist' : operation]
  const state = await client.state().catch((error) => {
    if (error instanceof ProgramError) return null
    throw error
  })
  const entry = state?.lostEdits.findLast((one) => one.operation === operation || isComposed(operation))
  const { sentence } = answerOf(outcome)
  const known = entry?.phase === 'looking' ? sentence : ASKED.unsettled(noReply(outcome.failure))
  const list = (lookFor?.reading ?? touches[0]) as QueryName | undefined
  return list ? `${known} ${ASKED.lookAt(list)}` : known
}

/** With the project that is meant: the one typed, by id or by name, else the show target. */
async function completed(desk: Desk): Promise<Asked | Answer> {
  const { asked, project } = desk.typed
  if (!asked) throw new Error('nothing was asked for')
  if (!hasProject(asked.operation) || asked.input.projectId !== undefined) return asked
  if (project === null) {
    const { targetId } = await desk.client.state()
    return targetId === null ? refused({ reason: 'noTarget' }) : withProject(asked, targetId)
  }
  const meant = await projectMeant(desk, project)
  return 'code' in meant ? meant : withProject(asked, meant.id)
}

const withProject = (asked: Asked, projectId: string): Asked => ({ ...asked, input: { ...asked.input, projectId } })
