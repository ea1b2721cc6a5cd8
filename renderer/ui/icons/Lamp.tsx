import type { Ref } from 'react'
import type { Tally } from '../../../shared/tally.ts'
import { LAMP_PARTS, type LampPart, type LampRole } from '../../../shared/view/marks.ts'
import { editsInBadge, LAMP } from '../../../shared/words/show/tally.ts'

/**
 * The lamps that have space for their word, and which shapes the word replaces. In the tray the shapes alone must do.
 */
const WORDED: Partial<Record<Tally, readonly LampRole[]>> = {
  off: [],
  preparing: ['core'],
  live: [],
  unsynced: [],
}

/** The shapes of a sign, each with the style of its role. */
export function Parts({ of, parts }: { of: 'lamp' | 'flash'; parts: readonly LampPart[] }) {
  return parts.map((part) => {
    const className = `${of}-${part.role}`
    if ('path' in part) return <path key={part.role} className={className} d={part.path} />
    const [x, y, r] = part.circle
    return <circle key={part.role} className={className} cx={x} cy={y} r={r} />
  })
}

/** The fill of the lamp in a rehearsal, which looks like on air, but is not. */
export function Stripes() {
  return (
    <pattern id="rehearsal-stripes" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="lamp-stripe" width="4" height="4" />
      <rect className="lamp-stripe-gap" width="2" height="4" />
    </pattern>
  )
}

/** The tally light. The text beside it says the same, so screen readers skip it. `edits`: null if unknown. */
export function Lamp({
  ref,
  tally,
  edits = null,
}: {
  ref?: Ref<SVGSVGElement>
  tally: Tally
  edits?: number | null
}) {
  const givesWay = WORDED[tally] ?? []
  return (
    <svg ref={ref} className="lamp" viewBox="-13 -13 26 26" aria-hidden="true" focusable="false">
      <Stripes />
      <Parts of="lamp" parts={LAMP_PARTS[tally].filter(({ role }) => !givesWay.includes(role))} />
      {tally === 'unsynced' && edits !== null && (
        <text className="lamp-count" x="7.5" y="-5.7" textAnchor="middle">
          {editsInBadge(edits)}
        </text>
      )}
      {WORDED[tally] && (
        <text className="lamp-word" y="1.9" textAnchor="middle">
          {LAMP[tally]}
        </text>
      )}
    </svg>
  )
}
