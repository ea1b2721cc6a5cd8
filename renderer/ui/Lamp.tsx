import type { Tally } from '../../shared/tally.ts'
import { LAMP_PARTS, type LampPart, type LampRole } from '../../shared/view/marks.ts'
import { editsInBadge, LAMP } from '../../shared/words/tally.ts'

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

/** Those with room for their word in them, and what gives way to it. In the tray the shapes must do. */
const WORDED: Partial<Record<Tally, readonly LampRole[]>> = {
  off: [],
  preparing: ['core'],
  live: [],
  unsynced: [],
}

function Part({ part }: { part: LampPart }) {
  const look = LOOKS[part.role]
  if ('path' in part) return <path className={look} d={part.path} />
  const [x, y, r] = part.circle
  return <circle className={look} cx={x} cy={y} r={r} />
}

/** What fills the lamp of a rehearsal: it looks like being on air, and is not. */
export function Stripes() {
  return (
    <pattern id="rehearsal-stripes" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="lamp-stripe" width="4" height="4" />
      <rect className="lamp-stripe-gap" width="2" height="4" />
    </pattern>
  )
}

/** The cue light. Said in words beside it, so it is hidden from screen readers. `edits`: null where not known. */
export function Lamp({ tally, edits = null }: { tally: Tally; edits?: number | null }) {
  const givesWay = WORDED[tally] ?? []
  return (
    <svg className="lamp" viewBox="-13 -13 26 26" aria-hidden="true" focusable="false">
      <Stripes />
      {LAMP_PARTS[tally]
        .filter(({ role }) => !givesWay.includes(role))
        .map((part) => (
          <Part key={part.role} part={part} />
        ))}
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
