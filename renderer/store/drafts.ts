import { createStore, useStore } from 'zustand'
import { usePanel } from './context.tsx'

const drafts = createStore<Readonly<Record<string, unknown>>>(() => ({}))

/**
 * Unsaved input, by what it edits. It outlives the form, so that the user can look something up elsewhere and come
 * back; a reload loses it.
 *
 * @param key what it edits; drafts are separate for each profile, even if their services use equal ids
 * @param first what the form shows before any input
 */
export function useKeptDraft<Draft>(key: string, first: Draft) {
  const profileId = usePanel(({ state }) => state?.profileId)
  const own = `${profileId} ${key}`
  const kept = useStore(drafts, (all) => all[own]) as Draft | undefined
  return {
    draft: kept === undefined ? first : kept,
    /** @param next computes the draft from the current one, which may be newer than the rendered one */
    keep: (next: (now: Draft) => Draft) =>
      drafts.setState((all) => ({ [own]: next(all[own] === undefined ? first : (all[own] as Draft)) })),
    forget: () => drafts.setState({ [own]: undefined }),
  }
}
