import type { ReactNode } from 'react'
import type { Tally } from '../../shared/tally.ts'
import { LAMP } from '../../shared/words/tally.ts'

const Disc = () => <circle className="lamp-disc" r="10" />
const Word = ({ tally }: { tally: Tally }) => (
  <text className="lamp-word" y="1.9" textAnchor="middle">
    {LAMP[tally]}
  </text>
)

/** Every state has a shape of its own, so that none is told by its colour alone. */
const SHAPES: Record<Tally, ReactNode> = {
  off: (
    <>
      <circle className="lamp-ring" r="9.6" />
      <Word tally="off" />
    </>
  ),
  preparing: (
    <>
      <circle className="lamp-ring lamp-dashes" r="9.2" />
      <circle className="lamp-core" r="3.6" />
    </>
  ),
  live: (
    <>
      <Disc />
      <Word tally="live" />
    </>
  ),
  unsynced: (
    <>
      <Disc />
      <Word tally="unsynced" />
      <circle className="lamp-badge" cx="8.6" cy="-8.6" r="3.7" />
    </>
  ),
  unknown: (
    <>
      <circle className="lamp-ring" r="9.2" />
      <path className="lamp-line" d="M-3.2-2.4a3.2 3.2 0 1 1 4.6 2.9c-1 .5-1.4 1-1.4 2" />
      <circle className="lamp-core" cy="5.5" r="1.35" />
    </>
  ),
  error: (
    <>
      <path className="lamp-triangle" d="M0-10 10.6 8.6H-10.6Z" />
      <path className="lamp-cut" d="M0-3.6v6" />
      <circle className="lamp-cut-dot" cy="5.4" r="1.3" />
    </>
  ),
  stale: (
    <>
      <circle className="lamp-haze" r="10" />
      <circle className="lamp-ring lamp-dots" r="9.4" />
      <path className="lamp-line" d="M0-5.2V0l3.6 2.2" />
    </>
  ),
}

/** The cue light. Said in words beside it, so it is hidden from screen readers. */
export function Lamp({ tally }: { tally: Tally }) {
  return (
    <svg className="lamp" viewBox="-13 -13 26 26" aria-hidden="true" focusable="false">
      <defs>
        <pattern
          id="rehearsal-stripes"
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className="lamp-stripe" width="4" height="4" />
          <rect className="lamp-stripe-gap" width="2" height="4" />
        </pattern>
      </defs>
      {SHAPES[tally]}
    </svg>
  )
}
