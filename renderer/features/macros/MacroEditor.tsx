import { type KeyboardEvent, useState } from 'react'
import { LONGEST_NAME, LONGEST_WAIT_S, type Macro, type MacroStep, MOST_STEPS } from '../../../shared/macros/macro.ts'
import { MACRO_NAMES, MACRO_WORDS } from '../../../shared/words/commands/macros.ts'
import { uuid } from '../../bridge/outbox.ts'
import { useTarget } from '../../store/context.tsx'
import { Button, PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { StepFields } from './StepFields.tsx'

/** A step with a number that identifies it while steps are reordered. */
interface Row {
  nr: number
  step: MacroStep
}

/** Edits a macro: its name and its ordered steps. @param macro null: a new one */
export function MacroEditor({ macro, onDone }: { macro: Macro | null; onDone(): void }) {
  const scenes = useTarget((target) => target?.scenes ?? null)
  const [id] = useState(() => macro?.id ?? uuid())
  const [rows, setRows] = useState<Row[]>(() => (macro?.steps ?? []).map((step, nr) => ({ nr, step })))
  const form = useSubmit('macro')
  const first = scenes?.[0]
  const fresh: MacroStep = first ? { do: 'scene', scene: { id: first.id, name: first.name } } : { do: 'sync' }

  function move(at: number, by: 1 | -1): void {
    const [one, other] = [rows[at], rows[at + by]]
    if (one && other) setRows(rows.with(at, other).with(at + by, one))
  }

  function onKey(event: KeyboardEvent, at: number): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    move(at, by)
  }

  async function save(filled: HTMLFormElement): Promise<void> {
    const wrong = rows.findIndex(({ step }) => 'seconds' in step && !isTime(step.seconds))
    if (wrong >= 0) return form.show({ field: `seconds${wrong}`, text: MACRO_WORDS.seconds })
    const name = new FormData(filled).get('name')
    const command = { type: 'saveMacro', id, name: String(name), steps: rows.map(({ step }) => step) } as const
    if (await form.submit(command)) onDone()
  }

  return (
    <Form of={form} className="form macro-form" onSubmit={save} onEscape={onDone}>
      <Field name="name" label={MACRO_NAMES.name} defaultValue={macro?.name} maxLength={LONGEST_NAME} autoFocus />
      <p className="small">{MACRO_WORDS.order}</p>
      <ol className="stack macro-rows" aria-label={MACRO_NAMES.steps}>
        {rows.map(({ nr, step }, at) => (
          <li key={nr} onKeyDown={(event) => onKey(event, at)}>
            <StepFields
              {...{ at, step, scenes }}
              onChange={(next) => setRows(rows.with(at, { nr, step: next }))}
              onMove={(by) => move(at, by)}
              isLast={at === rows.length - 1}
              onRemove={() => setRows(rows.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <div className="row">
        <PressButton
          name={MACRO_NAMES.addStep}
          spot="macro"
          reason={rows.length >= MOST_STEPS ? MACRO_WORDS.full : null}
          onPress={() => setRows([...rows, { nr: Math.max(-1, ...rows.map((row) => row.nr)) + 1, step: fresh }])}
        />
      </div>
      <div className="row">
        <Button type="submit" className="main" aria-disabled={rows.length === 0 || undefined} title={why(rows)}>
          {MACRO_NAMES.save}
        </Button>
        <Button onClick={onDone}>{MACRO_NAMES.cancel}</Button>
        <Answer spots={['macro']} />
      </div>
    </Form>
  )
}

const why = (rows: readonly Row[]) => (rows.length === 0 ? MACRO_WORDS.oneStep : undefined)
const isTime = (seconds: number) => Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_WAIT_S
