import type { ReactNode } from 'react'
import type { FlashTone } from '../../../shared/settings/desktop.ts'

const Ring = () => <circle className="flash-ring" r="9.6" />

/** Each tone has a shape of its own: half of two steps, on its way, on air, done, no way through, not known, look. */
const SHAPES: Record<FlashTone, ReactNode> = {
  armed: (
    <>
      <Ring />
      <path className="flash-fill" d="M0-6.4a6.4 6.4 0 0 0 0 12.8Z" />
    </>
  ),
  sent: (
    <>
      <Ring />
      <path className="flash-line" d="M-4.6 0H4.6M.8-3.8 4.6 0 .8 3.8" />
    </>
  ),
  onAir: <circle className="flash-disc" r="10.6" />,
  done: (
    <>
      <Ring />
      <path className="flash-line" d="M-4.4.4-1.2 3.6 4.6-3.4" />
    </>
  ),
  refused: (
    <>
      <path className="flash-fill" d="M-4.4-10.6h8.8l6.2 6.2v8.8l-6.2 6.2h-8.8l-6.2-6.2v-8.8Z" />
      <path className="flash-cut" d="M-5.2 0H5.2" />
    </>
  ),
  unknown: (
    <>
      <circle className="flash-ring flash-dashes" r="9.6" />
      <path className="flash-line" d="M-3.2-2.4a3.2 3.2 0 1 1 4.6 2.9c-1 .5-1.4 1-1.4 2" />
      <circle className="flash-fill" cy="5.5" r="1.35" />
    </>
  ),
  alarm: (
    <>
      <path className="flash-fill" d="M0-10.6 11 8.8H-11Z" />
      <path className="flash-cut" d="M0-3.8v5.4M0 5.6v.2" />
    </>
  ),
}

/** What a tone looks like. Said in words beside it, so it is hidden from screen readers. */
export function Shape({ tone }: { tone: FlashTone }) {
  return (
    <svg className="flash-shape" viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="flash-stripes" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="flash-stripe" width="4" height="4" />
          <rect className="flash-stripe-gap" width="2" height="4" />
        </pattern>
      </defs>
      {SHAPES[tone]}
    </svg>
  )
}
