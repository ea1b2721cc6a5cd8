/** What a MIDI message says (MIDI 1.0), and which pad it is about. Pure. */

/** A pad or button, as it is kept. Channels count from 0, as on the wire. */
export interface Pad {
  readonly device: string
  readonly kind: 'note' | 'control'
  readonly channel: number
  readonly number: number
}

export interface PadEvent {
  readonly pad: Pad
  /** Pressed, or let go. */
  readonly isDown: boolean
  /** Its velocity or value. */
  readonly value: number
}

const NOTE_OFF = 0x8
const NOTE_ON = 0x9
const CONTROL = 0xb
/** Controls from here on are channel mode messages, such as "all notes off". */
const MODES = 120
/** A button sends 127 and 0; a knob everything in between. */
const HALF = 64

/** Null: no press of a pad. A note with the velocity 0 is one that ends. */
export function padEvent(device: string, data: ArrayLike<number> | null): PadEvent | null {
  const [status = 0, number = 0, value = 0] = Array.from(data ?? [])
  if (data?.length !== 3) return null
  const channel = status & 0xf
  switch (status >> 4) {
    case NOTE_ON:
      return { pad: { device, kind: 'note', channel, number }, isDown: value > 0, value }
    case NOTE_OFF:
      return { pad: { device, kind: 'note', channel, number }, isDown: false, value }
    case CONTROL:
      return number < MODES
        ? { pad: { device, kind: 'control', channel, number }, isDown: value >= HALF, value }
        : null
    default:
      return null
  }
}

/** The message that lights a pad. @param level 0 to 127 */
export const lightOf = ({ kind, channel, number }: Pad, level: number): number[] => [
  ((kind === 'note' ? NOTE_ON : CONTROL) << 4) | channel,
  number,
  level,
]

/** Equal for messages about the same pad. */
export const padKey = ({ device, kind, channel, number }: Pad): string => `${kind} ${channel} ${number} ${device}`

/** Both ports of one device have its name, which some systems extend by the direction. */
export const deviceName = (port: string): string =>
  port
    .slice(0, 200)
    .replace(/\b(midi ?)?(in|out|input|output)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
