import { LANES, type Lane } from './lanes.ts'

interface Place<T> {
  waiter: T
  gone: boolean
}

/** Requests that wait: lane before lane, in each lane first come first served. Every step is O(1), taken over time. */
export function createWaiters<T>() {
  const lanes = new Map(LANES.map((lane) => [lane, createLane<T>()]))
  const of = (lane: Lane) => lanes.get(lane) ?? createLane<T>()
  return {
    /** Puts one at the end of its lane; what it answers takes it out again. */
    add: (lane: Lane, waiter: T): (() => void) => of(lane).add(waiter),
    /** Who is next of a lane. */
    first: (lane: Lane): T | null => of(lane).first(),
    /** All of a lane, in order. */
    in: (lane: Lane): readonly T[] => of(lane).all(),
  }
}

/** After this many are gone from the front, the line moves up. */
const GONE_AT_FRONT = 256

function createLane<T>() {
  let places: Place<T>[] = []
  let head = 0
  return {
    add(waiter: T) {
      const place = { waiter, gone: false }
      places.push(place)
      return () => {
        place.gone = true
      }
    },
    first(): T | null {
      while (places[head]?.gone) head += 1
      if (head > GONE_AT_FRONT && head * 2 > places.length) {
        places = places.slice(head)
        head = 0
      }
      return places[head]?.waiter ?? null
    },
    all: () => places.filter((place) => !place.gone).map((place) => place.waiter),
  }
}
