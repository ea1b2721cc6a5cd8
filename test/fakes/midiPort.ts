/**
 * A MIDI device in a page of real Chromium: headless Chromium has no ports. It stands where the browser's own would be, at
 * `navigator.requestMIDIAccess`, and is all that is not real.
 */
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** @property back how the device sends back what it is sent: after these ms, and with which velocity; null: it does not */
interface Port {
  sent: number[][]
  back: { ms: number; velocity: number | null } | null
  receive(data: number[]): void
  plug(isIn: boolean): void
}
type Given = { midiPort: Port }

/** @param allowed false: the user does not let the page use MIDI */
export async function putMidiPort(page: Page, allowed = true): Promise<void> {
  await page.addInitScript((isAllowed) => {
    const input = {
      name: 'Pad 8 MIDI In',
      state: 'connected',
      onmidimessage: null as null | ((event: object) => void),
    }
    const access = { inputs: new Map(), outputs: new Map(), onstatechange: null as null | (() => void) }
    const port: Port = {
      sent: [],
      back: null,
      receive: (data) => input.onmidimessage?.({ data: new Uint8Array(data) }),
      plug(isIn) {
        input.state = isIn ? 'connected' : 'disconnected'
        output.state = input.state
        access.onstatechange?.()
      },
    }
    const output = {
      name: 'Pad 8 MIDI Out',
      state: 'connected',
      send(data: number[]) {
        port.sent.push([...data])
        if (port.back === null) return
        const { ms, velocity } = port.back
        const [status = 0, note = 0, level = 0] = data
        setTimeout(() => port.receive([status, note, level === 0 ? 0 : (velocity ?? level)]), ms)
      },
    }
    access.inputs.set('in', input)
    access.outputs.set('out', output)
    Object.assign(window, { midiPort: port })
    const request = async () => {
      if (!isAllowed) throw new DOMException('not allowed', 'NotAllowedError')
      return access
    }
    Object.defineProperty(navigator, 'requestMIDIAccess', { value: request, configurable: true })
  }, allowed)
}

export function midiDevice(page: Page) {
  const receive = (...messages: number[][]) =>
    page.evaluate((all) => {
      for (const data of all) (window as unknown as Given).midiPort.receive(data)
    }, messages)
  const sent = () => page.evaluate(() => (window as unknown as Given).midiPort.sent)
  return {
    receive,
    sent,
    down: (note: number, velocity = 127) => receive([0x90, note, velocity]),
    up: (note: number) => receive([0x80, note, 64]),
    /** Pressed and let go. */
    press: (note: number) => receive([0x90, note, 127], [0x80, note, 64]),
    plug: (isIn: boolean) => page.evaluate((is) => (window as unknown as Given).midiPort.plug(is), isIn),
    sendBack: (ms: number, velocity: number | null) =>
      page.evaluate(
        (back) => {
          ;(window as unknown as Given).midiPort.back = back
        },
        { ms, velocity },
      ),
    clear: () =>
      page.evaluate(() => {
        ;(window as unknown as Given).midiPort.sent = []
      }),
    /** Waits until the pad of a note was lit like this last. */
    lit: (note: number, level: number) =>
      expect.poll(async () => (await sent()).findLast(([, number]) => number === note)).toEqual([0x90, note, level]),
  }
}
