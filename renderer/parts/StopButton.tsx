import { useId, useRef } from 'react'
import { ABOUT, NAMES, STOP_WORDS } from '../../shared/words/labels.ts'
import { useHoldToStop } from '../hooks/useHoldToStop.ts'
import { useMirror } from '../mirror/context.tsx'
import { whyNoStop } from '../view/reasons.ts'

/** Stops when held. It fills from when the core has armed it, for as long as the core wants it held. */
export function StopButton() {
  const id = useId()
  const stop = useMirror((mirror) => mirror.stop)
  const reason = useMirror(whyNoStop)
  const listeners = useHoldToStop()
  const held = (stop.phase === 'arming' || stop.phase === 'armed') && stop.mode === 'hold'
  return (
    <>
      <button
        type="button"
        className="button act stop"
        aria-describedby={id}
        aria-disabled={reason !== null || undefined}
        data-phase={held ? stop.phase : stop.phase === 'committed' ? 'committed' : 'idle'}
        title={reason ?? undefined}
        {...listeners}
      >
        <Fill lastsMs={held && stop.phase === 'armed' ? stop.lastsMs : null} />
        <span className="stop-words">
          {NAMES.stop} <small aria-hidden="true">{STOP_WORDS.hint}</small>
        </span>
      </button>
      <span id={id} hidden>
        {[reason, ABOUT.stop].filter(Boolean).join(' ')}
      </span>
    </>
  )
}

/** How far the hold has come. */
function Fill({ lastsMs }: { lastsMs: number | null }) {
  const last = useRef(0)
  if (lastsMs !== null) last.current = lastsMs
  return (
    <span
      className="stop-fill"
      data-filling={lastsMs !== null || undefined}
      style={{ transitionDuration: lastsMs === null ? '120ms' : `${last.current}ms` }}
    />
  )
}
