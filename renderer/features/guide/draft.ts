import { useCallback, useRef, useState } from 'react'
import { parseJson } from '../../../shared/util/json.ts'
import { usePanel } from '../../store/context.tsx'

export interface Chosen {
  id: string
  name: string
  durationSec: number | null
}

export interface Draft {
  /** Of the channel's first list; once it is set up, of the scene that is to follow. */
  files: readonly Chosen[]
  /** The imports to append once they finish. */
  awaited: readonly string[]
  /** The project, once created. */
  project: string | null
  /** `channel`: the project has been set up. `another`: the user asked for a new one, whatever is on air. */
  is: 'begun' | 'channel' | 'another'
}

const EMPTY: Draft = { files: [], awaited: [], project: null, is: 'begun' }
const STATES: readonly unknown[] = ['begun', 'channel', 'another'] satisfies Draft['is'][]
const isState = (is: unknown): is is Draft['is'] => STATES.includes(is)

/** The choices that are not at the service yet. This browser stores them, so that the user can leave and come back. */
export function useDraft() {
  const key = `cuelight.guide.${usePanel(({ state }) => state?.profileId ?? '')}`
  const [draft, setDraft] = useState<Draft>(() => readDraft(key))
  const latest = useRef(draft)
  const update = useCallback(
    (next: (now: Draft) => Draft) => {
      latest.current = next(latest.current)
      // Stored at once: a step that leaves the guide removes it before an effect would run.
      keep(key, latest.current)
      setDraft(latest.current)
    },
    [key],
  )
  const change = useCallback((part: Partial<Draft>) => update((now) => ({ ...now, ...part })), [update])
  const add = useCallback(
    (more: readonly Chosen[], awaited?: readonly string[]) =>
      update((now) => ({ ...now, files: union(now.files, more), awaited: awaited ?? now.awaited })),
    [update],
  )
  /** The channel is set up: from now on, files are chosen for what follows. */
  const setUp = useCallback((project: string) => update(() => ({ ...EMPTY, project, is: 'channel' })), [update])
  const restart = () => update(() => ({ ...EMPTY, is: 'another' }))
  return { draft, change, add, setUp, restart }
}

const union = (files: readonly Chosen[], more: readonly Chosen[]) => [
  ...files,
  ...more.filter(({ id }) => files.every((one) => one.id !== id)),
]

function readDraft(key: string): Draft {
  try {
    const { files, awaited, project, is } = Object(parseJson(localStorage.getItem(key) ?? ''))
    return {
      files: Array.isArray(files) ? files.filter(isChosen) : [],
      awaited: Array.isArray(awaited) ? awaited.filter((id) => typeof id === 'string') : [],
      project: typeof project === 'string' ? project : null,
      is: isState(is) && (is !== 'channel' || typeof project === 'string') ? is : 'begun',
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
    const isEmpty = draft.files.length + draft.awaited.length === 0 && draft.project === null
    if (isEmpty && draft.is === 'begun') localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The draft then lasts only as long as this page.
  }
}
