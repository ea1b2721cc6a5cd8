import type { OperationClass } from '../../../shared/contract/operations.ts'

interface Place<T> {
  waiter: T
  gone: boolean
}

/** Requests that wait: lane before lane, in each lane first come first served. Every step is O(1), taken over time. */
export function createWaiters<T>() {
  const lanes = { show: createLane<T>(), edit: createLane<T>(), refresh: createLane<T>() }
  return {
    /** Puts one at the end of its lane; what it answers takes it out again. */
    add: (lane: OperationClass, waiter: T): (() => void) => lanes[lane].add(waiter),
    /** Who is next of all. */
    first: (): T | null => lanes.show.first() ?? lanes.edit.first() ?? lanes.refresh.first(),
    /** All of a lane, in order. */
    in: (lane: OperationClass): readonly T[] => lanes[lane].all(),
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
