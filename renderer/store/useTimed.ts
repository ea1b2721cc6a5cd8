import { useCallback, useSyncExternalStore } from 'react'
import { useActions } from './context.tsx'
import { coreNow, timesIn } from './coreClock.ts'
import type { PanelState } from './store.ts'

/** A clock that advances in steps and notifies its listeners. It stops while there are none. */
export type Ticker = ReturnType<typeof createTicker>

export function createTicker(periodMs: number) {
  const listeners = new Set<() => void>()
  let now = coreNow()
  let times = timesIn()
  let timer: ReturnType<typeof setInterval> | undefined

  function look(): number {
    times = timesIn()
    now = coreNow()
    return now
  }

  function tick(): void {
    look()
    for (const listener of listeners) listener()
  }

  return {
    now: () => (timer === undefined || times !== timesIn() ? look() : now),
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (timer === undefined) {
        look()
        timer = setInterval(tick, periodMs)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const seconds = createTicker(1_000)
const tenths = createTicker(100)

/**
 * A value derived from the panel and the time. Rerenders only when the value changes, so it must be a primitive, not
 * a new object.
 */
export function useTimed<T extends string | number | boolean | null>(
  select: (panel: PanelState, now: number) => T,
  ticker: Ticker = seconds,
): T {
  const { store } = useActions()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [store.subscribe(listener), ticker.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [store, ticker],
  )
  return useSyncExternalStore(subscribe, () => select(store.getState(), ticker.now()))
}

/** The time rounded down to steps: rerenders once per step. @param stepMs a second or more */
export const useNow = (stepMs: number): number => useTimed((_, now) => Math.floor(now / stepMs) * stepMs)

/** As `useTimed`, ten times a second, for countdowns. */
export function useTimedFinely<T extends string | number | boolean | null>(
  select: (panel: PanelState, now: number) => T,
): T {
  return useTimed(select, tenths)
}
