import type { Outcome } from '../../../shared/outcome.ts'
import type { WindowName } from '../../../shared/settings/desktop.ts'
import type { ProgramClient } from './socketClient.ts'

/** What became of it: the window's outcome, or, where there is no desktop, an address that opens the panel instead. */
export type BroughtUp = { outcome: Outcome } | { panelAddress: string }

/** Brings what can be looked at in front of the person: a window of the Cuelight that runs, else a way to its panel. */
export async function bringUp(client: ProgramClient, window: WindowName): Promise<BroughtUp> {
  const outcome = await client.send({ type: 'showWindow', window })
  if (outcome.result !== 'refused' || outcome.refusal.reason !== 'notHere') return { outcome }
  return { panelAddress: await client.panelAddress() }
}
