import type { ActiveFault, RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import { listFaults, timesLeft } from '../rules/faults.ts'
import { endOf, playedScenario } from '../rules/timeline.ts'
import { ACCOUNT, type Fault, timingsOf, type World } from '../rules/world.ts'

/** How the rehearsal stands. Its times are the studio's own: no fault moves them. */
export function rehearsalState(world: World): RehearsalState {
  return {
    account: world.accounts[ACCOUNT]?.kind ?? 'paid',
    preparingMs: timingsOf(world).preparingMs,
    faults: listFaults(world).map(activeFault),
    scenario: scenarioOf(world),
    keys: keysOf(world),
  }
}

/** A fault at work. */
export function activeFault(one: Fault): ActiveFault {
  const { id, fault, since, until, scenario } = one
  return { id, fault: { ...fault }, since, until, timesLeft: timesLeft(one), scenario }
}

function scenarioOf(world: World): RehearsalState['scenario'] {
  const played = playedScenario(world)
  return played ? { name: played.name, startedAt: played.startedAt, endsAt: endOf(played) } : null
}

/** Never the keys themselves, which the studio does not have: the oldest first. */
function keysOf(world: World): RehearsalState['keys'] {
  return Object.values(world.keys)
    .map(({ id, label, createdAt }) => ({ id, label, createdAt }))
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
}
