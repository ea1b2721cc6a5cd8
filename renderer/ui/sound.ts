import type { ToastTone } from '../../shared/settings/desktop.ts'

/** The sounds of outcomes, as numbers: `sound.ts` synthesizes them, no audio files are used. */

export interface Beep {
  /** Hz. */
  hz: number
  /** Start and duration, in ms. */
  at: number
  ms: number
  /** Fraction of full scale, 0..1. */
  gain: number
}

/** -20 dB of full scale: audible to the user at the computer, but not to the audience through a microphone. */
const QUIET = 0.1

const run = (...notes: [hz: number, ms: number][]): Beep[] => {
  let at = 0
  return notes.map(([hz, ms]) => {
    const beep = { hz, at, ms, gain: QUIET }
    at += ms + 30
    return beep
  })
}

/**
 * The tones differ in number, direction and pitch, not in pitch alone: rising is good, falling is bad, level is
 * pending.
 */
export const TONES: Record<ToastTone, readonly Beep[]> = {
  armed: run([660, 70], [660, 70]),
  sent: run([990, 45]),
  onAir: run([523, 90], [659, 90], [784, 180]),
  done: run([660, 70], [880, 110]),
  refused: run([330, 120], [220, 200]),
  unknown: run([440, 90], [392, 90], [440, 90], [392, 90]),
  alarm: run([880, 110], [587, 110], [880, 110], [587, 150]),
}

/** Fade-in and fade-out in ms: without them each beep would begin and end with a click. */
const EDGE_MS = 8

export type Speaker = ReturnType<typeof createSpeaker>

/** Plays tones one at a time and suspends the audio device as soon as nothing sounds. */
export function createSpeaker() {
  let context: AudioContext | null = null
  let last: OscillatorNode | null = null

  return {
    play(tone: ToastTone) {
      context ??= new AudioContext({ latencyHint: 'interactive' })
      const speaker = context
      void speaker.resume()
      if (last) last.onended = null
      last = TONES[tone].map((beep) => sound(speaker, beep)).at(-1) ?? null
      if (last) last.onended = () => void speaker.suspend()
    },
  }
}

function sound(context: AudioContext, { hz, at, ms, gain }: Beep): OscillatorNode {
  const [from, edge] = [context.currentTime + at / 1000, EDGE_MS / 1000]
  const until = from + ms / 1000
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(gain, from + edge)
  volume.gain.setValueAtTime(gain, until - edge)
  volume.gain.linearRampToValueAtTime(0, until)
  const tone = new OscillatorNode(context, { frequency: hz })
  tone.connect(volume).connect(context.destination)
  tone.start(from)
  tone.stop(until)
  return tone
}
