import { type FocusEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import { BOUNDS_OF } from '../../../shared/settings/preferences.ts'
import type { PreferenceName } from '../../../shared/settings/profileIds.ts'
import {
  backToDefault,
  boundsText,
  CHOICE_WORDS,
  defaultText,
  SHOW_WORDS,
  stepName,
} from '../../../shared/words/desktop/desktopSettings.ts'
import { exactSpan } from '../../../shared/words/format.ts'
import { usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { FieldMessage } from '../../ui/form/Field.tsx'
import { Dash, Plus } from '../../ui/icons/lateIcons.tsx'
import { defaultOf, useStepper } from './useStepper.ts'

/** One duration: typed or stepped, and saved automatically. Its consequences are shown beneath. */
export function PreferenceStepper({ name, children }: { name: PreferenceName; children?: ReactNode }) {
  const id = useId()
  const choice = useStepper(name)
  const reason = usePanel(whyNoLink)
  const usual = defaultOf(name)
  const isUsual = choice.ms === usual
  const said = isUsual ? defaultText(usual) : backToDefault(usual)
  const { name: label, about } = CHOICE_WORDS[name]
  return (
    <li
      className="choice-row"
      data-wrong={choice.wrong !== null || undefined}
      onBlur={(event) => leaves(event) && choice.keep()}
    >
      <label className="choice-name strong" htmlFor={id}>
        {label}
      </label>
      <Stepper id={id} name={name} choice={choice} reason={reason} />
      <div className="choice-about">
        <FieldMessage id={`${id}-about`} wrong={choice.wrong} hint={about} />
        {children}
      </div>
      <div className="choice-default">
        <span className="small num">{boundsText(BOUNDS_OF[name])}</span>
        <PressButton
          name={said}
          spot={choice.spot}
          reason={reason ?? (isUsual ? SHOW_WORDS.isDefault : null)}
          onPress={() => choice.choose(usual)}
        >
          {said}
          {/* Several settings have the same default: the label tells their buttons apart for screen readers. */}
          <span className="hearable">{label}</span>
        </PressButton>
      </div>
      <Answer spots={[choice.spot]} className="choice-answer" />
    </li>
  )
}

interface StepperProps {
  id: string
  name: PreferenceName
  choice: ReturnType<typeof useStepper>
  reason: string | null
}

function Stepper({ id, name, choice, reason }: StepperProps) {
  const { least, most } = BOUNDS_OF[name]
  const { ms, text, wrong, spot } = choice
  const stepping = (which: 'less' | 'more') => (
    <PressButton
      name={stepName(which, name)}
      spot={spot}
      className="square"
      reason={reason}
      onPress={() => choice.step(which === 'less' ? -1 : 1)}
    >
      <span className="hearable">{stepName(which, name)}</span>
      {which === 'less' ? <Dash /> : <Plus />}
    </PressButton>
  )
  return (
    <div className="stepper">
      {stepping('less')}
      <span className="stepper-value">
        <input
          id={id}
          className="plain strong"
          name={name}
          role="spinbutton"
          inputMode="decimal"
          autoComplete="off"
          size={4}
          value={text}
          aria-valuenow={ms === null ? undefined : ms / 1_000}
          aria-valuetext={ms === null ? undefined : exactSpan(ms)}
          aria-valuemin={least / 1_000}
          aria-valuemax={most / 1_000}
          aria-invalid={wrong !== null || undefined}
          aria-describedby={`${id}-about`}
          readOnly={reason !== null}
          onChange={(event) => choice.type(event.currentTarget.value)}
          onKeyDown={(event) => onKey(event, choice)}
        />
        <span aria-hidden="true">{SHOW_WORDS.unit}</span>
      </span>
      {stepping('more')}
    </div>
  )
}

/** Moving the focus elsewhere saves the value. */
const leaves = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
  !currentTarget.contains(relatedTarget as Node | null)

/** Arrows step, Enter saves, Escape discards what was typed; only with nothing to discard does Escape leave. */
function onKey(event: KeyboardEvent<HTMLInputElement>, choice: ReturnType<typeof useStepper>): void {
  if (event.key === 'ArrowUp') choice.step(1)
  else if (event.key === 'ArrowDown') choice.step(-1)
  else if (event.key === 'Enter') choice.keep()
  else if (event.key === 'Escape' && (choice.changed || choice.wrong !== null)) choice.undo()
  else return
  event.preventDefault()
  event.stopPropagation()
}
