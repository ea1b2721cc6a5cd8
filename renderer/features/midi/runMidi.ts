/** MIDI on this page, from Web MIDI's ports to presses and lamps (W3C, Web MIDI API). */
import type { PanelStore } from '../../store/store.ts'
import { createEchoes } from './echoes.ts'
import { createHands } from './hands.ts'
import { type MidiState, type MidiStore, PAD_ACTIONS, type PadAction } from './midiStore.ts'
import { deviceName, lightOf, type Pad, padEvent, padKey } from './pads.ts'

/** The tally depends on the time as well: lamps are computed at least this often, in ms. */
const AGAIN_MS = 1_000
/** Held by the page that has the pads. */
const LOCK = 'cuelight-midi'

/** Uses MIDI until it is stopped, as soon as no other page of this browser does. @returns how to stop it */
export function runMidi(panel: PanelStore, midi: MidiStore): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const tell = (phase: MidiState['phase']) => signal.aborted || midi.store.setState({ phase })
  const have = async (lock: Lock | null) => {
    if (lock) await serve(panel, midi, signal, tell)
  }
  async function run(): Promise<void> {
    if (!navigator.requestMIDIAccess) return void tell('unsupported')
    let isFree = false
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      isFree = lock !== null
      await have(lock)
    })
    if (isFree || signal.aborted) return
    tell('elsewhere')
    await navigator.locks.request(LOCK, { signal }, have)
  }
  // The request for the lock rejects when it is stopped.
  run().catch(() => {})
  return () => {
    stopping.abort()
    midi.store.setState({ phase: 'off', devices: [], learning: null })
  }
}

/** Resolves when it is stopped, or cannot go on. */
async function serve(
  panel: PanelStore,
  midi: MidiStore,
  signal: AbortSignal,
  tell: (phase: MidiState['phase']) => unknown,
): Promise<void> {
  if (signal.aborted) return
  tell('asking')
  const access = await navigator.requestMIDIAccess({ sysex: false }).catch(() => null)
  if (signal.aborted) return
  tell(access ? 'on' : 'denied')
  if (!access) return
  const end = connectPads(access, panel, midi)
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  end()
}

function connectPads(access: MIDIAccess, panel: PanelStore, midi: MidiStore): () => void {
  const echoes = createEchoes(() => performance.now())
  const lamps = createLamps(access, midi, echoes, (action) => hands.level(action))
  const hands = createHands(panel, () => lamps.show())
  /** The pads that are down, and what each began. */
  const held = new Map<string, { device: string; action: PadAction | null }>()

  function hear(device: string, data: Uint8Array | null): void {
    const event = padEvent(device, data)
    if (!event || echoes.isEcho(event)) return
    const key = padKey(event.pad)
    const before = held.get(key)
    if (!event.isDown) {
      held.delete(key)
      if (before?.action) hands.up(before.action)
    } else if (!before) {
      const action = actionOf(event.pad)
      held.set(key, { device, action })
      if (action) hands.down(action)
    }
  }

  /** Null: the pad has none, or was pressed to learn it. */
  function actionOf(pad: Pad): PadAction | null {
    const { learning, pads } = midi.store.getState()
    if (learning === null) return PAD_ACTIONS.find((one) => pads[one] && padKey(pads[one]) === padKey(pad)) ?? null
    midi.learned(pad)
    return null
  }

  /** Ports come and go; the name of a device stays. */
  function look(): void {
    const inputs = [...access.inputs.values()].filter(({ state }) => state === 'connected')
    const devices = [...new Set(inputs.map(({ name }) => deviceName(name ?? '')))]
    for (const input of inputs) input.onmidimessage = ({ data }) => hear(deviceName(input.name ?? ''), data)
    for (const [key, { device, action }] of held) {
      if (devices.includes(device)) continue
      held.delete(key)
      if (action) hands.lost(action)
    }
    midi.store.setState({ devices })
    // A device that was plugged in again is dark.
    lamps.again()
  }

  access.onstatechange = look
  look()
  const stops = [panel.store.subscribe(() => lamps.show()), midi.store.subscribe(() => lamps.show())]
  const beat = setInterval(() => lamps.show(), AGAIN_MS)
  return () => {
    access.onstatechange = null
    for (const input of access.inputs.values()) input.onmidimessage = null
    clearInterval(beat)
    for (const stop of stops) stop()
    hands.end()
    lamps.dark()
  }
}

type Echoes = ReturnType<typeof createEchoes>

/** The lights of the pads; each is sent when it changes. */
function createLamps(access: MIDIAccess, midi: MidiStore, echoes: Echoes, level: (action: PadAction) => number) {
  /** By pad. */
  let shown = new Map<string, { pad: Pad; level: number }>()

  function light(pad: Pad, brightness: number): void {
    const data = lightOf(pad, brightness)
    for (const output of access.outputs.values()) {
      if (output.state !== 'connected' || deviceName(output.name ?? '') !== pad.device) continue
      echoes.sent(pad, brightness)
      output.send(data)
    }
  }

  function show(): void {
    const next = new Map<string, { pad: Pad; level: number }>()
    for (const action of PAD_ACTIONS) {
      const pad = midi.store.getState().pads[action]
      if (pad) next.set(padKey(pad), { pad, level: level(action) })
    }
    // A pad that does nothing any more is dark.
    for (const [key, { pad, level: before }] of shown) if (!next.has(key) && before > 0) light(pad, 0)
    for (const [key, one] of next) if (shown.get(key)?.level !== one.level) light(one.pad, one.level)
    shown = next
  }

  return {
    show,
    again(): void {
      shown = new Map()
      show()
    },
    dark(): void {
      for (const { pad } of shown.values()) light(pad, 0)
      shown = new Map()
    },
  }
}
