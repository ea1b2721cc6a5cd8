import type { MacroState } from '../../../shared/macros/macro.ts'
import { stepOf } from '../../../shared/macros/offered.ts'
import { MACRO_NAMES, macroEnded, runningText, stepText } from '../../../shared/words/commands/macros.ts'
import { REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { usePanel } from '../../store/context.tsx'
import type { PanelState } from '../../store/store.ts'
import { useTimed } from '../../store/useTimed.ts'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import './RunningMacro.css'

/** The running macro and the one being rehearsed, or how they ended, a line each. They never shift the controls. */
export function RunningMacro() {
  return (
    <>
      <MacroLine part="macro" said={useTimed(saidOf('macro'))} />
      <MacroLine part="macroRehearsal" said={useTimed(saidOf('macroRehearsal'))} />
    </>
  )
}

type Part = 'macro' | 'macroRehearsal'

function MacroLine({ part, said }: { part: Part; said: string | null }) {
  const ended = usePanel(({ state }) => state?.[part]?.ended ?? null)
  const rehearsal = part === 'macroRehearsal'
  if (said === null) return null
  const spot = rehearsal ? 'macro:rehearsal' : 'macro'
  // Told apart for screen readers, too: both may run at once.
  const label = `${rehearsal ? `${REHEARSAL_MARK} ` : ''}${said.split(':')[0]}`
  const stop = rehearsal ? MACRO_NAMES.stopRehearsal : MACRO_NAMES.stop
  return (
    <section className={`card stack tight macro-line ${rehearsal ? 'rehearsing' : ''}`} aria-label={label}>
      <p className="num" role={ended === null ? undefined : 'alert'}>
        {rehearsal && <span className="rehearsal-tag">{REHEARSAL_MARK}</span>} {said}
      </p>
      <div className="row">
        <CommandButton
          name={ended === null ? stop : MACRO_NAMES.dismiss}
          spot={spot}
          command={rehearsal ? { type: 'stopMacro', rehearsal } : { type: 'stopMacro' }}
        />
        <Answer spots={[spot]} />
      </div>
    </section>
  )
}

const saidOf =
  (part: Part) =>
  ({ state }: PanelState, now: number): string | null =>
    state?.[part] ? textOf(state[part], state, now) : null

function textOf(macro: MacroState, state: NonNullable<PanelState['state']>, now: number): string {
  if (macro.ended !== null) return macroEnded(macro, macro.ended)
  const step = stepOf(state, macro)
  return runningText(macro, step ? stepText(step) : null, macro.until === null ? null : macro.until - now)
}
