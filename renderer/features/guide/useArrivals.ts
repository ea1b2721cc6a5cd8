import { useEffect } from 'react'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import { useRead } from '../../data/queries.ts'
import type { Chosen } from './draft.ts'

const NONE: readonly ImportEntry[] = []

export const isComing = ({ state, type }: ImportEntry) =>
  type === 'video' && ['waiting', 'sending', 'running'].includes(state)

/**
 * The current imports. Each video that is being imported is awaited, across reloads too, and added once it is done.
 *
 * @param awaited the imports seen in progress; null: no longer waiting
 */
export function useArrivals(
  awaited: readonly string[] | null,
  add: (arrived: readonly Chosen[], awaited: readonly string[]) => void,
): readonly ImportEntry[] {
  const imports = useRead('imports', {}).data?.value.imports ?? NONE
  useEffect(() => {
    if (awaited === null) return
    const still = imports.filter(isComing).map(({ id }) => id)
    const arrived = imports.flatMap(({ id, state, fileId, name }) =>
      state === 'done' && fileId !== null && awaited.includes(id) ? [{ id: fileId, name, durationSec: null }] : [],
    )
    if (arrived.length > 0 || still.some((id) => !awaited.includes(id))) add(arrived, still)
  }, [imports, awaited, add])
  return imports
}
