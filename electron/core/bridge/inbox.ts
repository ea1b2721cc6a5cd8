import type { Clock } from '../../../shared/util/clock.ts'
import { createRoundRobin } from '../../util/roundRobin.ts'

/**
 * A client with this many commands in progress is not read until one has its outcome: no user presses keys that fast.
 */
const MOST_UNDER_WAY = 256

/** All clients of this process, on any carrier, take turns: one message of one client at a time. */
const roundRobin = createRoundRobin()

interface InboxOptions {
  /** Handles one message. */
  take: (text: string) => void
  /** The carrier must not read while the inbox is full. */
  onFull: (full: boolean) => void
  onFault: (error: unknown) => void
}

/** Handles the messages of a client in its turns, and none while it pauses or has too many commands in progress. */
export function createInbox(clock: Pick<Clock, 'after'>, { take, onFull, onFault }: InboxOptions) {
  /** Messages received and not yet handled: at most what the carrier had read before it was told to stop. */
  const texts: string[] = []
  let underWay = 0
  let full = false
  let closed = false
  /** Ends the pause; null if there is none. */
  let stopRest: (() => void) | null = null

  /** Requests a turn if there is a message to handle; the carrier reads on once none is left. */
  function resume(): void {
    if (texts.length > 0 && underWay < MOST_UNDER_WAY && !stopRest) roundRobin(texts, takeTurn)
    const before = full
    full = texts.length > 0 || underWay >= MOST_UNDER_WAY || stopRest !== null
    if (full !== before && !closed) onFull(full)
  }

  function takeTurn(): void {
    const text = texts.shift()
    if (text === undefined) return
    take(text)
    resume()
  }

  return {
    receive(text: string): void {
      texts.push(text)
      if (texts.length === 1 && !stopRest) resume()
    },
    /** Counts an operation in progress; a client that has disconnected is not sent the result. */
    track<T>(coming: Promise<T>, end: (value: T) => void): void {
      underWay += 1
      const over = (value: T | null) => {
        underWay -= 1
        if (closed) return
        if (value !== null) end(value)
        if (underWay === MOST_UNDER_WAY - 1) resume()
      }
      const failed = (error: unknown) => {
        onFault(error)
        over(null)
      }
      coming.then(over, failed).catch(onFault)
    },
    /** Pauses the handling of messages for the given ms. */
    rest(ms: number): void {
      stopRest ??= clock.after(ms, () => {
        stopRest = null
        resume()
      })
    },
    close(): void {
      closed = true
      texts.length = 0
      stopRest?.()
    },
  }
}
