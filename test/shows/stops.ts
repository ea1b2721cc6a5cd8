/** A stop is on the wire at once, whatever else is requested. */
import type { Desk } from './desk.ts'
import type { createReadings } from './readings.ts'
import type { ViolationKind } from './umpire.ts'
import type { Wire } from './wire.ts'

/** Ms from the command, or from the end of the reading that a stop makes first, to its bytes. */
const ON_THE_WIRE_MS = 100
/** How long a stop waits for that reading, in ms: another client may have restarted the broadcast. */
const LOOK_MS = 1_000

interface StopWatchOptions {
  desk: () => Desk
  readings: ReturnType<typeof createReadings>
  /** Monotonic ms. */
  now: () => number
  report: (kind: ViolationKind, about: string) => void
}

export function createStopWatch({ desk, readings, now, report }: StopWatchOptions) {
  const sent = new Set<string>()
  return {
    sent({ operation, key, projectId, life }: Wire): void {
      const ask = key === null ? undefined : desk().ask(key)
      // After a 429 it goes out once more, when the service says.
      if (operation !== 'stop' || !ask || sent.has(`${key} ${life}`)) return
      sent.add(`${key} ${life}`)
      const looks = readings.all.filter(
        (one) =>
          one.operation === 'live' &&
          one.projectId === projectId &&
          one.life === life &&
          (one.endedAt ?? ask.sentAt) >= ask.sentAt,
      )
      const lookedUntil = looks.map(({ endedAt }) => Math.min(endedAt ?? now(), ask.sentAt + LOOK_MS))
      const ms = now() - Math.max(ask.sentAt, ...lookedUntil)
      if (ms > ON_THE_WIRE_MS) report('late', `${key} ${ask.command.type}: a stop was on the wire after ${ms} ms`)
    },
  }
}
