import type { NoAccelerator } from '../../../shared/hotkeys/accelerator.ts'
import { acceleratorOf, type Caution, type PressedKey } from '../../../shared/hotkeys/hotkeys.ts'

/** What a key pressed during recording means. `held`: modifiers, in the usual written order. */
export type Heard =
  | { what: 'cancel' }
  | { what: 'noKey' }
  | { what: 'building'; held: readonly string[] }
  | { what: 'refused'; why: NoAccelerator }
  | { what: 'key'; accelerator: string; caution: Caution | null }

/** Interprets a key press. Without modifiers, Escape cancels and Backspace or Delete removes the hotkey. */
export function heardOf(pressed: PressedKey, platform: string): Heard {
  const held = heldIn(pressed)
  if (held.length === 0 && pressed.key === 'Escape') return { what: 'cancel' }
  if (held.length === 0 && ['Backspace', 'Delete'].includes(pressed.key)) return { what: 'noKey' }
  const read = acceleratorOf(pressed, platform)
  if (read.ok) return { what: 'key', accelerator: read.accelerator, caution: read.caution }
  return read.why === 'goOn' ? { what: 'building', held } : { what: 'refused', why: read.why }
}

/** What remains after a key is released: a hotkey to take, or the modifiers that are still down. */
export function releasedOf(released: PressedKey, heard: Heard | null, platform: string): Heard | null {
  // Windows reports this key only when it is released.
  if (released.key === 'PrintScreen' && heard?.what !== 'key') return heardOf(released, platform)
  return heard?.what === 'building' ? { what: 'building', held: heldIn(released) } : heard
}

/** The modifiers that are down. */
function heldIn({ ctrlKey, altKey, shiftKey, metaKey }: PressedKey): string[] {
  return [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter(
    (one) => one !== false,
  )
}
