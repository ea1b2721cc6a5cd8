import type { Socket } from 'node:net'
import type { Clock } from '../../../shared/util/clock.ts'
import type { PublishFailure } from './rtmp/session.ts'

/** How long the other side may take to accept a stream, and to close a connection in order, in ms. */
const PATIENCE_MS = 10_000
const GRACE_MS = 1_000

/**
 * How each connection of a destination ends: once, for the first reason there is; or closed by us, in order.
 *
 * @param unanswered the reason if the stream is not accepted in time
 * @param onEnd called once, unless we close it
 */
export function createConnection(
  socket: Socket,
  clock: Clock,
  unanswered: PublishFailure,
  onEnd: (failure: PublishFailure) => void,
) {
  let isOver = false
  const accepted = clock.after(PATIENCE_MS, () => end(unanswered))

  function finish(): boolean {
    const isFirst = !isOver
    isOver = true
    accepted()
    return isFirst
  }

  function end(failure: PublishFailure): void {
    if (!finish()) return
    socket.destroy()
    onEnd(failure)
  }

  socket.setNoDelay(true)
  return {
    end,
    /** The stream was accepted: it is waited for no longer. */
    accepted,
    isOver: () => isOver,
    /** @param sayGoodbye sends what is said last */
    close(sayGoodbye: () => void = () => {}): void {
      if (!finish()) return
      sayGoodbye()
      socket.end()
      socket.once(
        'close',
        clock.after(GRACE_MS, () => socket.destroy()),
      )
    },
  }
}
