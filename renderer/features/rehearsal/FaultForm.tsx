import { useState } from 'react'
import { type FaultReach, REQUEST_FAULTS, type RehearsalFaultInput } from '../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import {
  FAULT_WORDS,
  REACH_WORDS,
  REHEARSAL_NAMES,
  REHEARSAL_WORDS,
  REHEARSED_WORDS,
} from '../../../shared/words/show/rehearsal.ts'
import { usePanel } from '../../store/context.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { useReturnFocus } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form, readNumber, Select } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { Card } from '../../ui/screen/Card.tsx'

/** The measure of a fault kind that has one: its label, its unit in ms, and its initial value. */
const MEASURES: Partial<Record<FaultKind, { label: string; unitMs: number; first: number; hint?: string }>> = {
  latency: { label: REHEARSAL_WORDS.latencyMs, unitMs: 1_000, first: 3 },
  clockJump: { label: REHEARSAL_WORDS.jumpMs, unitMs: 60_000, first: 60, hint: REHEARSAL_WORDS.jumpHint },
}

/** The parameters of one fault; only those of its kind are shown. */
export function FaultForm({ kind, onDone }: { kind: FaultKind; onDone(): void }) {
  const { say, submit: send, ...submission } = useSubmit(`fault:${kind}`)
  useReturnFocus(submission.form)

  async function submit(form: HTMLFormElement): Promise<void> {
    const read = readFault(kind, form)
    if ('bad' in read) return say({ field: read.bad, message: '' })
    if (await send({ type: 'setFault', fault: read })) onDone()
  }

  return (
    <Form of={submission} tabIndex={-1} className="form box fault-form" onSubmit={submit} onEscape={onDone}>
      <Parameters kind={kind} />
      <div className="row">
        <Button type="submit" className="main">
          {REHEARSAL_NAMES.setFault}
        </Button>
        <Button onClick={onDone}>{REHEARSAL_NAMES.cancel}</Button>
      </div>
    </Form>
  )
}

function Parameters({ kind }: { kind: FaultKind }) {
  const measure = MEASURES[kind]
  const ofRequests = REQUEST_FAULTS.includes(kind)
  const number = { type: 'number', inputMode: 'decimal', placeholder: REHEARSED_WORDS.untilEnded } as const
  return (
    <div className="fields">
      {ofRequests && <Select name="on" defaultValue="all" label={REHEARSAL_WORDS.on} words={REACH_WORDS} />}
      {measure && (
        <Field
          {...number}
          name="ms"
          label={measure.label}
          hint={measure.hint}
          defaultValue={measure.first}
          step="any"
        />
      )}
      {ofRequests && <Field {...number} name="times" label={REHEARSAL_WORDS.times} min={1} step={1} />}
      {/* This one happens once, to the broadcast that is on air at that moment, so it has no duration. */}
      {kind !== 'stopsByItself' && (
        <Field {...number} name="forMs" label={REHEARSAL_WORDS.forMs} min={1} step="any" />
      )}
    </div>
  )
}

/** The fault that the form describes, or the name of a field without a valid number. */
function readFault(kind: FaultKind, form: HTMLFormElement): RehearsalFaultInput | { bad: string } {
  const unitMs = MEASURES[kind]?.unitMs ?? 1
  const [ms, times, forMs] = [
    readNumber(form, 'ms', unitMs),
    readNumber(form, 'times'),
    readNumber(form, 'forMs', 1_000),
  ]
  const bad = Object.entries({ ms, times, forMs }).find(([, value]) => value === 'bad')
  if (bad) return { bad: bad[0] }
  const on = new FormData(form).get('on') as FaultReach | null
  return { kind, on: on ?? undefined, ms: asNumber(ms), times: asNumber(times), forMs: asNumber(forMs) }
}

const asNumber = (value: number | 'bad' | undefined) => (value === 'bad' ? undefined : value)

/** The faults that can be set, one line each; the form unfolds beneath the chosen one. */
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

function Row({ kind, open, onChoose }: { kind: FaultKind; open: boolean; onChoose(kind: FaultKind | null): void }) {
  const { name, about } = FAULT_WORDS[kind]
  const atWork = usePanel(({ state }) => state?.rehearsal?.faults.some((one) => one.fault.kind === kind) ?? false)
  return (
    <li className="fault">
      <p className="cluster fault-words">
        <b>{name}</b> {atWork && <span className="rehearsal-tag">{REHEARSAL_WORDS.atWork}</span>}
        <span className="small">{about}</span>
      </p>
      <Button of={name} aria-expanded={open} onClick={() => onChoose(open ? null : kind)}>
        {REHEARSAL_NAMES.set}
      </Button>
      {open && <FaultForm kind={kind} onDone={() => onChoose(null)} />}
      <Answer spots={[`fault:${kind}`]} />
    </li>
  )
}
