import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { usePanel } from '../../store/context.tsx'
import { describePress, isLoud, latestPress } from '../../store/reasons.ts'
import {
  type FeedbackId,
  isRefusedFor,
  lookOf,
  type Submission,
  type SubmissionLook,
} from '../../store/submissions.ts'
import { OpenPadlock } from '../button/OpenPadlock.tsx'
import { Bar, Cross, Dots, Question, Tick } from '../icons/icons.tsx'
import './Answer.css'

/** An icon for each look, so that none is shown by colour alone. */
export const SIGNS: Record<SubmissionLook, ReactNode> = {
  sent: <Dots />,
  done: <Tick />,
  refused: <Bar />,
  failed: <Cross />,
  unknown: <Question />,
}

/** The outcome of the latest command at one of these spots. Always in the DOM, so that screen readers announce it. */
export function Answer({ spots, className = '' }: { spots: readonly FeedbackId[]; className?: string }) {
  const press = usePanel(({ presses }) => latestPress(presses, spots))
  return <AnswerLine press={press} className={className} />
}

interface LineProps {
  press: Submission | null
  className?: string
  /** The line only covers other content briefly, so it contains no buttons. */
  passing?: boolean
}

/** One outcome: an icon and a sentence, and a button to open the padlock if that was the reason. */
export function AnswerLine({ press, className = '', passing = false }: LineProps) {
  const look = press && lookOf(press)
  const text = press ? describePress(press) : ''
  const loud = press !== null && isLoud(press)
  return (
    <div className={`answer ${className}`} data-look={look ?? undefined}>
      {look && SIGNS[look]}
      <span aria-live="polite">{loud ? '' : text}</span>
      <span aria-live="assertive">{loud ? text : ''}</span>
      {press && !passing && isRefusedFor(press, 'padlocked') && <WayOut />}
    </div>
  )
}

/**
 * When the padlock opens, this button disappears, and focus returns to where it came from: usually the refused
 * control.
 */
function WayOut() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const way = box.current
    let before: EventTarget | null = null
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      before = relatedTarget
    }
    way?.addEventListener('focusin', onFocus)
    return () => {
      way?.removeEventListener('focusin', onFocus)
      if (way?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div ref={box} className="answer-way">
      <OpenPadlock className="quiet slim" />
    </div>
  )
}
