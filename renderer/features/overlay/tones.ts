/** The sounds of answers, as numbers: what is heard is made by `sound.ts`, no file is played. */
import type { FlashTone } from '../../../shared/settings/desktop.ts'

export interface Beep {
  /** Hz. */
  hz: number
  /** When it begins and how long it lasts, in ms. */
  at: number
  ms: number
  /** Of full scale, 0..1. */
  gain: number
}

/** -20 dB of full scale: heard by whoever sits there, and not by a microphone's audience. */
const QUIET = 0.1

const run = (...notes: [hz: number, ms: number][]): Beep[] => {
  let at = 0
  return notes.map(([hz, ms]) => {
    const beep = { hz, at, ms, gain: QUIET }
    at += ms + 30
    return beep
  })
}

/** Told apart by number, direction and pitch, not by pitch alone: up is good, down is not, alike is waiting. */
export const TONES: Record<FlashTone, readonly Beep[]> = {
  armed: run([660, 70], [660, 70]),
  sent: run([990, 45]),
  onAir: run([523, 90], [659, 90], [784, 180]),
  done: run([660, 70], [880, 110]),
  refused: run([330, 120], [220, 200]),
  unknown: run([440, 90], [392, 90], [440, 90], [392, 90]),
  alarm: run([880, 110], [587, 110], [880, 110], [587, 150]),
}
