import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import type { TimedFile } from '../../../shared/query/views.ts'
import { DROP_WORDS } from '../../../shared/words/projects/build.ts'
import { useRead } from '../../data/queries.ts'
import { useActions } from '../../store/context.tsx'
import { useKeptDraft } from '../../store/drafts.ts'
import { useFileDrop, usePaths } from '../../ui/form/useFileDrop.ts'
import type { Kind } from './useOffer.tsx'

interface Props extends ComponentProps<'div'> {
  layerId: string
  kind: Kind
  onAdd(files: readonly TimedFile[]): void
}

const NOTHING: readonly string[] = []
const NO_IMPORTS: readonly ImportEntry[] = []
const isEnded = ({ state }: ImportEntry) => ['done', 'failed', 'notKnown'].includes(state)

/** The part of the page that holds a list: files dropped on it are imported, and appended once they are there. */
export function DropIn({ layerId, kind, onAdd, children, ...div }: Props) {
  const { press } = useActions()
  const spot = `edit:list ${layerId}` as const
  const { awaited, wait } = useArrived(layerId, kind, onAdd)
  const { take } = usePaths(spot, (paths) => void bringIn(paths))
  const { isOver, handlers } = useFileDrop(take)

  async function bringIn(links: readonly string[]): Promise<void> {
    const answer = await press(spot, { type: 'edit', operation: 'importFiles', input: { links: [...links] } })
    if (answer?.result === 'done' && answer.done.what === 'edited') wait(Object(answer.done.answer).ids ?? NOTHING)
  }
  return (
    <div className="stack" data-over={isOver || undefined} {...handlers} {...div}>
      <p className="small" role="status" hidden={awaited === 0}>
        {awaited > 0 && DROP_WORDS.coming(awaited)}
      </p>
      {children}
    </div>
  )
}

/**
 * Appends imported files to a list, in the order in which they arrive. They are awaited while the list is not on
 * screen, too.
 */
function useArrived(layerId: string, kind: Kind, onAdd: Props['onAdd']) {
  const { query, tell } = useActions()
  const { draft: awaited, keep } = useKeptDraft(`dropped ${layerId}`, NOTHING)
  const imports = useRead('imports', {}, awaited.length > 0).data?.value.imports ?? NO_IMPORTS
  const ours = imports.filter(({ id }) => awaited.includes(id))

  const take = useEffectEvent(async (ended: readonly ImportEntry[]) => {
    const fits = ended.filter(({ state, type }) => state === 'done' && type === kind)
    if (fits.length < ended.length)
      tell(`edit:list ${layerId}`, { result: 'inert', why: DROP_WORDS.notAdded(ended.length - fits.length) })
    append(await Promise.all(fits.map(async ({ fileId, name }) => fileOf(fileId ?? '', name))))
  })
  const append = useEffectEvent(onAdd)

  /** The file with its length; if it cannot be read, the list is saved without them. */
  async function fileOf(fileId: string, name: string): Promise<TimedFile> {
    const file = await query('getFile', { fileId }).catch(() => null)
    const known = file?.value ?? { id: fileId, name }
    return { ...known, durationSec: file?.value.metadata?.durationSec ?? null } as TimedFile
  }
  useEffect(() => {
    const ended = ours.filter(isEnded)
    if (ended.length === 0) return
    keep((ids) => ids.filter((id) => ended.every((one) => one.id !== id)))
    void take(ended)
  })
  return {
    awaited: ours.filter((one) => !isEnded(one)).length,
    wait: (ids: readonly string[]) => keep((before) => [...before, ...ids]),
  }
}
