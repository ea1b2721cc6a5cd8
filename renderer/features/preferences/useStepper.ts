import { useEffect, useRef, useState } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { BOUNDS, BOUNDS_OF, DEFAULT_PREFERENCES, type Preferences } from '../../../shared/settings/preferences.ts'
import type { PreferenceName } from '../../../shared/settings/profileIds.ts'
import { durationText } from '../../../shared/words/desktop/desktopSettings.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { isWaiting, whyNoLink } from '../../store/reasons.ts'
import { atField } from '../../ui/form/useSubmit.ts'

/** Conversions between the field's text and ms. Pure. */

/** The size of one step, in ms. */
const STEP_MS: Record<PreferenceName, number> = {
  holdMs: 500,
  cancelWindowMs: 1_000,
  pressUntilMs: 500,
  liveMs: 1_000,
  idleMs: 10_000,
}

export const chosenMs = ({ guard, pace }: Preferences, name: PreferenceName): number => ({ ...guard, ...pace })[name]

export const defaultOf = (name: PreferenceName): number => chosenMs(DEFAULT_PREFERENCES, name)

/** The text of the field, in seconds. */
export const typed = (ms: number): string => String(ms / 1_000)

/** Parses the text of a field into ms; null: not a number. A decimal comma is accepted, as in 1,5. */
export function msOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(trimmed)) return null
  return Math.round(Number(trimmed) * 1_000)
}

/** One step up or down to the next multiple of the step, within the bounds. */
export function stepped(name: PreferenceName, ms: number, steps: 1 | -1): number {
  const step = STEP_MS[name]
  const { least, most } = BOUNDS_OF[name]
  const next = steps > 0 ? Math.floor(ms / step) * step + step : Math.ceil(ms / step) * step - step
  return Math.min(most, Math.max(least, next))
}

export const isWithin = (name: PreferenceName, ms: number): boolean =>
  ms >= BOUNDS_OF[name].least && ms <= BOUNDS_OF[name].most

/** The command that sets the preference. */
export function choosing(name: PreferenceName, ms: number): CommandInput {
  const group = name in BOUNDS.guard ? 'guard' : 'pace'
  return { type: 'setPreferences', [group]: { [name]: ms } }
}

/** Ms of quiet after which a step is saved, so that stepping from 1 to 5 s sends one command. */
const QUIET_MS = 600

/**
 * One duration that is typed or stepped and saved automatically. The text stays in the field until the core has saved
 * it; an invalid value is reported there and not sent.
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

  /** Saves the value in the field now. */
  async function keep(): Promise<void> {
    clearTimeout(timer.current)
    const said = pending.current
    if (said === null) return
    const ms = msOf(said)
    if (ms === null || !isWithin(name, ms)) return setWrong(durationText(BOUNDS_OF[name]))
    const why = whyNoLink(store.getState())
    if (why !== null) return tell(spot, { result: 'inert', why })
    if (ms === held) return write(null)
    // The previous save is still pending: this one follows it.
    if (isWaiting(spot)(store.getState())) return later()
    const answer = await press(spot, choosing(name, ms))
    // The value was changed meanwhile.
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
  // A step is saved even if the user leaves the screen right after it.
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
    /** The value of the field in ms; null: not a number. */
    ms: msOf(text),
    type: write,
    keep: () => void keep(),
    choose,
    step: (steps: 1 | -1) => choose(stepped(name, msOf(text) ?? held, steps)),
    undo: () => write(null),
  }
}
