import { stepOf } from '../../../shared/macros/offered.ts'
import { MACRO_NAMES, macroEnded, runningText, stepText } from '../../../shared/words/commands/macros.ts'
import { usePanel } from '../../store/context.tsx'
import type { PanelState } from '../../store/store.ts'
import { useTimed } from '../../store/useTimed.ts'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import './RunningMacro.css'

/** The running macro, or how it ended, in one line. It never shifts the controls. */
export function RunningMacro() {
  const ended = usePanel(({ state }) => state?.macro?.ended ?? null)
  const said = useTimed(saidOf)
  if (said === null) return null
  return (
    <section className="card stack tight macro-line" aria-label={said.split(':')[0]}>
      <p className="num" role={ended === null ? undefined : 'alert'}>
        {said}
      </p>
      <div className="row">
        <CommandButton
          name={ended === null ? MACRO_NAMES.stop : MACRO_NAMES.dismiss}
          spot="macro"
          command={{ type: 'stopMacro' }}
        />
        <Answer spots={['macro']} />
      </div>
    </section>
  )
}

function saidOf({ state }: PanelState, now: number): string | null {
  const macro = state?.macro
  if (!macro) return null
  if (macro.ended !== null) return macroEnded(macro, macro.ended)
  const step = stepOf(state)
  return runningText(macro, step ? stepText(step) : null, macro.until === null ? null : macro.until - now)
}
