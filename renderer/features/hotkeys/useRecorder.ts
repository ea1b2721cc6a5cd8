import { useEffect, useRef, useState } from 'react'
import type { HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import { EDITOR_WORDS } from '../../../shared/words/desktop/hotkeys.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { type Heard, heardOf, releasedOf } from './heard.ts'

interface Listeners {
  onKeyDown(event: KeyboardEvent): void
  onKeyUp(event: KeyboardEvent): void
  /** Keys pressed from now on go to another program. */
  onBlur(): void
}

/** While `on`, receives every key before anything else in the page, and keeps it from everything else. */
export function useEveryKey(on: boolean, listeners: Listeners): void {
  const latest = useRef(listeners)
  latest.current = listeners
  useEffect(() => {
    if (!on) return
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    const alone = (hear: 'onKeyDown' | 'onKeyUp') => (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      latest.current[hear](event)
    }
    window.addEventListener('keydown', alone('onKeyDown'), options)
    window.addEventListener('keyup', alone('onKeyUp'), options)
    window.addEventListener('blur', (event) => event.target === window && latest.current.onBlur(), options)
    return () => stop.abort()
  }, [on])
}

export type Recorder = ReturnType<typeof useRecorder>

/**
 * Records the keys that the user presses for an action. Meanwhile no hotkey is grabbed, because it would act and not
 * be recorded. A key is taken on release: while held down it would repeat into the grab that follows.
 */
export function useRecorder(platform: string) {
  const { press, tell } = useActions()
  const [action, setAction] = useState<HotkeyAction | null>(null)
  const [heard, setHeard] = useState<Heard | null>(null)
  const isHere = useIsHere()
  const goesOn = useGoesOn(action !== null)

  async function start(wanted: HotkeyAction): Promise<void> {
    const answer = await press(`hotkey:${wanted}`, { type: 'recordHotkeys', on: true })
    if (answer?.result !== 'done') return
    if (!isHere.current) return void end(wanted)
    setHeard(null)
    setAction(wanted)
  }

  async function end(of: HotkeyAction): Promise<boolean> {
    setAction(null)
    const answer = await press(`hotkey:${of}`, { type: 'recordHotkeys', on: false })
    return answer?.result === 'done'
  }

  async function take(of: HotkeyAction, accelerator: string | null): Promise<void> {
    if (await end(of)) await press(`hotkey:${of}`, { type: 'setHotkey', action: of, accelerator })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.repeat || action === null) return
    const now = heardOf(event, platform)
    if (now.what === 'cancel') void end(action)
    else if (now.what === 'noKey') void take(action, null)
    else setHeard(now)
  }

  function onKeyUp(event: KeyboardEvent): void {
    if (action === null) return
    const now = releasedOf(event, heard, platform)
    if (now?.what === 'key') void take(action, now.accelerator)
    else setHeard(now)
  }

  function onBlur(): void {
    if (action === null) return
    const spot = `hotkey:${action}` as const
    void end(action).then(() => tell(spot, { result: 'inert', why: EDITOR_WORDS.left }))
  }

  useEveryKey(action !== null, { onKeyDown, onKeyUp, onBlur })
  useEffect(() => {
    if (!goesOn) setAction(null)
  }, [goesOn])
  useEffect(() => {
    if (action === null) return
    // Leaving the page releases the recording; `end` has done so already if the recording ended on its own.
    return () => void (isHere.current || press('hotkeys', { type: 'recordHotkeys', on: false }))
  }, [action, press, isHere])

  return {
    /** The action being recorded. */
    action,
    heard,
    start: (wanted: HotkeyAction) => void start(wanted),
    cancel: () => action && void end(action),
  }
}

/** False once the component has unmounted. */
function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

/** False when the core ended the recording, or the link to it is lost. */
function useGoesOn(recording: boolean): boolean {
  const isRecording = usePanel(({ state, link }) => link === 'up' && state?.desktop?.recordingUntil != null)
  const linked = usePanel(({ link }) => link === 'up')
  const wasRecording = useRef(false)
  if (!recording) wasRecording.current = false
  else if (isRecording) wasRecording.current = true
  return linked && (isRecording || !wasRecording.current)
}
