import type { ActiveFault } from '../../../shared/rehearsal/rehearsal.ts'
import {
  FAULT_WORDS,
  faultDetail,
  faultLeft,
  REHEARSAL_HEADINGS,
  REHEARSAL_NAMES,
  REHEARSAL_WORDS,
} from '../../../shared/words/show/rehearsal.ts'
import { usePanel } from '../../store/context.tsx'
import { useTimed } from '../../store/useTimed.ts'
import { EndAllFaults } from '../../ui/actions/EndAllFaults.tsx'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'

const NONE: ActiveFault[] = []

/** The active faults of the rehearsal, with what remains of each. */
export function ActiveFaults() {
  const faults = usePanel(({ state }) => state?.rehearsal?.faults ?? NONE)
  const plays = usePanel(({ state }) => state?.rehearsal?.scenario != null)
  const some = faults.length > 0 || plays
  return (
    <Card heading={REHEARSAL_HEADINGS.atWork} level={3} aside={some ? <EndAllFaults /> : undefined}>
      {!some && <p className="empty">{REHEARSAL_WORDS.nothing}</p>}
      <ul className="ruled at-work">
        {faults.map((fault) => (
          <Fault key={fault.id} fault={fault} />
        ))}
      </ul>
      <Answer spots={['faults']} />
    </Card>
  )
}

function Fault({ fault }: { fault: ActiveFault }) {
  const left = useTimed((_, now) => faultLeft(fault, now))
  const { name } = FAULT_WORDS[fault.fault.kind]
  const detail = faultDetail(fault)
  return (
    <li>
      <p className="cluster at-work-words">
        <b>{name}</b>
        {detail && <span className="small">{detail}</span>}
      </p>
      <span className="at-work-left strong num">{left}</span>
      <CommandButton
        name={REHEARSAL_NAMES.end}
        of={name}
        spot={`fault:${fault.fault.kind}`}
        command={{ type: 'clearFault', faultId: fault.id }}
      />
    </li>
  )
}
