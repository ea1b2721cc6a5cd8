/** What is done for the import queue at one time: one import is followed, or the next one sent. */
import { randomUUID } from 'node:crypto'
import { isLocalPath } from '../../../shared/contract/links.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { describeFailure } from '../../../shared/words/failures.ts'
import { IMPORT_WORDS } from '../../../shared/words/imports.ts'
import type { KeptImport } from '../commands/composed/kept.ts'
import type { Dependencies } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatcher.ts'
import type { Rehearsal } from '../commands/ports.ts'
import { createFinding } from './finding.ts'
import { changeImport, FRESH, OTHER_KIND } from './list.ts'

/**
 * How often an import is followed, in ms (contract notes: no oftener); and when one is sent again that the account or the
 * service had no room for.
 */
const FOLLOW_MS = 10_000
const BUSY_MS = 60_000
/**
 * The same at the local studio, whose requests nobody else needs: soon, then less and less often, but while somebody watches
 * never so rarely that they are told of its end long after.
 */
const LOCAL_FOLLOW_MS = 1_000
const WATCHED_FOLLOW_MS = 2_000

const NEVER = { at: Number.NEGATIVE_INFINITY, times: 0 }

interface Asks {
  /** The dispatcher has gone over to another service. */
  isStopped(): boolean
  /** Somebody looks at the queue. */
  isWatched(): boolean
}

/** @returns what does the next step; it answers in how many ms there is something to do again */
export function createImportStep(parts: Dependencies, dispatch: Dispatcher['dispatch'], asks: Asks) {
  const { clock, store, kept, serviceId, service, queries, ports } = parts
  /** When the one that runs was last read, monotonic ms, and how often. */
  let read = NEVER
  const found = createFinding(service)
  const mine = () => kept.imports.get().filter((one) => one.service === serviceId())

  async function step(): Promise<number> {
    const list = mine()
    for (const one of list.filter(({ state }) => state === 'sending')) await settleLost(one)
    const running = list.find(({ state }) => state === 'running')
    if (running) {
      const dueIn = read.at + pace() - clock.monotonic()
      if (dueIn > 0) return dueIn
      read = { at: clock.monotonic(), times: read.times + 1 }
      return (await follow(running)) ? 0 : pace()
    }
    const next = list.find(({ state }) => state === 'waiting')
    if (!next || list.some(({ state }) => state === 'sending')) return FOLLOW_MS
    const sent = await (isLocalPath(next.url) ? take(next) : send(next))
    return sent === 'waiting' ? BUSY_MS : pace()
  }

  const pace = () => (ports.rehearsal?.() ? localPace(read.times, asks.isWatched()) : FOLLOW_MS)

  const set = (id: string, change: Partial<KeptImport>) => changeImport(parts, id, change)

  /** @returns what became of it */
  async function send(one: KeptImport): Promise<KeptImport['state']> {
    const commandId = randomUUID()
    await set(one.id, { state: 'sending', commandId })
    const { url, type, folderId } = one
    const input = { url, type, ...(folderId === null ? {} : { folderId }) }
    if (asks.isStopped()) {
      await set(one.id, { state: 'waiting', commandId: null })
      return 'waiting'
    }
    const outcome = await dispatch(commandId, { type: 'edit', operation: 'importFile', input }, 'core')
    const after = orAsNextKind(one, afterSending(outcome))
    await set(one.id, after)
    // As another kind it goes at once: nobody was busy.
    return after.type ? 'sending' : (after.state ?? 'sending')
  }

  async function take(one: KeptImport): Promise<KeptImport['state']> {
    const studio = ports.rehearsal?.()
    if (!studio || asks.isStopped()) return 'waiting'
    await set(one.id, { state: 'sending' })
    const after = await takenBy(studio, one)
    await set(one.id, after)
    return after.state
  }

  /** @returns whether it has ended */
  async function follow(one: KeptImport): Promise<boolean> {
    const change = await found(one)
    if (change === null) return false
    if (change.state === undefined) {
      await set(one.id, change)
      return false
    }
    read = NEVER
    await set(one.id, orAsNextKind(one, change))
    // One that failed stands among the files as well.
    queries.touch(['listFiles', 'listFolders', 'getFile'], null)
    return true
  }

  /** Its answer was lost, or we died: what the core found out of that edit decides. */
  async function settleLost({ id, commandId }: KeptImport): Promise<void> {
    const lost = store.get().lostEdits.find((edit) => edit.id === commandId)
    if (lost?.phase === 'looking') return
    if (lost?.phase === 'found') return set(id, { state: 'running', fileId: lost.foundId })
    await set(id, { state: 'notKnown', error: IMPORT_WORDS.notKnown })
  }

  return step
}

function localPace(times: number, isWatched: boolean): number {
  return Math.min(isWatched ? WATCHED_FOLLOW_MS : FOLLOW_MS, LOCAL_FOLLOW_MS * 2 ** Math.min(times, 4))
}

/** A file of this computer, which the local studio takes in itself. */
function takenBy(studio: Rehearsal, { url, inPlace = false, folderId }: KeptImport) {
  return studio.takeFile(url, inPlace, folderId).then(
    (fileId) => ({ state: 'running', fileId, progress: null }) as const,
    (error: unknown) => ({ state: 'failed', error: error instanceof Error ? error.message : String(error) }) as const,
  )
}

/** What nobody said the kind of is tried as the next one, where the service found it to be of another. */
function orAsNextKind({ kinds }: KeptImport, change: Partial<KeptImport>): Partial<KeptImport> {
  if (!change.isOtherKind || kinds === undefined) return change
  const [type, ...left] = kinds
  return type ? { ...FRESH, type, kinds: left } : { ...change, isOtherKind: false }
}

/** Busy or out of reach: it waits for its turn. Anything else is for a person. */
function afterSending(outcome: Outcome): Partial<KeptImport> {
  if (outcome.result === 'done' && outcome.done.what === 'edited') {
    const { answer } = outcome.done as { answer?: { fileId?: string } }
    return { state: 'running', fileId: answer?.fileId ?? outcome.done.id, progress: null }
  }
  if (outcome.result === 'unknown') return {}
  if (outcome.result === 'refused' && ['closing', 'busy'].includes(outcome.refusal.reason))
    return { state: 'waiting' }
  if (outcome.result !== 'failed') return { state: 'failed', error: IMPORT_WORDS.notSent }
  const { kind, code } = outcome.failure
  const waits = code === 'TRANSFER_IN_PROGRESS' || WAITS_FOR.includes(kind)
  if (waits) return { state: 'waiting' }
  return { state: 'failed', error: describeFailure(outcome.failure).what, isOtherKind: code === OTHER_KIND }
}

const WAITS_FOR: readonly string[] = ['offline', 'rateLimited', 'noBudget', 'cancelled']
