import type { Tally } from '../../shared/tally.ts'
import { LAMP_PARTS, type LampPart, type LampRole } from '../../shared/view/lamp.ts'
import { LAMP } from '../../shared/words/tally.ts'

const LOOKS: Record<LampRole, string> = {
  disc: 'lamp-disc',
  ring: 'lamp-ring',
  dashes: 'lamp-ring lamp-dashes',
  dots: 'lamp-ring lamp-dots',
  core: 'lamp-core',
  line: 'lamp-line',
  badge: 'lamp-badge',
  triangle: 'lamp-triangle',
  cut: 'lamp-cut',
  cutDot: 'lamp-cut-dot',
  haze: 'lamp-haze',
}

/** Those with room for their word in them. In the tray there is none: the shapes must do. */
const WORDED: readonly Tally[] = ['off', 'live', 'unsynced']

function Part({ part }: { part: LampPart }) {
  const look = LOOKS[part.role]
  if ('path' in part) return <path className={look} d={part.path} />
  const [x, y, r] = part.circle
  return <circle className={look} cx={x} cy={y} r={r} />
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
      {LAMP_PARTS[tally].map((part) => (
        <Part key={part.role} part={part} />
      ))}
      {WORDED.includes(tally) && (
        <text className="lamp-word" y="1.9" textAnchor="middle">
          {LAMP[tally]}
        </text>
      )}
    </svg>
  )
}
