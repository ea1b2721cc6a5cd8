interface Flight<T> {
  answer: Promise<T>
  aborter: AbortController
  /** Callers that still want the response. */
  wanted: number
}

/** Combines identical reads in flight. */
export function createSharing() {
  const flights = new Map<string, Flight<unknown>>()

  const board = <T>(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const aborter = new AbortController()
    const flight: Flight<T> = { answer: start(aborter.signal), aborter, wanted: 0 }
    flights.set(key, flight)
    const land = () => forget(key, flight)
    flight.answer.then(land, land)
    return flight
  }
  const forget = (key: string, flight: Flight<unknown>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }
  const leave = (key: string, flight: Flight<unknown>) => {
    flight.wanted -= 1
    if (flight.wanted > 0) return
    forget(key, flight)
    flight.aborter.abort()
  }

  return {
    /**
     * Joins the flight of that key, or starts one. One caller's abort ends only its own wait, with `cancelled`; the
     * flight itself is aborted when no caller wants it any more.
     */
    share<T>(
      key: string,
      signal: AbortSignal | undefined,
      start: (signal: AbortSignal) => Promise<T>,
      cancelled: () => Error,
    ): Promise<T> {
      if (signal?.aborted) return Promise.reject(cancelled())
      // The key names the operation and so its result type: a flight found under it has this very type.
      const flight = (flights.get(key) as Flight<T> | undefined) ?? board(key, start)
      flight.wanted += 1
      return new Promise<T>((resolve, reject) => {
        const onAbort = () => {
          reject(cancelled())
          leave(key, flight)
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        const land = () => signal?.removeEventListener('abort', onAbort)
        flight.answer.then(resolve, reject).finally(land)
      })
    },
    /** From now on no caller joins a read in flight: its response may be from before a change. */
    outdate: () => flights.clear(),
  }
}
