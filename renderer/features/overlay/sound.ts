import type { FlashTone } from '../../../shared/settings/desktop.ts'
import { type Beep, TONES } from './tones.ts'

/** Ms a beep takes to swell and to fade: without it each would begin and end with a click. */
const EDGE_MS = 8

export interface Speaker {
  play(tone: FlashTone): void
}

/** Plays tones one at a time; the device is given back as soon as nothing sounds. */
export function createSpeaker(): Speaker {
  let context: AudioContext | null = null
  let last: OscillatorNode | null = null

  return {
    play(tone) {
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
