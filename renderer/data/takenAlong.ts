import { create } from 'zustand'
import type { TimedFile } from '../../shared/query/views.ts'
import { usePanel } from '../store/context.tsx'

interface Taken {
  files: readonly TimedFile[]
  /** Whose they are. */
  profileId: string | null
}

const NONE: readonly TimedFile[] = []
const useTaken = create<Taken>()(() => ({ files: NONE, profileId: null }))

/**
 * Files that somebody takes from the one screen to a list in another, of the same account. Nothing else keeps them: reload
 * forgets them.
 */
export function useTakenAlong(): { files: readonly TimedFile[]; take(files: readonly TimedFile[]): void } {
  const profileId = usePanel(({ state }) => state?.profileId ?? null)
  const taken = useTaken()
  return {
    files: taken.profileId === profileId ? taken.files : NONE,
    take: (files) => useTaken.setState({ files, profileId }),
  }
}
