import { linkName } from '../../../shared/contract/links.ts'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import type { Kept, KeptImport } from '../commands/composed/kept.ts'
import type { Queries } from '../query/queries.ts'

/** Ended imports are shown for a while; at most this many, the oldest dropped first. */
const MOST_ENDED = 200

/** The service's code for a file of another type than was declared. */
export const OTHER_KIND = 'INVALID_FILE_TYPE'

/** The fields of an import that waits to be sent. */
export const FRESH = {
  state: 'waiting',
  ...{ commandId: null, fileId: null, progress: null, error: null, isOtherKind: false },
} as const

export const isEnded = ({ state }: Pick<KeptImport, 'state'>): boolean =>
  !['waiting', 'sending', 'running'].includes(state)

/** Changes one import of the queue, and outdates the queue where it is shown. */
export async function changeImport(
  { kept, queries }: { kept: Kept; queries: Queries },
  id: string,
  change: Partial<KeptImport> | null,
): Promise<void> {
  await kept.imports.change((all) => {
    const changed = all.flatMap((one) => (one.id !== id ? [one] : change === null ? [] : [{ ...one, ...change }]))
    const surplus = new Set(changed.filter(isEnded).slice(0, -MOST_ENDED))
    return changed.filter((one) => !surplus.has(one))
  })
  queries.touch(['imports'], null)
}

/** The queue as the user sees it: a link may contain secrets, so only its name is shown. */
export const shownImports = (kept: Kept, service: string): ImportEntry[] =>
  kept.imports
    .get()
    .filter((one) => one.service === service)
    .map(({ id, url, name, type, state, fileId, progress, error, isOtherKind = false }) => {
      return { id, name: name || linkName(url), type, state, fileId, progress, error, isOtherKind }
    })
