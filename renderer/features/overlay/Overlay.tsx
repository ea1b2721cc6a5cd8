import { type CSSProperties, useEffect, useRef } from 'react'
import type { Toast, ToastTone } from '../../../shared/settings/desktop.ts'
import { circle, type LampPart, path } from '../../../shared/view/marks.ts'
import { TONE_WORDS } from '../../../shared/words/desktop/hotkeys.ts'
import { REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { usePanel } from '../../store/context.tsx'
import { coreNow } from '../../store/coreClock.ts'
import { Parts, Stripes } from '../../ui/icons/Lamp.tsx'
import './Overlay.css'
import { createSpeaker } from '../../ui/sound.ts'

const RING = circle('ring', 9.6)

/**
 * Each tone has a shape of its own: half a disc for the first of two steps, an arrow for sent, a disc for on air, a
 * tick for done, a no-entry sign for refused, a question mark for unknown, a triangle for an alarm.
 */
const SHAPES: Record<ToastTone, readonly LampPart[]> = {
  armed: [RING, path('core', 'M0-6.4a6.4 6.4 0 0 0 0 12.8Z')],
  sent: [RING, path('line', 'M-4.6 0H4.6M.8-3.8 4.6 0 .8 3.8')],
  onAir: [circle('disc', 10.6)],
  done: [RING, path('line', 'M-4.4.4-1.2 3.6 4.6-3.4')],
  refused: [path('core', 'M-4.4-10.6h8.8l6.2 6.2v8.8l-6.2 6.2h-8.8l-6.2-6.2v-8.8Z'), path('cut', 'M-5.2 0H5.2')],
  unknown: [
    circle('dashes', 9.6),
    path('line', 'M-3.2-2.4a3.2 3.2 0 1 1 4.6 2.9c-1 .5-1.4 1-1.4 2'),
    circle('core', 1.35, 0, 5.5),
  ],
  alarm: [path('core', 'M0-10.6 11 8.8H-11Z'), path('cut', 'M0-3.8v5.4M0 5.6v.2')],
}

/** The shape of a tone. The text beside it says the same, so screen readers skip it. */
export function Shape({ tone }: { tone: ToastTone }) {
  return (
    <svg className="flash-shape" viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">
      <Stripes />
      <Parts of="flash" parts={SHAPES[tone]} />
    </svg>
  )
}

/** Ms to wait before a sound, so that a command that is refused at once sounds only as refused, not as sent first. */
const SETTLES_MS = 15
/** Ms after which an outcome is too old to sound: it was shown before this page loaded. */
const OLD_MS = 1_500

/** Plays a sound for each outcome, once. @param on whether sounds are enabled */
export function useSound(flash: Toast | null, on: boolean): void {
  const speaker = useRef(createSpeaker())
  const heard = useRef(0)
  const { nr = 0, at = 0, tone = null } = flash ?? {}

  useEffect(() => {
    if (!on || tone === null || nr === heard.current || coreNow() - at > OLD_MS) return
    const timer = setTimeout(() => {
      heard.current = nr
      speaker.current.play(tone)
    }, SETTLES_MS)
    return () => clearTimeout(timer)
  }, [nr, at, tone, on])
}

/** The page that shows outcomes of hotkeys on top of all other windows: one card, or nothing. It has no controls. */
export function Overlay() {
  // Without a link to the core it may be outdated.
  const flash = usePanel(({ state, link }) => (link === 'up' ? (state?.desktop?.flash ?? null) : null))
  const settings = usePanel(({ state }) => state?.desktop?.settings ?? null)
  useSound(flash, settings?.sound === true)
  return (
    <div className="overlay" role="status">
      {flash && settings?.overlay && <Card flash={flash} />}
    </div>
  )
}

function Card({ flash: { nr, tone, title, detail } }: { flash: Toast }) {
  const rehearsal = usePanel(({ state }) => state?.service.rehearsal === true)
  return (
    <article className="flash" data-tone={tone} data-rehearsal={rehearsal || undefined}>
      <Shape tone={tone} />
      <div className="flash-words">
        <p className="flash-head">
          <span className="flash-tone">{TONE_WORDS[tone]}</span>
          {rehearsal && <span className="flash-rehearsal">{REHEARSAL_MARK}</span>}
        </p>
        <p className="flash-title clip">{title}</p>
        {detail && <p className="flash-detail clamp">{detail}</p>}
      </div>
      {tone === 'armed' && <TimeLeft key={nr} />}
    </article>
  )
}

/** A bar that runs out with the time left to confirm an armed command. */
function TimeLeft() {
  const expires = usePanel(({ state }) => state?.arm?.expires ?? null)
  if (expires === null) return null
  const left = { '--left': `${Math.max(0, expires - coreNow())}ms` } as CSSProperties
  return <span className="flash-left" style={left} />
}
