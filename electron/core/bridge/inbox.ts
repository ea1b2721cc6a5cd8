import type { Clock } from '../../../shared/util/clock.ts'
import { createRoundRobin } from '../../util/roundRobin.ts'

/** A client with so many commands on their way is not read until one has its outcome: no person presses that fast. */
const MOST_UNDER_WAY = 256

/** All clients of this process, whatever carries them: one message of one of them a turn. */
const inTurn = createRoundRobin()

interface InboxOptions {
  /** Acts on one message. */
  take: (text: string) => void
  /** The carrier reads no more while it is full. */
  onFull: (full: boolean) => void
  onFault: (error: unknown) => void
}

/** Takes messages up one a turn of their client's, and none while it rests or too many of its commands are on their way. */
export function createInbox(clock: Pick<Clock, 'after'>, { take, onFull, onFault }: InboxOptions) {
  /** What has come and was not acted on yet: as much as the carrier had read when it was told that we are full. */
  const texts: string[] = []
  let underWay = 0
  let full = false
  let closed = false
  /** Ends the rest; null: it does not rest. */
  let stopRest: (() => void) | null = null

  /** Asks for a turn while there is something to act on; the carrier reads on when there is nothing left. */
  function resume(): void {
    if (texts.length > 0 && underWay < MOST_UNDER_WAY && !stopRest) inTurn(texts, takeTurn)
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
    /** Something is on its way; nobody who has left is told of its end. */
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
    /** Nothing is taken up for so long, in ms. */
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
