/** One step of the import queue: a running import is followed, or the next one is sent. */
import { randomUUID } from 'node:crypto'
import { isLocalPath } from '../../../shared/contract/links.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { IMPORT_WORDS } from '../../../shared/words/files/imports.ts'
import { describeFailure } from '../../../shared/words/outcomes/failures.ts'
import type { KeptImport } from '../commands/composed/kept.ts'
import type { Dependencies } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatcher.ts'
import type { Rehearsal } from '../commands/ports.ts'
import { createFinding } from './finding.ts'
import { changeImport, FRESH, OTHER_KIND } from './list.ts'

/**
 * How often an import is followed, in ms (contract notes: not more often), and when one is sent again that the account
 * or the service had no capacity for.
 */
const FOLLOW_MS = 10_000
const BUSY_MS = 60_000
/**
 * The interval at the local studio, whose requests nobody else needs: short at first, then longer, but short enough
 * while the user watches to see the completion soon.
 */
const LOCAL_FOLLOW_MS = 1_000
const WATCHED_FOLLOW_MS = 2_000

const NEVER = { at: Number.NEGATIVE_INFINITY, times: 0 }

interface Asks {
  /** The dispatcher has switched to another service. */
  isStopped(): boolean
  /** The queue is being watched. */
  isWatched(): boolean
}

/** @returns a function that does the next step and resolves to the ms until the following one */
export function createImportStep(parts: Dependencies, dispatch: Dispatcher['dispatch'], asks: Asks) {
  const { clock, kept, serviceId, service, queries, ports } = parts
  /** When the running import was last read, in monotonic ms, and how often. */
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

  const { unsent, set, settle, settleLost } = createRecords(parts)

  /** @returns its new state */
  async function send(one: KeptImport): Promise<KeptImport['state']> {
    const commandId = randomUUID()
    unsent.add(commandId)
    await set(one.id, { state: 'sending', commandId })
    const { url, type, folderId } = one
    const input = { url, type, ...(folderId === null ? {} : { folderId }) }
    // Meanwhile it may have been taken out of the queue.
    if (!mine().some(({ id }) => id === one.id)) return 'sending'
    if (asks.isStopped()) {
      await set(one.id, { state: 'waiting', commandId: null })
      return 'waiting'
    }
    unsent.delete(commandId)
    const outcome = await dispatch(commandId, { type: 'edit', operation: 'importFile', input }, 'core')
    const after = orAsNextKind(one, afterSending(outcome))
    await settle(one.id, after)
    // As another type it is sent again at once: the service was not busy.
    return after.type ? 'sending' : (after.state ?? 'sending')
  }

  async function take(one: KeptImport): Promise<KeptImport['state']> {
    const studio = ports.rehearsal?.()
    if (!studio || asks.isStopped()) return 'waiting'
    await set(one.id, { state: 'sending' })
    const after = await takenBy(studio, one)
    await settle(one.id, after)
    return after.state
  }

  /** @returns whether the import has ended */
  async function follow(one: KeptImport): Promise<boolean> {
    const change = await found(one)
    if (change === null) return false
    if (change.state === undefined) {
      await set(one.id, change)
      return false
    }
    read = NEVER
    await set(one.id, orAsNextKind(one, change))
    // A failed import is also listed among the files.
    queries.touch(['listFiles', 'listFolders', 'getFile'], null)
    return true
  }

  return step
}

/** Changes of the queue, which the disk may refuse. */
function createRecords(parts: Dependencies) {
  /** What became of imports, by id, as long as the disk does not take it: it is not asked for again. */
  const answered = new Map<string, Partial<KeptImport>>()
  /** The edits of this process that were recorded and not sent, because the import was taken out of the queue. */
  const unsent = new Set<string>()
  const set = (id: string, change: Partial<KeptImport>) => changeImport(parts, id, change)

  async function settle(id: string, after: Partial<KeptImport>): Promise<void> {
    answered.set(id, after)
    await set(id, after)
    answered.delete(id)
  }

  /** Its response was lost, or the process died: the reconciled edit decides. */
  async function settleLost({ id, commandId }: KeptImport): Promise<void> {
    const known = answered.get(id)
    if (known) return settle(id, known)
    // It is still in the queue: the disk refused to take it out.
    if (unsent.delete(commandId ?? '')) return set(id, { state: 'waiting', commandId: null })
    const lost = parts.store.get().lostEdits.find((edit) => edit.id === commandId)
    if (lost?.phase === 'looking') return
    // Nobody looks for one that an earlier session sent. Retried while it may still arrive, it would be imported twice.
    if (lost?.phase !== 'found' && commandId && parts.ownWrites.mayArrive(commandId, parts.clock.now())) return
    if (lost?.phase === 'found') return set(id, { state: 'running', fileId: lost.foundId })
    await set(id, { state: 'notKnown', error: IMPORT_WORDS.notKnown })
  }

  return { unsent, set, settle, settleLost }
}

function localPace(times: number, isWatched: boolean): number {
  return Math.min(isWatched ? WATCHED_FOLLOW_MS : FOLLOW_MS, LOCAL_FOLLOW_MS * 2 ** Math.min(times, 4))
}

/** A file of this computer, which the local studio imports itself. */
function takenBy(studio: Rehearsal, { url, inPlace = false, folderId }: KeptImport) {
  return studio.takeFile(url, inPlace, folderId).then(
    (fileId) => ({ state: 'running', fileId, progress: null }) as const,
    (error: unknown) => ({ state: 'failed', error: error instanceof Error ? error.message : String(error) }) as const,
  )
}

/** If the user named no type, and the service found another, the next possible type is tried. */
function orAsNextKind({ kinds }: KeptImport, change: Partial<KeptImport>): Partial<KeptImport> {
  if (!change.isOtherKind || kinds === undefined) return change
  const [type, ...left] = kinds
  return type ? { ...FRESH, type, kinds: left } : { ...change, isOtherKind: false }
}

/** Busy or unreachable: it waits in the queue. Anything else is for the user. */
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
