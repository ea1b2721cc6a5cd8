import { type ReactNode, useId, useRef } from 'react'
import { NAMES, STOP_WORDS } from '../../../../shared/words/labels.ts'
import { stopAbout } from '../../../../shared/words/show/show.ts'
import { usePanel } from '../../../store/context.tsx'
import { whyNoStop } from '../../../store/reasons.ts'
import type { Stopping, StopState } from '../../../store/stopControl.ts'
import { useHoldToStop } from '../../../store/useHoldToStop.ts'

/** Stops the show target. */
export function StopButton({ className = 'act', tabIndex }: Pick<Props, 'className' | 'tabIndex'>) {
  const reason = usePanel(whyNoStop)
  const about = usePanel(({ state }) => (state ? stopAbout(state.preferences.guard) : ''))
  return (
    <HoldButton spot="stop" reason={reason} about={about} className={className} tabIndex={tabIndex}>
      {NAMES.stop} <small aria-hidden="true">{STOP_WORDS.hint}</small>
    </HoldButton>
  )
}

interface Props {
  spot: Stopping['spot']
  /** Why it does nothing now. */
  reason: string | null
  about: string
  className?: string
  tabIndex?: number | undefined
  children: ReactNode
}

/** Stops when held. It fills from the moment the core has armed it, for as long as the core requires the hold. */
export function HoldButton({ spot, reason, about, className = '', tabIndex, children }: Props) {
  const id = useId()
  const stop = usePanel((panel) => panel.stop)
  const listeners = useHoldToStop(spot)
  const phase = phaseOf(stop, spot)
  return (
    <>
      <button
        type="button"
        className={`button stop ${className}`}
        tabIndex={tabIndex}
        aria-describedby={id}
        aria-disabled={reason !== null || undefined}
        data-phase={phase}
        title={reason ?? undefined}
        {...listeners}
      >
        <Fill lastsMs={phase === 'armed' && stop.phase === 'armed' ? stop.lastsMs : null} />
        <span className="stop-words">{children}</span>
      </button>
      <span id={id} hidden>
        {[reason, about].filter(Boolean).join(' ')}
      </span>
    </>
  )
}

/** The phase of this button only. A cancel window is shown elsewhere. */
function phaseOf(stop: StopState, spot: Stopping['spot']): StopState['phase'] {
  if (stop.phase === 'idle' || stop.spot !== spot) return 'idle'
  return stop.phase === 'committed' || stop.mode === 'hold' ? stop.phase : 'idle'
}

/** The progress of the hold. */
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
