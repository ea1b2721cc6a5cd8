import type { CommandOf } from '../../../../shared/commands/commands.ts'
import type { Done, Outcome } from '../../../../shared/outcome.ts'
import { withSharedStructure } from '../../state/store.ts'
import type { Context } from '../context.ts'
import { Refused, type Rehearsal } from '../ports.ts'
import { finished } from './startStop.ts'

export const setFault = ({ fault }: CommandOf<'setFault'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => {
    await studio.setFault(fault)
    return { what: 'faultSet', kind: fault.kind }
  })

export const clearFault = ({ faultId }: CommandOf<'clearFault'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => {
    await studio.clearFault(faultId)
    return { what: 'faultsCleared', count: 1 }
  })

export const clearFaults = (_: CommandOf<'clearFaults'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => ({ what: 'faultsCleared', count: await studio.clearFaults() }))

export const playScenario = ({ scenario }: CommandOf<'playScenario'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => {
    await studio.playScenario(scenario)
    return { what: 'scenarioStarted', scenario }
  })

export const stopScenario = (_: CommandOf<'stopScenario'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => {
    await studio.stopScenario()
    return { what: 'scenarioStopped' }
  })

export const rehearseAs = ({ account }: CommandOf<'rehearseAs'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => {
    await studio.setAccount(account)
    return { what: 'rehearsedAs', account }
  })

export const setPreparing = ({ ms }: CommandOf<'setPreparing'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => {
    await studio.setPreparing(ms)
    return { what: 'preparingSet', ms }
  })

export const createStudioKey = ({ label }: CommandOf<'createStudioKey'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => ({ what: 'studioKeyCreated', label, file: await studio.createKey(label) }))

export const revokeStudioKey = ({ keyId }: CommandOf<'revokeStudioKey'>, context: Context): Promise<Outcome> =>
  rehearse(context, async (studio) => ({ what: 'studioKeyRevoked', label: await studio.revokeKey(keyId) }))

/** Does something to the local studio, and shows how the rehearsal stands then. */
async function rehearse(context: Context, work: (studio: Rehearsal) => Promise<Done>): Promise<Outcome> {
  const studio = context.ports.rehearsal?.()
  if (!studio) throw new Refused({ reason: 'notRehearsal' })
  const done = await work(studio).catch((error: unknown) => {
    throw new Refused({ reason: 'studio', message: error instanceof Error ? error.message : String(error) })
  })
  // Done is done, also when the studio does not tell of it: it is looked at every other second besides.
  const state = await studio.read().catch(() => null)
  if (state !== null) {
    context.store.change((draft) => {
      draft.rehearsal = withSharedStructure(draft.rehearsal, state)
    })
  }
  return finished(done)
}
