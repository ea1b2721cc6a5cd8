/** `query` and `edit`: reading and writing by the names of the contract. */
import { randomUUID } from 'node:crypto'
import type { AnyEdit } from '../../shared/contract/inputs.ts'
import type { Answer as EditAnswer } from '../../shared/contract/operations.ts'
import { type Page, pageOf } from '../../shared/contract/pages.ts'
import type { Queried, Reading } from '../../shared/query/query.ts'
import type { Progress } from '../../shared/query/views.ts'
import { verifiedState } from '../../shared/view/destinations.ts'
import { ASKED } from '../../shared/words/cli/asking.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import { VIEW_WORDS } from '../../shared/words/commands/views.ts'
import { PROVIDER_WORDS } from '../../shared/words/projects/destinations.ts'
import { sleep } from '../util/time.ts'
import { type Answer, refused } from './answer.ts'
import { type Desk, projectMeant, sendOnce } from './desk.ts'
import { GOES_ON, hasProject, isPaged } from './fields.ts'
import { findOut } from './lost.ts'
import type { ParsedCommand } from './options.ts'
import { notRead, readOnce, readPages } from './reading.ts'
import { idsIn, linesOf } from './table.ts'

/** Reads, and reports how old the reading is. */
export async function query(desk: Desk): Promise<Answer> {
  const asked = await completed(desk)
  if ('code' in asked) return asked
  const name = asked.operation as Queried
  try {
    const read = () => (asked.all ? readPages : readOnce)(desk, name, asked.input, asked.waits)
    const giveUpAt = desk.clock.monotonic() + desk.typed.timeoutMs
    let reading = await read()
    while (asked.waits && isComing(reading.value) && desk.clock.monotonic() < giveUpAt) {
      await Promise.race([sleep(desk.clock, LOOK_AGAIN_MS), desk.stopped])
      reading = await read()
    }
    return answered(desk, asked, reading)
  } catch (error) {
    return notRead(error)
  }
}

/** How soon a view that is read in parts is read again, in ms. */
const LOOK_AGAIN_MS = 1_000

const progressOf = (value: object): Progress | null => ('progress' in value ? (value.progress as Progress) : null)

/** Is more to come, with no problem that prevents it? */
function isComing(value: object): boolean {
  const progress = progressOf(value)
  return progress !== null && progress.read < progress.of && progress.problem === null
}

function answered(desk: Desk, asked: ParsedCommand, { value, readAt }: Reading<object>): Answer {
  const page = 'total' in value ? pageOf(value) : null
  const list = page && { shown: page.items.length, total: page.total }
  const hasMore = list !== null && !asked.all && isPaged(asked.operation) && list.shown < list.total
  const progress = progressOf(value)
  const isPart = progress !== null && progress.read < progress.of && GOES_ON.includes(asked.operation)
  const part = isPart ? [VIEW_WORDS.partial(progress.read, progress.of), progress.problem ?? ''] : []
  const sentence = [ASKED.read(desk.clock.now() - readAt, list), ...part].filter((one) => one !== '').join(' ')
  const more = [...(hasMore ? [ASKED.rest] : []), ...(isPart && !asked.waits ? [ASKED.bitByBit] : [])]
  const lines = [...linesOf(page ? ofPage(page, value) : value), sentence, ...more]
  const code = isPart && asked.waits ? (progress.problem === null ? EXIT.timedOut : EXIT.refused) : EXIT.done
  return { code, sentence, lines, fields: { value, readAt }, ...onlyIds(desk, idsIn(page ? page.items : value)) }
}

/** The list first, then the other fields of the page. Without its position in the list: the sentence reports that. */
function ofPage({ field, items }: Page<unknown>, value: object) {
  const { [field]: _, total, offset, limit, progress, ...others } = value as Record<string, unknown>
  return { [field]: items, ...others }
}

const onlyIds = ({ typed }: Desk, ids: readonly string[]) => (typed.quiet ? { onlyIds: ids } : {})

/** Sends an edit, once. */
export async function edit(desk: Desk): Promise<Answer> {
  const asked = await completed(desk)
  if ('code' in asked) return asked
  const operation = asked.operation as AnyEdit
  const seen = asked.seen === null ? {} : { seen: { liveId: asked.seen } }
  const { waits } = asked
  const editId = randomUUID()
  const answer = await sendOnce(desk, { type: 'edit', operation, input: asked.input, ...seen }, editId)
  const { outcome } = answer
  if (outcome?.result === 'unknown') {
    const settled = await findOut(desk, { editId, operation, waits }, outcome.failure, answer)
    return settled.foundId === null ? settled.answer : goingOn(desk, asked, settled.answer, { id: settled.foundId })
  }
  if (outcome?.result !== 'done' || outcome.done.what !== 'edited') return answer
  return goingOn(desk, asked, answer, outcome.done)
}

/** What was carried out and, if `--wait` was given, how the work that it started ended. */
async function goingOn(desk: Desk, asked: ParsedCommand, answer: Answer, came: CameBack): Promise<Answer> {
  const { operation } = asked
  const ids = idsIn(came.answer ?? { id: came.id })
  const verified = operation === 'verifyDestinations' ? await verifiedLines(desk, came.answer) : null
  const lines = [answer.sentence, ...(verified ?? cameBack(came))]
  if (!asked.waits || !GOES_ON.includes(operation)) return { ...answer, lines, ...onlyIds(desk, ids) }
  // A long wait should show what it is for.
  if (!desk.typed.json && !desk.typed.quiet) for (const line of lines) desk.write(line)
  const { waitForFiles, waitForImports } = await import('./waiting.ts')
  const fileIds = operation === 'encodeFiles' ? (asked.input.fileIds as string[]) : ids
  const end = await (operation === 'importFiles'
    ? waitForImports(desk, ids)
    : waitForFiles(desk, fileIds, operation === 'encodeFiles' ? 'encode' : 'import'))
  return { ...answer, ...end, ...onlyIds(desk, ids) }
}

interface CameBack {
  id: string | null
  answer?: unknown
}

/** What a check of logins showed, in the words of the panel: a response calls "valid" also what was never contacted. */
async function verifiedLines(desk: Desk, answer: unknown): Promise<string[] | null> {
  const { results } = answer as EditAnswer<'verifyDestinations'>
  const reading = await readPages(desk, 'listDestinations', {}, false).catch(() => null)
  if (!reading) return null
  const all = pageOf<EditAnswer<'listDestinations'>['destinations'][number]>(reading.value).items
  const rows = results.map(({ id, valid, error }) => {
    const known = all.find((one) => one.id === id)
    return {
      id,
      name: known && (known.name ?? PROVIDER_WORDS[known.provider]),
      state: known ? verifiedState(known.provider, valid) : (error ?? ''),
    }
  })
  return linesOf({ results: rows })
}

/** The relevant part of the response: the id of what was made or changed, and the scene that a chain no longer leads to; all of it if there is no id. */
function cameBack({ id, answer }: CameBack): string[] {
  const { replacedAutoSwitchSceneId: replaced } = (answer ?? {}) as { replacedAutoSwitchSceneId?: string | null }
  if (id !== null) return linesOf({ id, ...(replaced ? { replacedAutoSwitchSceneId: replaced } : {}) })
  return typeof answer === 'object' && answer !== null ? linesOf(answer) : []
}

/** Adds the project: the one that was typed, by id or by name, otherwise the show target. */
async function completed(desk: Desk): Promise<ParsedCommand | Answer> {
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

const withProject = (asked: ParsedCommand, projectId: string): ParsedCommand => ({
  ...asked,
  input: { ...asked.input, projectId },
})
