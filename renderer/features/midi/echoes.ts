import { lightOf, type Pad, type PadEvent, padKey } from './pads.ts'

/** How long a device may take to send back a light, in ms. */
const ECHO_MS = 1_000
/** Some devices send back another velocity. So soon after it was lit no hand presses a pad, in ms. */
const AT_ONCE_MS = 50

/**
 * Tells presses from echoes: some devices, and ports that are wired in a circle, send back what they are sent. Letting go
 * is never taken for an echo, because a pad must not stay pressed; an echo of it only ends a hold, which is no Stop.
 */
export function createEchoes(now: () => number) {
  /** When each message was sent, and when each pad was lit. */
  const sent = new Map<string, number>()
  const messageKey = (pad: Pad, level: number) => `${lightOf(pad, level).join(' ')} ${pad.device}`
  const isWithin = (key: string, ms: number) => now() - (sent.get(key) ?? Number.NEGATIVE_INFINITY) <= ms
  return {
    sent(pad: Pad, level: number): void {
      if (level > 0) sent.set(padKey(pad), now())
      sent.set(messageKey(pad, level), now())
    },
    isEcho({ pad, isDown, value }: PadEvent): boolean {
      if (!isDown) return false
      const key = messageKey(pad, value)
      const isOne = isWithin(key, ECHO_MS) || isWithin(padKey(pad), AT_ONCE_MS)
      // In a circle one light comes back again and again: each time counts as just sent.
      if (isOne) sent.set(key, now())
      return isOne
    },
  }
}
