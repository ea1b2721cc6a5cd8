import { create } from 'zustand'
import type { TimedFile } from '../../shared/query/views.ts'
import { usePanel } from '../store/context.tsx'

interface Taken {
  files: readonly TimedFile[]
  /** The account that the files belong to. */
  profileId: string | null
}

const NONE: readonly TimedFile[] = []
const useTaken = create<Taken>()(() => ({ files: NONE, profileId: null }))

/**
 * Files that the user carries from one screen to a list on another, within one account. Nothing persists them: a
 * reload loses them.
 */
export function useTakenAlong(): { files: readonly TimedFile[]; take(files: readonly TimedFile[]): void } {
  const profileId = usePanel(({ state }) => state?.profileId ?? null)
  const taken = useTaken()
  return {
    files: taken.profileId === profileId ? taken.files : NONE,
    take: (files) => useTaken.setState({ files, profileId }),
  }
}
