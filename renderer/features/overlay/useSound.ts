import { useEffect, useRef } from 'react'
import type { Flash } from '../../../shared/settings/desktop.ts'
import { createSpeaker } from './sound.ts'

/** Ms: an answer that is refused at once sounds as refused, and not as sent before it. */
const SETTLES_MS = 15
/** Ms: an answer older than this was told before this page was there. */
const OLD_MS = 1_500

/** Sounds each answer once. @param on a person wants sounds */
export function useSound(flash: Flash | null, on: boolean): void {
  const speaker = useRef(createSpeaker())
  const heard = useRef(0)
  const { nr = 0, at = 0, tone = null } = flash ?? {}

  useEffect(() => {
    if (!on || tone === null || nr === heard.current || Date.now() - at > OLD_MS) return
    const timer = setTimeout(() => {
      heard.current = nr
      speaker.current.play(tone)
    }, SETTLES_MS)
    return () => clearTimeout(timer)
  }, [nr, at, tone, on])
}
