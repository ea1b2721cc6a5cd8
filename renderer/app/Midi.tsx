import { useEffect } from 'react'
import { useStore } from 'zustand'
import { midiOf } from '../features/midi/midiStore.ts'
import { useActions } from '../store/context.tsx'

/** Pads of MIDI controllers, while the user has them switched on in this browser. Draws nothing. */
export function Midi() {
  const panel = useActions()
  const midi = midiOf(panel)
  const isOn = useStore(midi.store, ({ on }) => on)
  useEffect(() => midi.follow(), [midi])
  useEffect(() => {
    if (!isOn) return
    let stop = () => {}
    let isHere = true
    // Only who uses pads loads what they need.
    import('../features/midi/runMidi.ts').then(
      ({ runMidi }) => {
        if (isHere) stop = runMidi(panel, midi)
      },
      () => {},
    )
    return () => {
      isHere = false
      stop()
    }
  }, [isOn, panel, midi])
  return null
}
