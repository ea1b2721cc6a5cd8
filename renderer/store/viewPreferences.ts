import { createStore } from 'zustand/vanilla'
import { attributesOf, readViewPreferences, themeIn, type ViewPreferences } from './preferenceRules.ts'

const KEY = 'cuelight.choices'

export interface ViewPreferencesState {
  choices: ViewPreferences
  /** False: this browser blocks storage, so the choices last only as long as this page. */
  kept: boolean
}

export type ViewPreferenceStore = ReturnType<typeof createViewPreferences>

/** The preferences of this browser: those stored, overridden by the address. */
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
    /** Follows changes by other pages of this browser. @returns a function that stops it */
    follow() {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        // A null key means that the whole storage was cleared.
        if (key === KEY || key === null) store.setState({ choices: readViewPreferences(newValue) })
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** Sets the attributes of the page's root, now and on every change. @returns a function that stops it */
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

/** The stored text. Undefined: this browser blocks storage, which it reports by throwing. */
function kept(): string | null | undefined {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return undefined
  }
}

/** @returns whether the choices were stored; if not, the settings say so */
function keep(choices: ViewPreferences): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
    return true
  } catch {
    return false
  }
}
