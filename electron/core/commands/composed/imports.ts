import { randomUUID } from 'node:crypto'
import { MOST } from '../../../../shared/contract/limits.ts'
import { isLocalPath, KINDS, likelyKind, linkName } from '../../../../shared/contract/links.ts'
import { IMPORT_WORDS } from '../../../../shared/words/files/imports.ts'
import { describeDiskError } from '../../../../shared/words/outcomes/disk.ts'
import { changeImport, FRESH, isEnded } from '../../imports/list.ts'
import type { Context } from '../context.ts'
import { Refused } from '../ports.ts'
import type { Composed } from './composed.ts'
import type { KeptImport } from './kept.ts'

/**
 * Adds links to the end of the queue, which imports one after the other. A link that already waits is not added again.
 */
export const importFiles: Composed<'importFiles'> = async (asked, context) => {
  const { links, type, inPlace, folderId = null } = asked
  const { kept, serviceId, ports } = context
  if (links.some(isLocalPath) && !ports.rehearsal?.())
    throw new Refused({ reason: 'edit', message: IMPORT_WORDS.onlyHere })
  const service = serviceId()
  const open = kept.imports.get().filter((one) => one.service === service && !isEnded(one))
  const isOpen = (url: string) =>
    open.some((one) => one.url === url && one.type === (type ?? one.type) && one.folderId === folderId)
  const fresh = [...new Set(links)].filter((url) => !isOpen(url))
  if (open.length + fresh.length > MOST.linksQueued)
    throw new Refused({ reason: 'edit', message: IMPORT_WORDS.tooMany(MOST.linksQueued) })
  const entries = fresh.map((url): KeptImport => {
    const own = { id: randomUUID(), service, url, name: linkName(url), folderId }
    return { ...own, inPlace, ...FRESH, ...(type ? { type } : looked(url)) }
  })
  await kept.imports.change((all) => [...all, ...entries]).catch(notKept)
  wake(context)
  return {
    id: null,
    synced: null,
    about: IMPORT_WORDS.queued(fresh.length, links.length - fresh.length),
    answer: { ids: entries.map(({ id }) => id) },
  }
}

/** The kind to try first, and the kinds to try after it. */
function looked(url: string): Pick<KeptImport, 'type' | 'kinds'> {
  const type = likelyKind(url)
  return { type, kinds: KINDS.filter((kind) => kind !== type) }
}

/** Only the user retries: no failed import is repeated automatically. */
export const retryImport: Composed<'retryImport'> = async ({ importId, type }, context) => {
  const one = entryOf(importId, context)
  if (!isEnded(one) || one.state === 'done') throw new Refused({ reason: 'edit', message: IMPORT_WORDS.isRunning })
  const change = { ...FRESH, ...(type && { type, kinds: undefined }) }
  await changeImport(context, importId, change).catch(notKept)
  wake(context)
  return { id: importId, synced: null, about: IMPORT_WORDS.again }
}

export const removeImport: Composed<'removeImport'> = async ({ importId }, context) => {
  const { state, commandId } = entryOf(importId, context)
  // An import that waits for budget is not sent any more, however long the disk takes.
  const isUnsent = state === 'sending' && commandId && context.heldEdits.cancel(commandId)
  await changeImport(context, importId, null).catch((error) => notKept(error, isUnsent ? 'notRemoved' : 'notKept'))
  return { id: importId, synced: null, about: isUnsent ? IMPORT_WORDS.removedUnsent : IMPORT_WORDS.removed }
}

/** Removes finished imports from the queue; their files stay. */
export const clearImports: Composed<'clearImports'> = async (_, context) => {
  const { kept, serviceId } = context
  const service = serviceId()
  const isLeft = (one: KeptImport) => one.service !== service || one.state !== 'done'
  await kept.imports.change((all) => all.filter(isLeft)).catch(notKept)
  context.queries.touch(['imports'], null)
  return { id: null, synced: null, about: IMPORT_WORDS.cleared }
}

function notKept(error: unknown, words: 'notKept' | 'notRemoved' = 'notKept'): never {
  throw new Refused({ reason: 'edit', message: IMPORT_WORDS[words](describeDiskError(error)) })
}

function entryOf(importId: string, { kept }: Context): KeptImport {
  const one = kept.imports.get().find(({ id }) => id === importId)
  if (!one) throw new Refused({ reason: 'edit', message: IMPORT_WORDS.noSuch })
  return one
}

function wake({ queries, wakeImports }: Context): void {
  queries.touch(['imports'], null)
  wakeImports()
}
