import { useEffect, useRef, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { BOUNDS, BOUNDS_OF, DEFAULT_PREFERENCES, type Preferences } from '../../../shared/settings/preferences.ts'
import type { PreferenceName } from '../../../shared/settings/profileIds.ts'
import { durationText } from '../../../shared/words/desktopSettings.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { isWaiting, whyNoLink } from '../../store/reasons.ts'
import { atField } from '../../ui/useSubmit.ts'

/** What a person types and steps through, as ms and back. Pure. */

/** How far one step goes, in ms. */
const STEP_MS: Record<PreferenceName, number> = {
  holdMs: 500,
  cancelWindowMs: 1_000,
  pressUntilMs: 500,
  liveMs: 1_000,
  idleMs: 10_000,
}

export const chosenMs = ({ guard, pace }: Preferences, name: PreferenceName): number => ({ ...guard, ...pace })[name]

export const defaultOf = (name: PreferenceName): number => chosenMs(DEFAULT_PREFERENCES, name)

/** As it stands in its field, in seconds. */
export const typed = (ms: number): string => String(ms / 1_000)

/** What a field says, in ms; null: no number. Many people write 1,5. */
export function msOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(trimmed)) return null
  return Math.round(Number(trimmed) * 1_000)
}

/** One step up or down, to the next whole step, and never beyond the bounds. */
export function stepped(name: PreferenceName, ms: number, steps: 1 | -1): number {
  const step = STEP_MS[name]
  const { least, most } = BOUNDS_OF[name]
  const next = steps > 0 ? Math.floor(ms / step) * step + step : Math.ceil(ms / step) * step - step
  return Math.min(most, Math.max(least, next))
}

export const isWithin = (name: PreferenceName, ms: number): boolean =>
  ms >= BOUNDS_OF[name].least && ms <= BOUNDS_OF[name].most

/** The command that chooses it. */
export function choosing(name: PreferenceName, ms: number): CommandInput {
  const group = name in BOUNDS.guard ? 'guard' : 'pace'
  return { type: 'setPreferences', [group]: { [name]: ms } }
}

/** Ms of quiet after which a step is kept: who steps from 1 to 5 s chooses once. */
const QUIET_MS = 600

/**
 * One time that is chosen by typing or stepping, and kept by itself. What is typed stays in the field until the core has
 * taken it; what cannot be taken is told there, and not sent.
 */
export function useStepper(name: PreferenceName) {
  const { store, press, tell, dismiss } = useActions()
  const spot = `choice:${name}` as const
  const held = usePanel(({ state }) => (state ? chosenMs(state.preferences, name) : 0))
  const [draft, setDraft] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pending = useRef<string | null>(null)
  const text = draft ?? typed(held)

  function write(next: string | null): void {
    clearTimeout(timer.current)
    pending.current = next
    setDraft(next)
    setWrong(null)
  }

  /** Keeps what stands in the field, now. */
  async function keep(): Promise<void> {
    clearTimeout(timer.current)
    const said = pending.current
    if (said === null) return
    const ms = msOf(said)
    if (ms === null || !isWithin(name, ms)) return setWrong(durationText(BOUNDS_OF[name]))
    const why = whyNoLink(store.getState())
    if (why !== null) return tell(spot, { result: 'inert', why })
    if (ms === held) return write(null)
    // The last choice is still on its way: this one has its turn.
    if (isWaiting(spot)(store.getState())) return later()
    const answer = await press(spot, choosing(name, ms))
    // Something else was chosen meanwhile.
    if (pending.current !== said || answer === null) return
    const refused = atField(answer)
    if (!refused) return write(null)
    pending.current = null
    setWrong(refused.text)
    dismiss(spot)
  }

  function later(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void latest.current(), QUIET_MS)
  }

  const latest = useRef(keep)
  latest.current = keep
  // Whoever leaves right after a step has chosen all the same.
  useEffect(() => () => void latest.current(), [])

  function choose(ms: number): void {
    write(typed(ms))
    later()
  }

  return {
    spot,
    text,
    wrong,
    changed: draft !== null,
    /** What the field says, as far as it says a time. */
    ms: msOf(text),
    type: write,
    keep: () => void keep(),
    choose,
    step: (steps: 1 | -1) => choose(stepped(name, msOf(text) ?? held, steps)),
    undo: () => write(null),
  }
}
