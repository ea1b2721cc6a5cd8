import { type ReactNode, useState } from 'react'
import { SHORTEST_SEARCH } from '../../../shared/contract/limits.ts'
import type { TimedFile } from '../../../shared/query/views.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { ADD_FILES_WORDS, BUILD_NAMES, SCENE_WORDS } from '../../../shared/words/projects/build.ts'
import { describeReadFailure, useList } from '../../data/queries.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReadFurther } from '../../ui/list/ReadFurther.tsx'

export type Kind = 'video' | 'audio'

/** Whether a file can be part of a list of this kind. */
export const canBeListed = ({ type, issues }: TimedFile, kind: Kind): boolean =>
  type === kind && !issues?.errors?.length

/**
 * The usable files of the account, to choose from; the Files screen explains why others are not usable.
 *
 * @returns `search`: the filter field; `rest`: what follows the files while there are more, or none
 */
export function useOffer(kind: Kind): { offered: TimedFile[]; search: ReactNode; rest: ReactNode } {
  const [find, setFind] = useState('')
  const sought = useTyped(find.trim())
  const list = useList('filesWithDurations', sought.length >= SHORTEST_SEARCH ? { search: sought } : {})
  const offered = list.items.filter((file) => canBeListed(file, kind))
  return {
    offered,
    search: <SearchField label={BUILD_NAMES.find} value={find} onChange={({ target }) => setFind(target.value)} />,
    rest: (
      <>
        {list.isPending && <Skeleton text={SCENE_WORDS.loading} count={4} />}
        {list.error && <p className="small">{describeReadFailure(list.error).what}</p>}
        {!list.isPending && !list.error && offered.length === 0 && <p className="empty">{ADD_FILES_WORDS.none}</p>}
        <ReadFurther list={list}>{ADD_FILES_WORDS.more(list.items.length, list.total ?? 0)}</ReadFurther>
      </>
    ),
  }
}

/** An offered file: its name and length. */
export function OfferedFile({ file: { name, durationSec } }: { file: TimedFile }) {
  return (
    <>
      <span className="clip" title={name}>
        {name}
      </span>
      <small>{durationSec ? clockTime(durationSec) : null}</small>
    </>
  )
}
