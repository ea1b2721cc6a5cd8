import { useState } from 'react'
import type { FaultKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { FAULT_WORDS } from '../../../shared/words/rehearsal.ts'
import { REHEARSAL_NAMES, REHEARSAL_WORDS } from '../../../shared/words/rehearsalScreen.ts'
import { useMirror } from '../../store/context.tsx'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { FaultForm } from './FaultForm.tsx'

/** Faults that can be set: one line each, and what it takes unfolds beneath the one chosen. */
export function Faults({ heading, kinds }: { heading: string; kinds: readonly FaultKind[] }) {
  const [chosen, setChosen] = useState<FaultKind | null>(null)
  return (
    <Card heading={heading} level={3}>
      <ul className="faults">
        {kinds.map((kind) => (
          <Row key={kind} kind={kind} open={chosen === kind} onChoose={setChosen} />
        ))}
      </ul>
    </Card>
  )
}

interface RowProps {
  kind: FaultKind
  open: boolean
  onChoose(kind: FaultKind | null): void
}

function Row({ kind, open, onChoose }: RowProps) {
  const { name, about } = FAULT_WORDS[kind]
  const atWork = useMirror(({ state }) => state?.rehearsal?.faults.some((one) => one.fault.kind === kind) ?? false)
  return (
    <li className="fault">
      <p className="fault-words">
        <b>{name}</b> {atWork && <span className="rehearsal-tag">{REHEARSAL_WORDS.atWork}</span>}
        <span className="small">{about}</span>
      </p>
      <button
        type="button"
        className="button quiet"
        aria-expanded={open}
        onClick={() => onChoose(open ? null : kind)}
      >
        {REHEARSAL_NAMES.set}
        <span className="hearable"> {name}</span>
      </button>
      {open && <FaultForm kind={kind} onDone={() => onChoose(null)} />}
      <Answer spots={[`fault:${kind}`]} />
    </li>
  )
}
