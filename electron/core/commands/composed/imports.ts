import { randomUUID } from 'node:crypto'
import { linkName } from '../../../../shared/contract/links.ts'
import { IMPORT_WORDS } from '../../../../shared/words/imports.ts'
import { changeImport, isEnded } from '../../imports/list.ts'
import type { Context } from '../context.ts'
import { Refused } from '../ports.ts'
import type { Composed } from './composed.ts'
import type { KeptImport } from './kept.ts'

/** Puts links at the end of the queue: they are imported one after the other. */
export const importFiles: Composed<'importFiles'> = async ({ links, type, folderId }, context) => {
  const { kept, serviceId } = context
  const fresh = links.map((url): KeptImport => {
    const own = { id: randomUUID(), service: serviceId(), url, name: linkName(url), type, folderId: folderId ?? null }
    return { ...own, state: 'waiting', commandId: null, fileId: null, progress: null, error: null }
  })
  await kept.imports.change([...kept.imports.get(), ...fresh])
  wake(context)
  return {
    id: null,
    synced: null,
    about: IMPORT_WORDS.queued(links.length),
    answer: { ids: fresh.map(({ id }) => id) },
  }
}

/** A person says so: nothing that failed is tried again by itself. */
export const retryImport: Composed<'retryImport'> = async ({ importId }, context) => {
  const one = entryOf(importId, context)
  if (!isEnded(one) || one.state === 'done') throw new Refused({ reason: 'edit', message: IMPORT_WORDS.isRunning })
  await changeImport(context, importId, {
    state: 'waiting',
    commandId: null,
    fileId: null,
    progress: null,
    error: null,
  })
  wake(context)
  return { id: importId, synced: null, about: IMPORT_WORDS.again }
}

export const removeImport: Composed<'removeImport'> = async ({ importId }, context) => {
  entryOf(importId, context)
  await changeImport(context, importId, null)
  return { id: importId, synced: null, about: IMPORT_WORDS.removed }
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
