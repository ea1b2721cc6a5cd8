import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../../shared/outcome.ts'
import { tellFailure } from '../../../shared/words/failures.ts'
import { IMPORT_WORDS } from '../../../shared/words/imports.ts'
import type { KeptImport } from '../commands/composed/kept.ts'
import type { Dependencies } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatcher.ts'
import { changeImport, isEnded } from './list.ts'

/** How often an import is followed, in ms (contract notes: no oftener), and how long the queue sleeps with nothing to do. */
const FOLLOW_MS = 10_000
const IDLE_MS = 60_000

type Parts = Pick<Dependencies, 'clock' | 'store' | 'service' | 'queries' | 'kept' | 'serviceId'>

/**
 * Works the queue of links off: one at a time an account (contract notes, P), each sent as an edit of our own, then followed.
 * What fails waits for a person. Survives restarts; one that was being sent when we died is not sent again.
 */
export function startImports(parts: Parts, dispatch: Dispatcher['dispatch']): { wake(): void; stop(): void } {
  const { clock, store, kept, serviceId } = parts
  const mine = () => kept.imports.get().filter(({ service }) => service === serviceId())
  let cancel = () => {}
  let stopped = false
  let working = false

  function wakeIn(ms: number): void {
    cancel()
    if (!stopped) cancel = clock.after(ms, () => void work())
  }

  async function work(): Promise<void> {
    if (working) return
    working = true
    const isOpen = (one: KeptImport) => !isEnded(one)
    try {
      // While nothing answers there is nothing to learn, and nothing is sent.
      if (store.get().service.failure === null) await step()
    } finally {
      working = false
      wakeIn(mine().some(isOpen) ? FOLLOW_MS : IDLE_MS)
    }
  }

  async function step(): Promise<void> {
    const list = mine()
    for (const one of list.filter(({ state }) => state === 'sending')) await settleLost(one)
    const running = list.find(({ state }) => state === 'running')
    if (running) return follow(running)
    const next = list.find(({ state }) => state === 'waiting')
    if (next && !list.some(({ state }) => state === 'sending')) await send(next)
  }

  const set = (id: string, change: Partial<KeptImport>) => changeImport(parts, id, change)

  async function send(one: KeptImport): Promise<void> {
    const commandId = randomUUID()
    await set(one.id, { state: 'sending', commandId })
    const { url, type, folderId } = one
    const input = { url, type, ...(folderId === null ? {} : { folderId }) }
    const outcome = await dispatch(commandId, { type: 'edit', operation: 'importFile', input }, 'core')
    await set(one.id, afterSending(outcome))
  }

  async function follow({ id, fileId }: KeptImport): Promise<void> {
    if (fileId === null) return set(id, { state: 'failed', error: IMPORT_WORDS.lost })
    const input = { params: { fileId } }
    const read = await parts.service.call('getImport', input, { lane: 'refresh' }).catch(() => null)
    if (read === null) return
    const { status, progress, error } = read
    if (status === 'completed') await set(id, { state: 'done', progress: 100, url: '' })
    else if (status === 'error' || status === 'stopped')
      await set(id, { state: 'failed', error: error ?? IMPORT_WORDS[status] })
    else await set(id, { progress })
    if (status === 'completed') parts.queries.touch(['listFiles', 'listFolders', 'getFile'], null)
  }

  /** Its answer was lost, or we died: what the core found out of that edit decides. */
  async function settleLost({ id, commandId }: KeptImport): Promise<void> {
    const lost = store.get().lostEdits.find((edit) => edit.id === commandId)
    if (lost?.phase === 'looking') return
    if (lost?.phase === 'found') return set(id, { state: 'running', fileId: lost.foundId })
    await set(id, { state: 'notKnown', error: IMPORT_WORDS.notKnown })
  }

  wakeIn(FOLLOW_MS)
  return {
    wake: () => wakeIn(0),
    stop() {
      stopped = true
      cancel()
    },
  }
}

/** Busy or out of reach: it waits for its turn. Anything else is for a person. */
function afterSending(outcome: Outcome): Partial<KeptImport> {
  if (outcome.result === 'done' && outcome.done.what === 'edited') {
    const { answer } = outcome.done as { answer?: { fileId?: string } }
    return { state: 'running', fileId: answer?.fileId ?? outcome.done.id, progress: 0 }
  }
  if (outcome.result === 'unknown') return {}
  if (outcome.result !== 'failed') return { state: 'failed', error: IMPORT_WORDS.notSent }
  const { kind, code } = outcome.failure
  const waits = code === 'TRANSFER_IN_PROGRESS' || WAITS_FOR.includes(kind)
  return waits ? { state: 'waiting' } : { state: 'failed', error: tellFailure(outcome.failure).what }
}

const WAITS_FOR: readonly string[] = ['offline', 'rateLimited', 'noBudget', 'cancelled']
