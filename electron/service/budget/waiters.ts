import { LANES, type Lane } from './lanes.ts'

interface Place<T> {
  waiter: T
  gone: boolean
}

/** Waiting requests: lane by lane, in each first come, first served. Every step is O(1), amortised. */
export function createWaiters<T>() {
  const lanes = new Map(LANES.map((lane) => [lane, createLane<T>()]))
  const of = (lane: Lane) => lanes.get(lane) ?? createLane<T>()
  return {
    /** Adds a waiter to the end of its lane. @returns a function that removes it */
    add: (lane: Lane, waiter: T): (() => void) => of(lane).add(waiter),
    /** The next waiter of a lane. */
    first: (lane: Lane): T | null => of(lane).first(),
    /** All waiters of a lane, in order. */
    in: (lane: Lane): readonly T[] => of(lane).all(),
  }
}

/** After this many removed places at the front, the array is shortened. */
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
