import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Macro } from '../../../shared/macros/macro.ts'
import { goneScene, isGrave, macrosHere, type StepResult, stepResult } from '../../../shared/macros/offered.ts'
import { targetOf } from '../../../shared/state.ts'
import {
  keyOf,
  lastRun,
  MACRO_NAMES,
  MACRO_WORDS,
  noSuchSceneHere,
  STEP_RESULTS,
  stepText,
} from '../../../shared/words/commands/macros.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { Button, CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer, SIGNS } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { MacroEditor } from './MacroEditor.tsx'
import { RunningMacro } from './RunningMacro.tsx'
import './Macros.css'

/** All macros that can run now: view, edit, run. */
export function MacrosSection() {
  const state = usePanel((panel) => panel.state)
  const { press } = useActions()
  const [edited, setEdited] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<Macro | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  if (!state) return null
  const macros = macrosHere(state)
  const done = () => {
    // Rendered synchronously, so that the button exists again and can take the focus.
    flushSync(() => setEdited(null))
    add.current?.focus()
  }

  async function remove(macro: Macro): Promise<void> {
    const answer = await press('macro', { type: 'deleteMacro', macroId: macro.id })
    if (answer?.result === 'done') setDeleted(macro)
  }

  async function undo({ id, name, steps }: Macro): Promise<void> {
    const answer = await press('macro', { type: 'saveMacro', id, name, steps })
    if (answer?.result === 'done') setDeleted(null)
  }

  return (
    <>
      <p className="setup-about">
        {MACRO_WORDS.about} {MACRO_WORDS.example}
      </p>
      {macros.length === 0 && <p className="empty">{targetOf(state) ? MACRO_WORDS.none : MACRO_WORDS.noTarget}</p>}
      <ul className="stack">
        {macros.map((macro, index) => (
          <li key={macro.id}>
            <Card
              heading={macro.name}
              level={3}
              aside={state.desktop && index < 9 ? keyOf(index + 1) : undefined}
              className="macro"
            >
              {edited === macro.id ? (
                <MacroEditor macro={macro} onDone={done} />
              ) : (
                <MacroView macro={macro} onEdit={() => setEdited(macro.id)} onDelete={() => void remove(macro)} />
              )}
            </Card>
          </li>
        ))}
      </ul>
      {/* Beneath the cards, so that a press on Run does not move them from under the pointer. */}
      <div className="stack macros-running">
        <RunningMacro />
      </div>
      {edited === '' && (
        <Card heading={MACRO_NAMES.adding} level={3}>
          <MacroEditor macro={null} onDone={done} />
        </Card>
      )}
      <div className="row">
        {edited === null && targetOf(state) && (
          <Button ref={add} className="main" onClick={() => setEdited('')}>
            {MACRO_NAMES.add}
          </Button>
        )}
        {deleted && <Button onClick={() => void undo(deleted)}>{MACRO_NAMES.undo}</Button>}
        <Answer spots={['macro']} />
      </div>
    </>
  )
}

/** One macro with its steps and actions. */
function MacroView({ macro, onEdit, onDelete }: { macro: Macro; onEdit(): void; onDelete(): void }) {
  const scenes = usePanel(({ state }) => (state && targetOf(state)?.scenes) ?? null)
  const report = usePanel(({ state }) => state?.macroReports[macro.id] ?? null)
  const spot = `macro:${macro.id}` as const
  return (
    <>
      {report && <p className="num">{lastRun(report, macro.steps.length)}</p>}
      <ol className="macro-steps">
        {macro.steps.map((step, index) => {
          const gone = goneScene(step, scenes)
          const result = report && stepResult(report, index)
          return (
            // Steps have no identity but their position.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <div className="line">
                <span>{stepText(step)}</span>
                {result && <StepMark result={result} />}
              </div>
              {result === 'ended' && <p className="strong">{report?.why}</p>}
              {gone && <p className="strong">{noSuchSceneHere(gone)}</p>}
            </li>
          )
        })}
      </ol>
      {isGrave(macro) && <p className="small">{MACRO_WORDS.grave}</p>}
      <div className="row">
        <Runs macro={macro} />
        <Button of={macro.name} onClick={onEdit}>
          {MACRO_NAMES.edit}
        </Button>
        <Button of={macro.name} onClick={onDelete}>
          {MACRO_NAMES.remove}
        </Button>
      </div>
      <Answer spots={[spot]} />
    </>
  )
}

const LOOKS = { worked: 'done', ended: 'failed', notReached: undefined } as const

/** What became of a step in the last run. */
function StepMark({ result }: { result: StepResult }) {
  const look = LOOKS[result]
  return (
    <span className="answer num" data-look={look ?? 'none'}>
      {look && SIGNS[look]}
      {STEP_RESULTS[result]}
    </span>
  )
}

/** On the local studio a run is a rehearsal; elsewhere the rehearsal is offered beside the run. */
function Runs({ macro }: { macro: Macro }) {
  const rehearsal = usePanel(({ state }) => state?.service.rehearsal ?? false)
  const spot = `macro:${macro.id}` as const
  const run = { type: 'runMacro', macroId: macro.id } as const
  if (rehearsal) return <CommandButton name={MACRO_NAMES.rehearse} of={macro.name} spot={spot} command={run} />
  return (
    <>
      <CommandButton name={MACRO_NAMES.run} of={macro.name} spot={spot} command={run} />
      <CommandButton
        name={MACRO_NAMES.rehearse}
        of={macro.name}
        spot={spot}
        command={{ type: 'rehearseMacro', macroId: macro.id }}
      />
    </>
  )
}
