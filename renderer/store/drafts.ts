import { createStore, useStore } from 'zustand'
import { usePanel } from './context.tsx'

const drafts = createStore<Readonly<Record<string, unknown>>>(() => ({}))

/**
 * What was filled in and not saved yet, by what it edits. It outlives the form: whoever looks something up elsewhere
 * finds it again, until the page is loaded anew.
 *
 * @param key what it edits; drafts of another profile are others, whatever ids its service gives
 * @param first what the form shows before anything is filled in
 */
export function useKeptDraft<Draft>(key: string, first: Draft) {
  const profileId = usePanel(({ state }) => state?.profileId)
  const own = `${profileId} ${key}`
  const kept = useStore(drafts, (all) => all[own]) as Draft | undefined
  return {
    draft: kept === undefined ? first : kept,
    /** @param next from the draft as it is now, which may be newer than the one that was drawn */
    keep: (next: (now: Draft) => Draft) =>
      drafts.setState((all) => ({ [own]: next(all[own] === undefined ? first : (all[own] as Draft)) })),
    forget: () => drafts.setState({ [own]: undefined }),
  }
}
