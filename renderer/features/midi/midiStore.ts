/** The MIDI settings of this browser, and what became of them on this page. */
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { parseJson } from '../../../shared/util/json.ts'
import type { PanelStore } from '../../store/store.ts'
import { type Pad, padKey } from './pads.ts'

/** Scenes beyond this number have no pad. */
const MOST_SCENES = 16
const KEYS = ['goLive', 'stop', 'next', 'previous', 'back', 'take', 'sync', 'autoSync', 'padlock'] as const

/** What a pad can do. */
export type PadAction = (typeof KEYS)[number] | `scene ${number}`
export const PAD_ACTIONS: readonly PadAction[] = [
  ...KEYS,
  ...Array.from({ length: MOST_SCENES }, (_, at) => `scene ${at + 1}` as const),
]
/** The number of the scene; null: it is another action. */
export const sceneOf = (action: PadAction): number | null =>
  action.startsWith('scene ') ? Number(action.slice('scene '.length)) : null

const upTo = (most: number) => z.number().check(z.int(), z.minimum(0), z.maximum(most))
const StoredPad = z.object({
  device: z.string().check(z.maxLength(200)),
  kind: z.enum(['note', 'control']),
  channel: upTo(15),
  number: upTo(127),
})
const Stored = z.object({ on: z.boolean(), pads: z.partialRecord(z.enum(PAD_ACTIONS), StoredPad) })

export interface MidiState {
  on: boolean
  pads: Partial<Record<PadAction, Pad>>
  /** `elsewhere`: another page of this browser has the pads, so that no press acts twice. */
  phase: 'off' | 'asking' | 'on' | 'denied' | 'unsupported' | 'elsewhere'
  devices: readonly string[]
  /** The action whose pad is to be pressed. */
  learning: PadAction | null
}

const KEY = 'cuelight.midi'
export type MidiStore = ReturnType<typeof createMidiStore>

function createMidiStore() {
  const idle = { phase: 'off', devices: [], learning: null } as const
  const store = createStore<MidiState>(() => ({ ...readStored(kept()), ...idle }))

  function change(part: Partial<Pick<MidiState, 'on' | 'pads'>>): void {
    store.setState(part)
    const { on, pads } = store.getState()
    keep(JSON.stringify({ on, pads }))
  }

  return {
    store,
    switchTo: (on: boolean) => change({ on }),
    learn: (learning: PadAction | null) => store.setState({ learning }),
    forget(action: PadAction): void {
      const { [action]: _, ...pads } = store.getState().pads
      change({ pads })
    },
    /** The pad that was pressed while an action was waiting for one. A pad does one thing only. */
    learned(pad: Pad): void {
      const { learning, pads } = store.getState()
      if (learning === null) return
      const others = Object.entries(pads).filter(([, one]) => one && padKey(one) !== padKey(pad))
      store.setState({ learning: null })
      change({ pads: { ...Object.fromEntries(others), [learning]: pad } })
    },
    /** Follows changes by other pages of this browser. @returns a function that stops it */
    follow(): () => void {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === KEY || key === null) store.setState(readStored(newValue))
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

const stores = new WeakMap<PanelStore, MidiStore>()

/** The one of this page. */
export function midiOf(panel: PanelStore): MidiStore {
  const midi = stores.get(panel) ?? createMidiStore()
  stores.set(panel, midi)
  return midi
}

/** What another version or another program wrote counts as nothing: off, without a pad. */
function readStored(text: string | null): Pick<MidiState, 'on' | 'pads'> {
  const { data } = Stored.safeParse(parseJson(text ?? ''))
  return data ? { on: data.on, pads: data.pads as MidiState['pads'] } : { on: false, pads: {} }
}

/** A browser that blocks storage throws: then the choice lasts as long as the page. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function keep(text: string): void {
  try {
    localStorage.setItem(KEY, text)
  } catch {}
}
