import { createStore } from 'zustand/vanilla'
import { attributesOf, readViewPreferences, themeIn, type ViewPreferences } from './preferenceRules.ts'

const KEY = 'cuelight.choices'

export interface ViewPreferencesState {
  choices: ViewPreferences
  /** False: this browser keeps nothing, so they hold for this page only. */
  kept: boolean
}

export type ViewPreferenceStore = ReturnType<typeof createViewPreferences>

/** The choices of this browser: what is kept, then what the address asks for. */
export function createViewPreferences(search: string) {
  const text = kept()
  const store = createStore<ViewPreferencesState>(() => ({
    choices: readViewPreferences(text ?? null),
    kept: text !== undefined,
  }))

  function choose(part: Partial<ViewPreferences>): void {
    const choices = { ...store.getState().choices, ...part }
    store.setState({ choices, kept: keep(choices) })
  }

  const asked = themeIn(search)
  if (asked.theme) choose(asked)

  return {
    store,
    choose,
    /** Follows the other pages of this browser; answers what ends it. */
    follow() {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        // No key: everything was cleared.
        if (key === KEY || key === null) store.setState({ choices: readViewPreferences(newValue) })
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** Puts the choices on the page's root, now and whenever they change. Answers what ends it. */
export function applyTheme(root: HTMLElement, { store }: ViewPreferenceStore): () => void {
  function put({ choices }: ViewPreferencesState): void {
    for (const [name, value] of Object.entries(attributesOf(choices))) {
      if (value === null) root.removeAttribute(name)
      else root.setAttribute(name, value)
    }
  }
  put(store.getState())
  return store.subscribe(put)
}

/** What is kept. Undefined: this browser lets us keep nothing, which it says by throwing. */
function kept(): string | null | undefined {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return undefined
  }
}

/** Answers whether they are kept. The set-up says so where they are not. */
function keep(choices: ViewPreferences): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
    return true
  } catch {
    return false
  }
}
