import type { Clock } from '../shared/clock.ts'
import { escapeControls } from '../shared/escapeControls.ts'
import type { Outcome } from '../shared/outcome.ts'
import { tellOutcome } from '../shared/words/outcomes.ts'
import { SECOND_START } from '../shared/words/programs.ts'
import { bringUp } from './core/bringUp.ts'
import { connectPatiently } from './core/programClient.ts'
import { socketPath } from './core/socketPath.ts'
import { systemClock } from './core/time.ts'
import type { StartOptions } from './options.ts'

/**
 * What a second start does: it hands over the link it was started with, if any, and brings the Cuelight that runs already
 * to the front: its window, or where it has none or nothing shall be opened, its panel.
 *
 * @param show what to do with an address that opens the panel
 */
export async function showRunning(
  { dataDir, link, headless }: Pick<StartOptions, 'dataDir' | 'link' | 'headless'>,
  show: (address: string) => void,
  clock: Clock = systemClock,
): Promise<void> {
  try {
    const client = await connectPatiently(socketPath(dataDir), clock)
    try {
      if (link !== null) {
        const outcome = await client.open(link)
        console.error(escapeControls(tellOutcome(outcome)))
        if (isNoLink(outcome)) {
          process.exitCode = 1
          return
        }
      }
      const up = headless ? { panelAddress: await client.panelAddress() } : await bringUp(client, 'main')
      if ('panelAddress' in up) {
        show(up.panelAddress)
        console.error(SECOND_START.panel)
      } else if (up.outcome.result === 'done') console.error(SECOND_START.window)
      else throw new Error(tellOutcome(up.outcome))
    } finally {
      client.close()
    }
  } catch (error) {
    console.error(
      SECOND_START.silent(dataDir, escapeControls(error instanceof Error ? error.message : String(error))),
    )
    process.exitCode = 1
  }
}

/** Any page can open odd links: no window comes up for those. */
function isNoLink(outcome: Outcome): boolean {
  return outcome.result === 'refused' && outcome.refusal.reason === 'invalid' && outcome.refusal.field === 'link'
}
