import type { ActiveFault } from '../../../shared/rehearsal/rehearsal.ts'
import {
  FAULT_WORDS,
  faultDetail,
  faultLeft,
  REHEARSAL_HEADINGS,
  REHEARSAL_NAMES,
  REHEARSAL_WORDS,
  REHEARSED_WORDS,
} from '../../../shared/words/rehearsal.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { endAllFaults } from '../../store/rehearsal.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

const NONE: ActiveFault[] = []

/** What the rehearsal suffers now, with what is left of it. */
export function ActiveFaults() {
  const panel = useActions()
  const faults = usePanel(({ state }) => state?.rehearsal?.faults ?? NONE)
  const plays = usePanel(({ state }) => state?.rehearsal?.scenario != null)
  const reason = usePanel(whyNoLink)
  const some = faults.length > 0 || plays
  const endAll = some && (
    <PressButton
      name={REHEARSED_WORDS.endAll}
      spot="faults"
      className="quiet"
      reason={reason}
      onPress={() => void endAllFaults(panel)}
    />
  )
  return (
    <Card heading={REHEARSAL_HEADINGS.atWork} level={3} aside={endAll || undefined}>
      {!some && <p className="empty">{REHEARSAL_WORDS.nothing}</p>}
      <ul className="at-work">
        {faults.map((fault) => (
          <Fault key={fault.id} fault={fault} />
        ))}
      </ul>
      <Answer spots={SPOTS} />
    </Card>
  )
}

const SPOTS = ['faults'] as const

function Fault({ fault }: { fault: ActiveFault }) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const left = useTimed((_, now) => faultLeft(fault, now))
  const { name } = FAULT_WORDS[fault.fault.kind]
  const detail = faultDetail(fault)
  const spot = `fault:${fault.fault.kind}` as const
  return (
    <li>
      <p className="at-work-words">
        <b>{name}</b>
        {detail && <span className="small">{detail}</span>}
      </p>
      <span className="at-work-left num">{left}</span>
      <PressButton
        name={REHEARSAL_NAMES.end}
        spot={spot}
        className="quiet"
        reason={reason}
        onPress={() => void press(spot, { type: 'clearFault', faultId: fault.id })}
      >
        {REHEARSAL_NAMES.end}
        <span className="hearable"> {name}</span>
      </PressButton>
    </li>
  )
}
