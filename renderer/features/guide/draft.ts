import { useCallback, useEffect, useState } from 'react'
import { parseJson } from '../../../shared/util/json.ts'
import { usePanel } from '../../store/context.tsx'

export interface Chosen {
  id: string
  name: string
  durationSec: number | null
}

interface Draft {
  files: readonly Chosen[]
  /** The imports to append once they finish. */
  awaited: readonly string[]
  /** The project, once created. */
  project: string | null
}

const EMPTY: Draft = { files: [], awaited: [], project: null }

/** The choices that are not at the service yet. This browser stores them, so that the user can leave and come back. */
export function useDraft() {
  const key = `cuelight.guide.${usePanel(({ state }) => state?.profileId ?? '')}`
  const [draft, setDraft] = useState<Draft>(() => readDraft(key))
  useEffect(() => keep(key, draft), [key, draft])
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const add = useCallback((more: readonly Chosen[], awaited?: readonly string[]) => {
    setDraft((now) => ({ ...now, files: union(now.files, more), awaited: awaited ?? now.awaited }))
  }, [])
  return { draft, change, add, empty: () => setDraft(EMPTY) }
}

const union = (files: readonly Chosen[], more: readonly Chosen[]) => [
  ...files,
  ...more.filter(({ id }) => files.every((one) => one.id !== id)),
]

function readDraft(key: string): Draft {
  try {
    const { files, awaited, project } = Object(parseJson(localStorage.getItem(key) ?? ''))
    return {
      files: Array.isArray(files) ? files.filter(isChosen) : [],
      awaited: Array.isArray(awaited) ? awaited.filter((id) => typeof id === 'string') : [],
      project: typeof project === 'string' ? project : null,
    }
  } catch {
    // This browser blocks storage.
    return EMPTY
  }
}

function isChosen(one: unknown): one is Chosen {
  const { id, name, durationSec } = Object(one)
  return (
    typeof id === 'string' && typeof name === 'string' && (durationSec === null || typeof durationSec === 'number')
  )
}

function keep(key: string, draft: Draft): void {
  try {
    if (draft.files.length + draft.awaited.length === 0 && draft.project === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The draft then lasts only as long as this page.
  }
}
