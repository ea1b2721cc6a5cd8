/** What a person types and steps through, as ms and back. Pure. */
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { PreferenceName } from '../../../shared/settings/preferenceNames.ts'
import { BOUNDS, BOUNDS_OF, DEFAULT_PREFERENCES, type Preferences } from '../../../shared/settings/preferences.ts'

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
