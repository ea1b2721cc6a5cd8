import { useEffect } from 'react'
import { createAlarms } from '../../shared/news/alarms.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { useActions, usePanel } from '../store/context.tsx'
import { coreNow } from '../store/coreClock.ts'
import type { PanelStore } from '../store/store.ts'
import { useViewPreferences } from '../store/useViewPreferences.tsx'
import { createSpeaker } from '../ui/sound.ts'

/** A browser's longest timer, in ms: a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

const clock: Pick<Clock, 'now' | 'after'> = {
  now: coreNow,
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_MS))
    return () => clearTimeout(timer)
  },
}

/**
 * Sounds what must not wait until someone looks: the show ended without the user, a destination failed, the end is
 * near. In the desktop app the app itself does.
 */
export function Alarms() {
  const { store } = useActions()
  const isOn = useViewPreferences(({ choices }) => choices.alarm === 'on')
  const isBrowserAlone = usePanel(({ state }) => state !== null && state.desktop === null)
  useEffect(() => (isOn && isBrowserAlone ? soundAlarms(store) : undefined), [isOn, isBrowserAlone, store])
  return null
}

function soundAlarms(store: PanelStore['store']): () => void {
  const speaker = createSpeaker()
  const first = store.getState().state
  if (first === null) return () => {}
  let last = first
  let isDue = false

  function sound(): void {
    // Before a press on the page the browser holds a sound back, and would play it much later.
    if (isDue || !navigator.userActivation.hasBeenActive) return
    isDue = true
    // Several alarms of one moment are one sound.
    queueMicrotask(() => {
      isDue = false
      speaker.play('alarm')
    })
  }
  const alarms = createAlarms({ state: () => last, clock }, sound)
  const unsubscribe = store.subscribe(({ state }) => {
    if (state === null || state === last) return
    last = state
    alarms.look(state)
  })
  return () => {
    unsubscribe()
    alarms.stop()
  }
}
