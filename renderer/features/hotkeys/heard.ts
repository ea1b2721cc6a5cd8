import type { NoAccelerator } from '../../../shared/hotkeys/accelerator.ts'
import { acceleratorOf, type Caution, type PressedKey } from '../../../shared/hotkeys/hotkeys.ts'

/** What a key pressed while keys are recorded means. `held`: modifiers, in the order people write them. */
export type Heard =
  | { what: 'cancel' }
  | { what: 'noKey' }
  | { what: 'building'; held: readonly string[] }
  | { what: 'refused'; why: NoAccelerator }
  | { what: 'key'; accelerator: string; caution: Caution | null }

/** What this key press asks for. Alone, Escape leaves and Backspace or Delete takes the key away. */
export function heardOf(pressed: PressedKey, platform: string): Heard {
  const held = heldIn(pressed)
  if (held.length === 0 && pressed.key === 'Escape') return { what: 'cancel' }
  if (held.length === 0 && ['Backspace', 'Delete'].includes(pressed.key)) return { what: 'noKey' }
  const read = acceleratorOf(pressed, platform)
  if (read.ok) return { what: 'key', accelerator: read.accelerator, caution: read.caution }
  return read.why === 'goOn' ? { what: 'building', held } : { what: 'refused', why: read.why }
}

/** What a key that is let go leaves of what was heard: a key to take, or the modifiers that are still down. */
export function releasedOf(released: PressedKey, heard: Heard | null, platform: string): Heard | null {
  // Windows tells of this one only when it is let go.
  if (released.key === 'PrintScreen' && heard?.what !== 'key') return heardOf(released, platform)
  return heard?.what === 'building' ? { what: 'building', held: heldIn(released) } : heard
}

/** The modifiers that are down. */
function heldIn({ ctrlKey, altKey, shiftKey, metaKey }: PressedKey): string[] {
  return [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter(
    (one) => one !== false,
  )
}
