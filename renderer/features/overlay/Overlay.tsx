import type { CSSProperties } from 'react'
import type { Flash } from '../../../shared/settings/desktop.ts'
import { TONE_WORDS } from '../../../shared/words/flash.ts'
import { REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { useMirror } from '../../store/context.tsx'
import { Shape } from './Shape.tsx'
import { useSound } from './useSound.ts'
import './Overlay.css'

/** The page that answers hotkeys, over whatever else is on the screen: one card, or nothing. Nothing on it is pressed. */
export function Overlay() {
  // Without the core nothing says whether this is still true.
  const flash = useMirror(({ state, link }) => (link === 'up' ? (state?.desktop?.flash ?? null) : null))
  const settings = useMirror(({ state }) => state?.desktop?.settings ?? null)
  useSound(flash, settings?.sound === true)
  return (
    <div className="overlay" role="status">
      {flash && settings?.overlay && <Card flash={flash} />}
    </div>
  )
}

function Card({ flash: { nr, tone, title, detail } }: { flash: Flash }) {
  const rehearsal = useMirror(({ state }) => state?.service.rehearsal === true)
  return (
    <article className="flash" data-tone={tone} data-rehearsal={rehearsal || undefined}>
      <Shape tone={tone} />
      <div className="flash-words">
        <p className="flash-head">
          <span className="flash-tone">{TONE_WORDS[tone]}</span>
          {rehearsal && <span className="flash-rehearsal">{REHEARSAL_MARK}</span>}
        </p>
        <p className="flash-title clip">{title}</p>
        {detail && <p className="flash-detail">{detail}</p>}
      </div>
      {tone === 'armed' && <TimeLeft key={nr} />}
    </article>
  )
}

/** How long what is armed stays so: a bar that runs out. */
function TimeLeft() {
  const expires = useMirror(({ state }) => state?.arm?.expires ?? null)
  if (expires === null) return null
  const left = { '--left': `${Math.max(0, expires - Date.now())}ms` } as CSSProperties
  return <span className="flash-left" style={left} />
}
