import { REHEARSED_WORDS } from '../../../shared/words/show/rehearsal.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import type { PanelStore } from '../../store/store.ts'
import { PressButton } from '../button/PressButton.tsx'

/** Ends all faults of the rehearsal. */
export function EndAllFaults() {
  const panel = useActions()
  const reason = usePanel(whyNoLink)
  return (
    <PressButton
      name={REHEARSED_WORDS.endAll}
      spot="faults"
      reason={reason}
      onPress={() => void endAllFaults(panel)}
    />
  )
}

/** A running scenario is stopped first, because it would inject its next faults. */
async function endAllFaults({ store, press }: PanelStore): Promise<void> {
  const rehearsal = store.getState().state?.rehearsal
  if (rehearsal?.scenario) {
    const answer = await press('scenario', { type: 'stopScenario' })
    const others = rehearsal.faults.some(({ scenario }) => scenario === null)
    if (answer?.result !== 'done' || !others) return
  }
  await press('faults', { type: 'clearFaults' })
}
