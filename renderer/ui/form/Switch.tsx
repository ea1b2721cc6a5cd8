import { type ReactNode, useId } from 'react'
import { useActions, usePanel } from '../../store/context.tsx'
import { isWaiting } from '../../store/reasons.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { ignoreRepeat } from '../button/PressButton.tsx'
import './Switch.css'

interface Props {
  name: string
  spot: FeedbackId
  /** Null: unknown. */
  on: boolean | null
  onSwitch(on: boolean): void
  reason: string | null
  about: string
  sign?: ReactNode
}

/** A switch that shows the actual state, not the requested one: it moves once the core confirms. */
export function Switch({ name, spot, on, onSwitch, reason, about, sign }: Props) {
  const { tell } = useActions()
  const waits = usePanel(isWaiting(spot))
  const id = useId()
  const press = () => (reason === null ? onSwitch(!on) : tell(spot, { result: 'inert', why: reason }))
  return (
    <>
      <button
        type="button"
        role="switch"
        className="plain switch"
        aria-checked={on === true}
        aria-busy={waits || undefined}
        aria-disabled={reason !== null || undefined}
        aria-describedby={id}
        title={reason ?? about}
        onKeyDown={ignoreRepeat}
        onClick={press}
      >
        {sign}
        <span>{name}</span>
        <span className="switch-track" aria-hidden="true" />
      </button>
      <span id={id} hidden>
        {[reason, about].filter(Boolean).join(' ')}
      </span>
    </>
  )
}
