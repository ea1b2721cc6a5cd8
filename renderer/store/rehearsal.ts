import type { PanelStore } from './store.ts'

/** Ends whatever the rehearsal suffers: a playing scenario first, for it would bring its next faults. */
export async function endAllFaults({ store, press }: PanelStore): Promise<void> {
  const rehearsal = store.getState().state?.rehearsal
  if (rehearsal?.scenario) {
    const answer = await press('scenario', { type: 'stopScenario' })
    const others = rehearsal.faults.some(({ scenario }) => scenario === null)
    if (answer?.result !== 'done' || !others) return
  }
  await press('faults', { type: 'clearFaults' })
}
