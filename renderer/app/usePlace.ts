import { useSyncExternalStore } from 'react'
import { hashOf, type Place, placeOf } from './place.ts'

/** Where somebody is in the panel, as the address says. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, () => placeOf(location.hash))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function goTo(place: Place): void {
  location.hash = hashOf(place)
}
