import { linkName } from '../../../shared/contract/links.ts'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import type { Kept, KeptImport } from '../commands/composed/kept.ts'
import type { Queries } from '../query/queries.ts'

/** Ended ones are shown for a while: the oldest go first. */
const MOST_ENDED = 200

/** The service's code for a file that is of another kind than was said. */
export const OTHER_KIND = 'INVALID_FILE_TYPE'

/** As one is that waits to be sent. */
export const FRESH = {
  state: 'waiting',
  ...{ commandId: null, fileId: null, progress: null, error: null, isOtherKind: false },
} as const

export const isEnded = ({ state }: Pick<KeptImport, 'state'>): boolean =>
  !['waiting', 'sending', 'running'].includes(state)

/** Changes one of the queue, and has whoever shows the queue read it again. */
export async function changeImport(
  { kept, queries }: { kept: Kept; queries: Queries },
  id: string,
  change: Partial<KeptImport> | null,
): Promise<void> {
  const all = kept.imports.get()
  const changed = all.flatMap((one) => (one.id !== id ? [one] : change === null ? [] : [{ ...one, ...change }]))
  const surplus = new Set(changed.filter(isEnded).slice(0, -MOST_ENDED))
  await kept.imports.change(changed.filter((one) => !surplus.has(one)))
  queries.touch(['imports'], null)
}

/** The queue as people see it: a link may hold what is nobody else's business, so only its name is told. */
export const shownImports = (kept: Kept, service: string): ImportEntry[] =>
  kept.imports
    .get()
    .filter((one) => one.service === service)
    .map(({ id, url, name, type, state, fileId, progress, error, isOtherKind = false }) => {
      return { id, name: name || linkName(url), type, state, fileId, progress, error, isOtherKind }
    })
