import { useEffect } from 'react'
import { useStore } from 'zustand'
import { inARow } from '../../../shared/words/format.ts'
import { MIDI_ACTION_WORDS, MIDI_NAMES, MIDI_WORDS } from '../../../shared/words/panel/midi.ts'
import { useActions } from '../../store/context.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { type MidiState, type MidiStore, midiOf, PAD_ACTIONS, type PadAction, sceneOf } from './midiStore.ts'
import type { Pad } from './pads.ts'

/** Pads that press Cuelight's keys: on or off, and which pad does what. */
export function MidiCard() {
  const midi = midiOf(useActions())
  const { on, phase, devices } = useStore(midi.store)
  // Leaving the settings ends the waiting for a pad.
  useEffect(() => () => midi.learn(null), [midi])
  return (
    <Card heading={MIDI_WORDS.heading} level={3}>
      <p className="small">{MIDI_WORDS.about}</p>
      <Switch
        {...{ name: MIDI_WORDS.on, about: MIDI_WORDS.onAbout, spot: 'midi', reason: null, on }}
        onSwitch={midi.switchTo}
      />
      {on && (
        <p className="small" role="status">
          {phaseText(phase, devices)}
        </p>
      )}
      {on && phase === 'on' && (
        <ul className="ruled midi-list">
          {PAD_ACTIONS.map((action) => (
            <Row key={action} action={action} midi={midi} />
          ))}
        </ul>
      )}
      <Answer spots={['midi']} />
    </Card>
  )
}

function phaseText(phase: MidiState['phase'], devices: readonly string[]): string {
  if (phase === 'off') return ''
  if (phase !== 'on') return MIDI_WORDS[phase]
  return devices.length === 0 ? MIDI_WORDS.nobody : MIDI_WORDS.devices(inARow(devices))
}

function Row({ action, midi }: { action: PadAction; midi: MidiStore }) {
  const pad = useStore(midi.store, ({ pads }) => pads[action])
  const isLearning = useStore(midi.store, ({ learning }) => learning === action)
  const name = nameOf(action)
  return (
    <li className="line">
      <p className="cluster">
        <b>{name}</b>
        <span className="small num" role={isLearning ? 'status' : undefined}>
          {isLearning ? MIDI_WORDS.press : padText(pad)}
        </span>
      </p>
      <div className="row">
        {/* One button with two labels, so that it keeps the focus. */}
        <Button of={name} onClick={() => midi.learn(isLearning ? null : action)}>
          {isLearning ? MIDI_NAMES.cancel : MIDI_NAMES.learn}
        </Button>
        {pad && (
          <Button of={name} onClick={() => midi.forget(action)}>
            {MIDI_NAMES.forget}
          </Button>
        )}
      </div>
    </li>
  )
}

function nameOf(action: PadAction): string {
  const number = sceneOf(action)
  return number === null
    ? MIDI_ACTION_WORDS[action as Exclude<keyof typeof MIDI_ACTION_WORDS, 'scene'>]
    : MIDI_ACTION_WORDS.scene(number)
}

function padText(pad: Pad | undefined): string {
  if (!pad) return MIDI_WORDS.none
  const { device, kind, channel, number } = pad
  return MIDI_WORDS.pad(device, MIDI_WORDS[kind](number, channel + 1))
}
